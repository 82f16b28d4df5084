import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleThemes } from './accessible.ts'
import { admit } from './admit.ts'
import { ask, conversation, results, signIn } from './chat-page.ts'
import { demonstration, expect, test, type Product } from './product.ts'

test.use({ environment: demonstration })

test('takes a business area from its first table to its deletion: rules, preview, grant, question, two tabs', async ({
  page,
  product,
  browser,
}) => {
  test.slow()
  const { colleague } = product
  await signIn(page, product)
  await admit(page, product)

  await page.goto(`${product.address}/business-areas`)
  await expect(page.getByText('No business areas found.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New Business Area' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Business Area' })
  await dialog.getByLabel('Name').fill('Sales')
  await expect(dialog.getByRole('combobox', { name: 'Application' })).not.toHaveValue('')
  await dialog.getByRole('checkbox', { name: /customers$/ }).check()
  await dialog.getByRole('checkbox', { name: /orders$/ }).check()
  await dialog.getByRole('button', { name: 'Add orders.customer_id = customers.id' }).click()
  await dialog.getByRole('radio', { name: /^Restricted/ }).press('Space')
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: 'Create Business Area' }).click()
  await expect(page.getByText('Business area created successfully!')).toBeVisible()

  const card = page.getByRole('article', { name: 'Sales' })
  await expect(card.getByText('2 tables')).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Business Area' })
  await protect(editor)
  await editor.getByRole('button', { name: 'Grant Access' }).click()
  const chooser = page.getByRole('dialog', { name: 'Grant Access to User' })
  await chooser.getByText(colleague.email).click()
  await chooser.getByRole('button', { name: 'Grant Access' }).click()
  await expect(editor.getByRole('list', { name: 'Users with access' }).getByText(colleague.email)).toBeVisible()
  await expectDialogAccessible(page)
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Business area updated successfully!')).toBeVisible()
  await previewAsColleague(page, product)

  const others = await (await browser.newContext()).newPage()
  await signIn(others, product, colleague)
  await askAsColleague(others)
  await editInTwoTabs(page, product)

  await page.getByRole('article', { name: 'Sales' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete business area' }).click()
  await expect(page.getByText('Business area deleted successfully!')).toBeVisible()
  await ask(others, 'How many orders are there?')
  await expect(
    conversation(others)
      .getByText(/^✕?The business area of this conversation was deleted or is no longer shared with you\./)
      .first(),
  ).toBeVisible()
  await others.context().close()

  await page.goto(`${product.address}/chat?dialog=areas&form=new`)
  await expect(page.getByRole('dialog', { name: 'Create New Business Area' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Adds a simple row rule and a mask. */
async function protect(editor: Locator): Promise<void> {
  const rows = editor.getByRole('region', { name: /^Row-Level Security/ })
  await rows.getByRole('button', { name: 'Add rule', exact: true }).click()
  await rows.getByRole('combobox', { name: 'Table for rule 1' }).fill('customers')
  await rows.getByRole('combobox', { name: 'Condition for rule 1' }).fill('id <= 3')
  const columns = editor.getByRole('region', { name: /^Column-Level Security/ })
  await columns.getByRole('button', { name: 'Add column mask' }).click()
  await columns.getByRole('combobox', { name: 'Table for mask 1' }).fill('customers')
  await columns.getByRole('combobox', { name: 'Column for mask 1' }).fill('email')
  await columns.getByRole('combobox', { name: /^Mask type for/ }).selectOption({ label: 'Replace with text' })
}

async function previewAsColleague(page: Page, { colleague }: Product): Promise<void> {
  await page.getByRole('article', { name: 'Sales' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Preview as…' }).click()
  const preview = page.getByRole('dialog', { name: /^Preview/ })
  await preview.getByRole('combobox', { name: 'User' }).fill(colleague.email)
  await page.getByRole('option', { name: colleague.email }).click()
  await preview.getByRole('combobox', { name: 'Table to preview' }).fill('customers')
  await preview.getByRole('button', { name: 'Show preview' }).click()
  await expect(preview.getByText('3 visible rows')).toBeVisible()
  await expect(preview.getByRole('cell', { name: '***', exact: true })).toHaveCount(3)
  await expect(preview.getByText('The rule “Security for customers” limits the rows of customers.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Edit Business Area' }).getByRole('button', { name: 'Cancel' }).click()
}

/** Shows the whole dialog: a button half hidden by its sticky header would be measured as too small. */
async function expectDialogAccessible(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ ...size, height: 4000 })
  await expectAccessibleThemes(page)
  await page.setViewportSize(size)
}

/** Checks that the colleague sees her rows, the mask instead of the values, and an area that she cannot change. */
async function askAsColleague(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Sales/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Add business area' })).toHaveCount(0)
  await ask(page, 'Show the email of all customers')
  await expect(results(page).getByRole('gridcell', { name: '***', exact: true })).toHaveCount(3)
  await expect(results(page).getByText('@')).toHaveCount(0)
  await page.getByRole('button', { name: 'View all business areas' }).click()
  const list = page.getByRole('dialog')
  await list.getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: 'View Business Area' })).toBeVisible()
  await expect(page.getByText('You are viewing this business area in read-only mode.')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await page.goBack()
}

/** Checks that the second save is reported as a conflict and doesn't replace the first. */
async function editInTwoTabs(page: Page, product: Product): Promise<void> {
  const second = await page.context().newPage()
  await second.goto(`${product.address}/business-areas`)
  for (const tab of [page, second]) {
    await tab.getByRole('article', { name: 'Sales' }).getByRole('button', { name: 'Edit' }).click()
    await expect(tab.getByRole('dialog', { name: 'Edit Business Area' }).getByLabel('Name')).toHaveValue('Sales')
  }
  await page.getByLabel('Description').first().fill('Written first')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Business area updated successfully!')).toBeVisible()
  await second.getByLabel('Description').first().fill('Written second')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  await expect(second.getByText('Someone else changed this in the meantime. Reload and try again.')).toBeVisible()
  await second.close()
  await expect(page.getByRole('article', { name: 'Sales' }).getByText('Written first')).toBeVisible()
}
