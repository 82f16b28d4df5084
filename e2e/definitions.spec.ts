import type { Page } from '@playwright/test'
import { expectGoodEverywhere } from './accessible.ts'
import { signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

test('an owner defines a metric, previews it, saves it, restores the version before, and publishes a draft', async ({
  page,
  product,
}) => {
  test.slow()
  await signIn(page, product)
  await createArea(page, product.address)
  await page.getByRole('tab', { name: 'Definitions' }).click()
  await expect(page.getByText(/^A metric says how a number is computed/)).toBeVisible()
  await page.getByRole('button', { name: 'Add metric' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Net revenue')
  await page.getByRole('combobox', { name: 'Table', exact: true }).fill('order_items')
  await page.keyboard.press('Escape')
  const expression = page.getByRole('combobox', { name: 'Expression' })
  await expression.fill('SUM(quantity * unit_prise)')
  await expect(page.getByText(/There is no column unit_prise/)).toBeVisible()
  await page.getByRole('button', { name: 'Go to character 16' }).click()
  await expect(expression).toBeFocused()
  await expression.fill('SUM(quantity * unit_price)')
  await page.getByRole('textbox', { name: /^Unit/ }).fill('USD')
  await page.getByRole('combobox', { name: 'Format', exact: true }).selectOption('Currency')
  await expect(page.getByText('Definitions checked against Sample Shop.')).toBeVisible()
  await expectGoodEverywhere(page)

  await page.getByRole('button', { name: 'Preview Net revenue as…' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview of Net revenue' })
  await expect(preview.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Why (optional)' }).fill('Finance asked for it')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Business area updated successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  const newest = versions.getByRole('listitem', { name: 'Version 2' })
  await expect(newest.getByText('Finance asked for it')).toBeVisible()
  await newest.getByRole('button', { name: 'What changed in version 2' }).click()
  await expect(newest.getByText('Metric Net revenue')).toBeVisible()
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(page.getByRole('tab', { name: 'Definitions', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Business area updated successfully!').last()).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^A metric says how a number is computed/)).toBeVisible()

  await page.getByRole('tab', { name: 'Basics' }).click()
  await page.getByRole('textbox', { name: /^Standard instructions/ }).fill('Revenue excludes refunds.')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText('You are editing the draft.')).toBeVisible()
  await expectGoodEverywhere(page)
  await page.getByRole('button', { name: 'Ask in the draft' }).click()
  await expect(page.getByTitle('Questions are asked in the draft of the business area.')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Compare and publish' }).click()
  const review = page.getByRole('dialog', { name: 'Compare and publish the draft' })
  await expect(review.getByText('Revenue excludes refunds.')).toBeVisible()
  await review.getByRole('button', { name: 'Publish the draft' }).click()
  await expect(page.getByText('Business area updated successfully!').last()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Draft' })).toBeHidden()
})

async function createArea(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/business-areas/new`)
  await page.getByLabel('Name').fill('Sales')
  await page.getByRole('tab', { name: /^Tables/ }).click()
  for (const table of ['orders', 'order_items']) {
    await page.getByRole('checkbox', { name: new RegExp(`\\b${table}$`) }).check()
  }
  await page.getByRole('button', { name: 'Create business area' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
}
