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

/** Signs in and waits for the page that follows. */
export async function signIn(
  page: Page,
  { address, account: own }: Product,
  account: Credentials = own,
  next = '**/chat**',
): Promise<void> {
  await page.goto(`${address}/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(next)
}
