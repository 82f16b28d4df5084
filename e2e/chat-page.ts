import type { Locator, Page } from '@playwright/test'
import type { Credentials, Product } from './product.ts'

export const composer = (page: Page): Locator => page.getByPlaceholder('Type your message or ask about your data...')
export const results = (page: Page): Locator => page.getByRole('region', { name: 'Query Results' })
export const conversation = (page: Page): Locator => page.getByRole('region', { name: 'Conversation', exact: true })
/** One for each finished answer. */
export const steps = (page: Page): Locator => conversation(page).getByRole('button', { name: /^Steps/ })
export const asked = (page: Page, question: string): Locator =>
  page.getByRole('article', { name: 'You asked' }).getByText(question)

export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await composer(page).press('Enter')
}

/** Signs in with the same call as the form, which loads one page less, and waits for the page that follows. */
export async function signIn(
  page: Page,
  { address, account: own }: Product,
  account: Credentials = own,
  next = '**/chat**',
): Promise<void> {
  const { email, password } = account
  const answer = await page.request.post(`${address}/api/v1/auth/login`, { data: { email, password } })
  if (!answer.ok()) throw new Error(await answer.text())
  const { access_token: token } = (await answer.json()) as { access_token: string }
  // A small file of the same origin.
  await page.goto(`${address}/robots.txt`)
  await page.evaluate((value) => localStorage.setItem('parlance:access_token', value), token)
  await page.goto(`${address}/chat`)
  await page.waitForURL(next)
}

/** Signs in with the form, as users do. */
export async function signInByForm(page: Page, { address, account: { email, password } }: Product): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/chat**')
}
