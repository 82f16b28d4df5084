import type { Locator, Page } from '@playwright/test'
import { expectGoodEverywhere } from './accessible.ts'
import { admit } from './admit.ts'
import { ask, results, signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration })

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
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  await page.getByRole('combobox', { name: 'Table for rule 1' }).fill('customers')
  await page.getByRole('combobox', { name: 'Condition for rule 1' }).fill('id <= 3')
  await openTab(page, 'Access')
  await page.getByRole('radio', { name: /^Restricted/ }).press('Space')
  await page.getByRole('button', { name: 'Grant Access' }).click()
  const chooser = page.getByRole('dialog', { name: 'Grant Access to User' })
  await chooser.getByText(colleague.email).click()
  await chooser.getByRole('button', { name: 'Grant Access' }).click()
  await expect(chooser).toBeHidden()
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

test('groups five tables with rules, a mask, and three users in at most 15 clicks, and saves once', async ({
  page,
  product,
}) => {
  test.slow()
  const { colleague, address } = product
  await signIn(page, product)
  const grantees = ['ann', 'bob', 'cleo'].map((username) => ({
    ...colleague,
    username,
    email: `${username}-${colleague.email}`,
  }))
  for (const each of grantees) await admit(page, { ...product, colleague: each })
  await page.goto(`${address}/business-areas`)
  const saves: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /\/business-areas(\/[\w-]{36}.*|\/)?$/.test(pathname)) saves.push(pathname)
  })
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }
  await click(page.getByRole('button', { name: 'New Business Area' }))
  const dialog = page.getByRole('dialog', { name: 'Create New Business Area' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Sales')
  await click(dialog.getByRole('checkbox', { name: /orders$/ }))
  await click(dialog.getByRole('button', { name: /^Select joined/ }))
  await click(dialog.getByRole('checkbox', { name: /products$/ }))
  await click(dialog.getByRole('checkbox', { name: /reviews$/ }))
  await click(dialog.getByRole('button', { name: 'Add rule for customers' }))
  await expect(dialog.getByRole('combobox', { name: 'Condition for rule 1' })).toBeFocused()
  await page.keyboard.type('city = :user.city ')
  // A click right after typing counts, although the field below the pointer closes its suggestions.
  await click(dialog.getByRole('button', { name: 'Add rule for orders' }))
  await expect(dialog.getByRole('combobox', { name: 'Condition for rule 2' })).toBeFocused()
  await page.keyboard.type('id < 100 ')
  await click(dialog.getByRole('button', { name: 'Add column mask' }))
  await expect(dialog.getByRole('combobox', { name: 'Table for mask 1' })).toBeFocused()
  await page.keyboard.type('customers')
  await page.keyboard.press('Tab')
  await page.keyboard.type('phone')
  await click(dialog.getByText('The owner and users granted access'))
  await click(dialog.getByRole('button', { name: 'Grant Access' }))
  const chooser = page.getByRole('dialog', { name: 'Grant Access to User' })
  for (const { email } of grantees) await click(chooser.getByText(email))
  await click(chooser.getByRole('button', { name: /^Grant Access/ }))
  const panel = page.getByRole('complementary', { name: 'Who will see what' })
  await expect(panel.getByText('No rows, because city is not set.').first()).toBeVisible()
  await click(dialog.getByRole('button', { name: 'Create Business Area' }))
  await expect(page.getByText('Business area created successfully!')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(15)
  expect(saves).toHaveLength(1)
  const card = page.getByRole('article', { name: 'Sales' })
  await expect(card.getByText('5 tables')).toBeVisible()
})
