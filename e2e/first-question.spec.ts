import { readFileSync } from 'node:fs'
import { expectAccessible } from './accessible.ts'
import { ask, asked, conversation, results, signIn, steps } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

const account = { email: 'first@example.com', username: 'first', password: 'correct horse', organization: 'Example' }

test('goes from an empty folder to an answered question: register, sign in, one click, ask, export, ask again, reload', async ({
  page,
  product,
}) => {
  await page.goto(`${product.address}/register`)
  await expectAccessible(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password').fill(account.password)
  await page.getByLabel('Organization').fill(account.organization)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.waitForURL('**/login')
  await expectAccessible(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.waitForURL('**/env-config')
  await expectAccessible(page)
  await page.getByRole('button', { name: /Built-in engine \(no key\)/ }).click()
  await page.waitForURL('**/chat')

  await expect(page.getByText('Sample Shop').first()).toBeVisible()
  await ask(page, 'Which five products earned the most?')
  await expect(results(page).getByRole('row')).toHaveCount(6)
  await expect(results(page).getByText('revenue').first()).toBeVisible()
  await results(page)
    .getByRole('button', { name: /^Show \d+ more lines$/ })
    .click()
  await expect(results(page).getByText(/LIMIT/)).toBeVisible()
  await expect(steps(page)).toBeVisible()
  await expectAccessible(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    results(page).getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^query_results_\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[0]).toMatch(/revenue$/)

  await ask(page, 'and by month?')
  await expect(results(page).getByRole('columnheader', { name: /month/ })).toBeVisible()

  await page.reload()
  await expect(asked(page, 'Which five products earned the most?')).toBeVisible()
  await expect(asked(page, 'and by month?')).toBeVisible()
  await expect(results(page).getByRole('columnheader', { name: /month/ })).toBeVisible()
})

test.describe('with an account', () => {
  test.use({ environment: demonstration })

  test('loses no answer in a power failure, and starts again', async ({ page, product }) => {
    await signIn(page, product)
    await ask(page, 'How many customers are there?')
    await expect(results(page).getByText(/COUNT/)).toBeVisible()
    await product.kill()
    await product.start()
    await page.reload()
    await expect(asked(page, 'How many customers are there?')).toBeVisible()
    await ask(page, 'How many orders are there?')
    await expect(conversation(page).getByText(/^There are [\d,]+ orders\.$/)).toBeVisible()
  })
})
