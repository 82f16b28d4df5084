import type { Page } from '@playwright/test'
import { expectGoodEverywhere } from './accessible.ts'
import { admit } from './admit.ts'
import { ask, results, signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration, isShared: false })

test('edits an area on its page in three tabs, saves once, and queries obey', async ({ page, product, browser }) => {
  test.slow()
  const { colleague } = product
  await signIn(page, product)
  await admit(page, product)
  await createArea(page, product.address)

  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(new URL(request.url()).pathname)
  })
  await page.getByLabel('Standard instructions to the AI').fill('Count each customer once.')
  await openTab(page, 'Row rules')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('combobox', { name: 'Table for rule 1' }).fill('customers')
  await page.getByRole('combobox', { name: 'Condition for rule 1' }).fill('id <= 3')
  await openTab(page, 'Access')
  await page.getByRole('radio', { name: /^Restricted/ }).press('Space')
  await page.getByRole('button', { name: 'Grant Access' }).click()
  const chooser = page.getByRole('dialog', { name: 'Grant Access to User' })
  await chooser.getByText(colleague.email).click()
  await chooser.getByRole('button', { name: 'Grant Access' }).click()
  await expect(page.getByText('4 unsaved changes')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Access 1' })).toBeVisible()
  await expectGoodEverywhere(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Business area updated successfully!')).toBeVisible()
  expect(saves).toHaveLength(1)

  await page.reload()
  await expect(page.getByRole('tab', { name: 'Access 1' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Row rules 1' })).toHaveAttribute('aria-selected', 'true')
  await openTab(page, 'Basics')
  await expect(page.getByLabel('Standard instructions to the AI')).toHaveValue('Count each customer once.')

  const others = await (await browser.newContext()).newPage()
  await signIn(others, product, colleague)
  await ask(others, 'How many customers are there?')
  await expect(results(others).getByRole('gridcell', { name: '3', exact: true })).toBeVisible()
  await others.context().close()
})

async function createArea(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/business-areas/new`)
  await page.getByLabel('Name').fill('Sales')
  await openTab(page, 'Tables')
  await page.getByRole('checkbox', { name: /customers$/ }).check()
  await page.getByRole('button', { name: 'Create business area' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  await openTab(page, 'Basics')
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
}
