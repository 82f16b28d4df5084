import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signIn } from './chat-page.ts'
import { demonstration, expect, test, type Product } from './product.ts'

const question =
  'Are you sure you want to remove the current license? The application will require a new license to function.'

// The test ends without a license, which the other journeys need.
test.use({ environment: demonstration, isShared: false })

/** Returns the output of the documented command. */
function issue({ dataFolder }: Product, ...options: string[]): string {
  const command = ['--disable-warning=ExperimentalWarning', 'apps/server/src/cli/license.ts', 'issue', ...options]
  return String(
    execFileSync(process.execPath, command, {
      cwd: resolve(import.meta.dirname, '..'),
      env: { ...process.env, PARLANCE_DATA_DIR: dataFolder },
    }),
  ).trim()
}

const form = (page: Page) => ({
  key: page.getByLabel('License key'),
  file: page.getByLabel('License file'),
  send: page.getByRole('button', { name: /^(Upload|Update)$/ }),
})

/** Uploads a key as text and waits for the answer. */
async function upload(page: Page, key: string, answer: string | RegExp): Promise<void> {
  await form(page).key.fill(key)
  await form(page).send.click()
  await expect(page.getByText(answer)).toBeVisible()
}

test('takes a license from the command to its removal: uploaded as text and as a file, near its limits', async ({
  page,
  product,
  browser,
}) => {
  test.slow()
  const { colleague } = product
  await signIn(page, product)
  await page.goto(`${product.address}/settings?tab=license`)
  await expect(page.getByText('Valid', { exact: true })).toBeVisible()
  await expect(page.getByText('14 days remaining')).toHaveAttribute('data-tone', 'warning')
  await expect(form(page).send).toBeDisabled()
  await expectAccessible(page)

  const small = issue(product, '--edition', 'standard', '--days', '7', '--customer', 'Example Ltd', '--users', '5')
  const [header = '', payload = '', signature = ''] = small.split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const larger = Buffer.from(
    String(Buffer.from(payload, 'base64url')).replace('"max_users":5', '"max_users":-1'),
  ).toString('base64url')
  await upload(page, unsigned, 'This is not a license key.')
  await upload(page, `${header}.${larger}.${signature}`, /The signature of this license is not valid/)
  await expect(page.getByText('Enterprise', { exact: true }).first()).toBeVisible()

  await upload(page, small, /License uploaded successfully: standard edition/)
  await expect(form(page).key).toHaveValue('')
  await expect(page.getByText('Example Ltd')).toBeVisible()
  await expect(page.getByText('7 days remaining')).toHaveAttribute('data-tone', 'danger')
  await expect(page.getByText('20%')).toBeVisible()

  const path = join(product.dataFolder, 'one.license')
  writeFileSync(path, issue(product, '--edition', 'standard', '--days', '365', '--users', '1', '--databases', '1'))
  await form(page).file.setInputFiles(path)
  await expect(form(page).key).toHaveValue(/^ey/)
  await form(page).send.click()
  await expect(page.getByText('365 days remaining')).toHaveAttribute('data-tone', 'success')
  await expect(page.getByText(/^You have reached the limit of 1 user in the standard edition\./)).toBeVisible()
  await expect(
    page.getByText(/^You have reached the limit of 1 database connection in the standard edition\./),
  ).toBeVisible()
  await expectAccessible(page)

  const registered = await page.request.post(`${product.address}/api/v1/auth/register`, { data: colleague })
  expect(registered.ok()).toBe(true)
  await page.goto(`${product.address}/users/waiting`)
  const card = page.getByRole('article', { name: colleague.email })
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/The standard edition allows 1 active user\./)).toBeVisible()

  await page.goto(`${product.address}/settings?tab=license`)
  await upload(page, issue(product, '--edition', 'demo', '--days', '30'), /License uploaded successfully: demo edition/)
  await page.goto(`${product.address}/users/waiting`)
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(`${colleague.email} was approved.`)).toBeVisible()

  await page.goto(`${product.address}/settings?tab=license`)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText(question)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('License removed successfully')).toBeVisible()
  await expect(page.getByText('No valid license', { exact: true })).toBeVisible()
  await expect(page.getByText('200%')).toBeVisible()
  await expect(page.getByText(/^You have 2 users, but the personal edition allows 1\./)).toBeVisible()
  await expectAccessible(page)

  // No one is locked out: existing users can still sign in, and only read about the limit.
  const others = await (await browser.newContext()).newPage()
  await signIn(others, product, colleague)
  await others.goto(`${product.address}/settings?tab=license`)
  await expect(others.getByText('Please contact your administrator to upload a license.')).toBeVisible()
  await expect(form(others).key).toHaveCount(0)
  await expect(others.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expectAccessible(others)
  await others.context().close()
})
