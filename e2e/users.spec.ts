import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ask, conversation, signIn } from './chat-page.ts'
import { demonstration, expect, test, type Product } from './product.ts'

// The list of users must be short enough to show the new one.
test.use({ environment: demonstration, isShared: false })

test('takes a user from registration to deactivation: approve, limit, ask once, get the limit message', async ({
  page,
  product,
  browser,
}) => {
  test.slow()
  const { colleague } = product
  await register(page, product)
  await signIn(page, product)
  const dialog = await openUsers(page, product)
  const card = dialog.getByRole('article', { name: colleague.email })
  await expect(card.getByText('Pending Approval')).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText(`${colleague.email} was approved.`)).toBeVisible()

  await card.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit User' })
  await form.getByLabel('Daily query limit').fill('1')
  // The form grows when it opens.
  await expect.poll(async () => (await form.boundingBox())?.width).toBe(720)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('User updated.')).toBeVisible()
  await expect(card.getByText('0 / 1', { exact: true })).toBeVisible()

  const others = await (await browser.newContext()).newPage()
  await signIn(others, product, colleague)
  await ask(others, 'How many products are there?')
  await expect(
    conversation(others)
      .getByText(/^There are \d+ products/)
      .first(),
  ).toBeVisible()
  await ask(others, 'How many customers are there?')
  await expect(
    conversation(others)
      .getByText(/daily (query )?limit/i)
      .first(),
  ).toBeVisible()
  await others.context().close()

  await page.goto(`${product.address}/users`)
  const own = page.getByRole('row').filter({ hasText: colleague.email })
  await expect(own.getByText('Limit reached')).toBeVisible()
  await expectAccessible(page)
  await own.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${colleague.email} was deactivated.`)).toBeVisible()
  const data = { email: colleague.email, password: colleague.password }
  const answer = await page.request.post(`${product.address}/api/v1/auth/login`, { data })
  expect(answer.ok()).toBe(false)

  await page.goto(`${product.address}/audit`)
  await expect(page.getByRole('row').filter({ hasText: 'user.deactivate' }).first()).toBeVisible()
  await expectAccessible(page)
})

test('tests console email, changes a password, and uses the settings with only the keyboard', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto(`${product.address}/settings?tab=environment`)
  const email = page.getByRole('region', { name: 'Outbound email' })
  await email.getByLabel('From email').fill('parlance@example.com')
  await email.getByRole('button', { name: 'Send test email' }).click()
  await expect(
    email.getByText('Console backend is working. Emails are printed to standard output, not sent.'),
  ).toBeVisible()
  await email.getByRole('button', { name: 'Save email settings' }).click()
  await expect(email.getByText('Email settings saved.')).toBeVisible()
  await expectAccessible(page)

  const tabs = page.getByRole('tablist', { name: 'Settings' })
  await tabs.getByRole('tab', { name: 'System Setup' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(tabs.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Current password').fill(product.account.password)
  await page.getByLabel('New password', { exact: true }).fill('a longer password')
  await page.getByLabel('Confirm new password').fill('a longer password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed successfully.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('main').getByText(product.account.email)).toBeVisible()
})

async function openUsers(page: Page, { account }: Product): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(account.email) }).click()
  await page.getByRole('menuitem', { name: 'User Management' }).click()
  return page.getByRole('dialog', { name: 'User Management' })
}

async function register(page: Page, { address, colleague }: Product): Promise<void> {
  const answer = await page.request.post(`${address}/api/v1/auth/register`, { data: colleague })
  expect(answer.ok()).toBe(true)
}
