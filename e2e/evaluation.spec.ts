import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleThemes } from './accessible.ts'
import { signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

test('measures an area with three questions, changes the area, and compares both runs', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  await page.goto(`${product.address}/business-areas`)
  await createArea(page)
  await page.getByRole('article', { name: 'Sales' }).getByRole('link', { name: 'Evaluation' }).click()

  await page.getByRole('button', { name: 'Add the first question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add questions' })
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How many customers are there?')
  await dialog.getByRole('textbox', { name: 'Expected SQL' }).fill('DELETE FROM customers')
  await dialog.getByRole('button', { name: 'Add question', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Expected SQL' }).fill('SELECT COUNT(*) FROM customers')
  await dialog.getByLabel('Tags').fill('count')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add question', exact: true }).click()
  await expect(dialog.getByText('Question added.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How many orders are there?')
  await dialog.getByRole('textbox', { name: 'Expected SQL' }).fill('SELECT COUNT(*) FROM orders')
  await dialog.getByRole('button', { name: 'Add question', exact: true }).click()
  await expect(dialog.getByText('2 questions added.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How many products are there?')
  await dialog.getByRole('button', { name: 'Expected rows' }).click()
  await dialog.getByRole('textbox', { name: 'Expected rows' }).fill('products\n-1')
  await dialog.getByRole('button', { name: 'Add question', exact: true }).click()
  await expect(dialog.getByText('3 questions added.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Approve all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve all' }).click()
  await expect(page.getByText('3 questions, 3 approved')).toBeVisible()
  await expectAccessible(page)
  await run(page)
  const runs = page.getByRole('region', { name: 'Compared runs' })
  await expect(runs.getByText('of 3 right')).toBeVisible()
  await expect(runs.getByText('1 wrong')).toBeVisible()

  await page.getByRole('button', { name: /^Not right/ }).click()
  await page.getByRole('link', { name: /^How many products/ }).click()
  const detail = page.getByRole('region', { name: 'Question', exact: true })
  await expect(detail.getByText('Wrong in run 1.')).toBeVisible()
  await expect(detail.getByText(/^Run again just now, as you/)).toBeVisible()
  await expect(detail.getByRole('region', { name: 'Rows of Expected' }).getByText('-1')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Business areas' }).click()
  await expect(page.getByRole('link', { name: '2 of 3 right, today' })).toBeVisible()
  await removeTable(page)
  await page.getByRole('link', { name: '2 of 3 right, today' }).click()
  await run(page)
  await expect(runs.getByLabel('Later run')).toContainText('Run 2')
  await expect(runs.getByText('1 fewer than in the earlier run')).toBeAttached()
  await expect(page.getByText(/^1 of 3 answers are right in the last run, 2 in the run before\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Changed/, pressed: true })).toContainText('1')
  await expect(detail.getByRole('heading', { name: 'How many customers are there?' })).toBeVisible()
  await expect(detail.getByText('Broken in run 2.')).toBeVisible()
  await expectAccessibleThemes(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: /^How many customers/ }).click()
  await expect(page.getByRole('navigation', { name: 'Questions' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the questions' }).click()
  await expect(page.getByRole('navigation', { name: 'Questions' })).toBeVisible()
})

async function createArea(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Business Area' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Business Area' })
  await dialog.getByLabel('Name').fill('Sales')
  await expect(dialog.getByRole('combobox', { name: 'Application' })).not.toHaveValue('')
  for (const table of ['customers', 'orders', 'products']) {
    await tableIn(dialog, table).check()
  }
  await dialog.getByRole('button', { name: 'Create Business Area' }).click()
  await expect(page.getByText('Business area created successfully!')).toBeVisible()
}

/** Takes the customers out of the area, so that a question about them has no answer. */
async function removeTable(page: Page): Promise<void> {
  await page.getByRole('article', { name: 'Sales' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Business Area' })
  await tableIn(dialog, 'customers').uncheck()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Business area updated successfully!')).toBeVisible()
}

function tableIn(dialog: Locator, name: string): Locator {
  return dialog.getByRole('checkbox', { name: new RegExp(`${name}$`) })
}

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run evaluation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run evaluation' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Run in progress' })).toHaveCount(0, { timeout: 120_000 })
}

test('reaches the last of many questions of a CSV file', async ({ page, product }) => {
  await signIn(page, product)
  await page.goto(`${product.address}/business-areas`)
  await createArea(page)
  await page.getByRole('article', { name: 'Sales' }).getByRole('link', { name: 'Evaluation' }).click()
  await page.getByRole('button', { name: 'Add the first question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add questions' })
  await dialog.getByRole('button', { name: 'CSV file' }).click()
  const lines = Array.from({ length: 450 }, (_, index) => `Question number ${index}?,"[[${index}]]"`)
  const csv = ['question,expected_rows', ...lines].join('\n')
  await dialog.getByLabel('File').setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByText('450 new questions, no errors.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add questions', exact: true }).click()
  await expect(dialog.getByText('450 questions added. They wait for approval.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Question number 0\?/ }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('link', { name: /^Question number 449\?/ })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('number 44')
  await expect(page.getByRole('listitem').getByRole('checkbox')).toHaveCount(11)
})
