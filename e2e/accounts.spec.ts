import { expectAccessibleThemes, expectWithinWidths } from './accessible.ts'
import { demonstration, expect, test, type Product } from './product.ts'
import type { Locator, Page } from '@playwright/test'

const admin = { email: 'first@example.com', username: 'first', password: 'correct horse', organization: 'Example' }
const second = { email: 'second@example.com', username: 'second', password: 'battery staple', organization: 'Example' }
const newPassword = 'a new password'

test('registers, gets approved, signs in and resets a password with only the keyboard', async ({ page, product }) => {
  test.slow()
  await registerAdmin(page, product)

  await page.goto(`${product.address}/register`)
  await typeInto(page, 'Email', second.email)
  await typeInto(page, 'Username', second.username)
  await typeInto(page, 'Password', second.password)
  await typeInto(page, 'Organization', second.organization)
  await expectAccessibleThemes(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Registration received\./)).toBeVisible()
  await expect(page.getByLabel('Activation code')).toBeHidden()
  await expectAccessibleThemes(page)

  await press(page, page.getByRole('link', { name: 'Sign in' }))
  await signInByKeyboard(page, second.password)
  await expect(page.getByRole('alert')).toHaveText('Your account is waiting for administrator approval.')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessibleThemes(page)

  await approve(page, product)
  await page.keyboard.type(second.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chat**')
  await page.evaluate(() => localStorage.clear())

  await page.goto(`${product.address}/login`)
  await press(page, page.getByRole('link', { name: 'Forgot your password?' }))
  await typeInto(page, 'Email', second.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('If the email exists, a reset link has been sent.')).toBeVisible()
  await expectAccessibleThemes(page)

  await page.goto(await mailedLink(product))
  await typeInto(page, 'New password', 'short')
  await typeInto(page, 'Confirm password', 'shorter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await expectAccessibleThemes(page)
  await typeInto(page, 'New password', newPassword)
  await typeInto(page, 'Confirm password', newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password reset successfully. You can now log in.')).toBeVisible()
  await expectAccessibleThemes(page)
  await page.waitForURL('**/login')

  await signInByKeyboard(page, second.password)
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.')
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chat**')

  await page.evaluate(() => localStorage.clear())
  await page.goto(await mailedLink(product))
  await typeInto(page, 'New password', newPassword)
  await typeInto(page, 'Confirm password', newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/^This reset link /)
})

test.describe('with an account', () => {
  test.use({ environment: demonstration })

  test('signs out in every tab, and signs in again in every tab', async ({ page, product }) => {
    await page.goto(`${product.address}/login?returnUrl=%2Fdatabases`)
    const other = await page.context().newPage()
    await other.goto(`${product.address}/login`)
    await page.getByLabel('Email').fill(product.account.email)
    await page.getByLabel('Password', { exact: true }).fill(product.account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/databases')
    await other.waitForURL('**/chat**')
    await page.evaluate(() => {
      localStorage.removeItem('parlance:access_token')
    })
    await other.waitForURL('**/login')
  })

  test('keeps every screen of accounts within its width', async ({ page, product }) => {
    for (const path of [
      '/login',
      '/register',
      '/register?activate=ada@example.com',
      '/forgot-password',
      '/reset-password',
    ]) {
      await page.goto(product.address + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectWithinWidths(page)
    }
  })
})

async function registerAdmin(page: Page, { address }: Product): Promise<void> {
  expect((await page.request.post(`${address}/api/v1/auth/register`, { data: admin })).ok()).toBe(true)
}

/** Approves the second account as the administrator. */
async function approve(page: Page, { address }: Product): Promise<void> {
  const signedIn = await page.request.post(`${address}/api/v1/auth/login`, {
    data: { email: admin.email, password: admin.password },
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(`${address}/api/v1/users/`, { headers })
  const body = (await answer.json()) as { user_id: string; email: string }[]
  const id = body.find((user) => user.email === second.email)?.user_id ?? ''
  const approved = await page.request.post(`${address}/api/v1/users/${id}/approve`, {
    headers,
    data: { role: 'GENERAL' },
  })
  expect(approved.ok()).toBe(true)
}

/** Returns the last reset link in the product's output, where the console backend writes its emails. */
async function mailedLink(product: Product): Promise<string> {
  const links = () => product.output.match(/\/reset-password\?token=[^\s"\\]+/g) ?? []
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return product.address + (links().at(-1) ?? '')
}

async function signInByKeyboard(page: Page, password: string): Promise<void> {
  await typeInto(page, 'Email', second.email)
  await typeInto(page, 'Password', password)
  await page.keyboard.press('Enter')
}

/** Reaches a field with Tab, and replaces its content. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
