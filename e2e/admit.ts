import type { Page } from '@playwright/test'
import { expect, type Product } from './product.ts'

/** Registers the colleague and approves her with the same API calls as the pages. */
export async function admit(page: Page, { address, colleague }: Product): Promise<void> {
  const registered = await page.request.post(`${address}/api/v1/auth/register`, { data: colleague })
  expect(registered.ok()).toBe(true)
  await page.goto(`${address}/users/waiting`)
  const own = page.getByRole('article', { name: colleague.email })
  await own.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(`${colleague.email} was approved.`)).toBeVisible()
}
