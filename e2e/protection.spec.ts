import type { APIRequestContext } from '@playwright/test'
import { expectGoodEverywhere } from './accessible.ts'
import { ask, conversation, signIn } from './chat-page.ts'
import { demo, demonstration, expect, test, type Product } from './product.ts'

test.use({ environment: demonstration })

test('lets an owner request a protected table and an administrator approve it, and shows its readers in the matrix', async ({
  page,
  product,
  browser,
}) => {
  test.slow()
  const databaseId = await prepare(page.request, product)
  const others = await (await browser.newContext()).newPage()
  await signIn(others, product, product.colleague)
  await others.goto(`${product.address}/business-areas`)
  await others.getByRole('article', { name: 'Team' }).getByRole('button', { name: 'Edit' }).click()
  const editor = others.getByRole('dialog', { name: 'Edit Business Area' })
  await editor.getByRole('checkbox', { name: /customers$/ }).check()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(others.getByText('Saved. Waiting for an administrator to approve:')).toBeVisible()
  await expect(others.getByText('Add customers.').first()).toBeVisible()

  await signIn(page, product)
  await page.getByRole('link', { name: 'Review' }).click()
  const request = page.getByRole('article', { name: 'Team' })
  await expect(request.getByText('customers: all rows, no masked columns.')).toBeVisible()
  await expectGoodEverywhere(page)
  await request.getByRole('button', { name: 'Approve' }).click()
  await expect(request).toBeHidden()

  await others.goto(`${product.address}/chat`)
  await ask(others, 'How many customers are there?')
  await expect(
    conversation(others)
      .getByText(/^There are [\d,]+ customers/)
      .first(),
  ).toBeVisible()
  await others.context().close()

  await page.goto(`${product.address}/databases/${databaseId}/protection`)
  await expect(page.getByText('customers is protected, but Team shows all of its rows and columns.')).toBeVisible()
  await expectGoodEverywhere(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Remove protection: customers' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove protection' }).click()
  await expect(page.getByRole('button', { name: /^Protect( everywhere)?: customers$/ })).toBeVisible()
})

/** Creates an area whose owner isn't an administrator, and an administrator's rules on the customers. */
async function prepare(request: APIRequestContext, product: Product): Promise<string> {
  const { address, colleague: owner } = product
  const url = `${address}/api/v1`
  expect((await request.post(`${url}/auth/register`, { data: owner })).ok()).toBe(true)
  const { access_token: token } = await (await request.post(`${url}/auth/login`, { data: demo })).json()
  const headers = { authorization: `Bearer ${token}` }
  const users: { user_id: string; email: string }[] = await (await request.get(`${url}/users/`, { headers })).json()
  const user_id = users.find(({ email }) => email === owner.email)?.user_id
  await request.post(`${url}/users/${user_id}/approve`, { headers, data: {} })
  const active = await (await request.get(`${url}/database-management/configurations/active`, { headers })).json()
  const create = async (area: object) => {
    const data = { application_id: active.application_id, visibility: 'public', is_default: false, joins: [], ...area }
    const answer = await request.post(`${url}/business-areas/`, { headers, data })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { area_id: string }
  }
  const team = await create({ area_name: 'Team', tables: [{ table_name: 'orders' }] })
  await request.put(`${url}/business-areas/${team.area_id}/owner`, { headers, data: { user_id } })
  const rules = [{ name: 'First customers', tables: { customers: { condition: 'id <= 3' } } }]
  await create({ area_name: 'Sales', tables: [{ table_name: 'customers' }], row_security_rules: { rules } })
  return active.id
}
