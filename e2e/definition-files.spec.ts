import { readFileSync } from 'node:fs'
import { expectGoodEverywhere } from './accessible.ts'
import { signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

const model = `version: 0.2.0.dev0
semantic_model:
  - name: customers
    ai_context: {instructions: Count each customer once.}
    datasets:
      - {name: customers, source: public.customers, description: People who buy}
    metrics:
      - name: Customers
        expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(customers.id)}]}
      - name: Broken
        expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(customers.nothing)}]}
`

test('definitions come in from a file, are saved with the area, and leave as a file', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  await page.goto(`${product.address}/business-areas/new`)
  await page.getByLabel('Name').fill('Customers')
  await page.getByRole('tab', { name: /^Tables/ }).click()
  await page.getByRole('checkbox', { name: /customers$/ }).check()
  await page.getByRole('button', { name: 'Create business area' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import definitions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import definitions' })
  const file = { name: 'customers.yaml', mimeType: 'application/yaml', buffer: Buffer.from(model) }
  await dialog.getByLabel('File with definitions').setInputFiles(file)
  await expect(dialog.getByRole('checkbox', { name: 'Customers', exact: true })).toBeChecked()
  await expect(dialog.getByText('The table customers has no column nothing.')).toBeVisible()
  await expectGoodEverywhere(page)
  await dialog.getByRole('button', { name: 'Add 2 to the form' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Business area updated successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export definitions' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('definitions-customers.ossie.yaml')
  expect(readFileSync(await download.path(), 'utf8')).toContain('COUNT(customers.id)')
})
