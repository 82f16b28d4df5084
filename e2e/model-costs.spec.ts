import { startModelStandIn } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import { expectGoodEverywhere } from './accessible.ts'
import { ask, conversation, signIn, steps } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'

test.use({ environment: demonstration, isShared: false })

const prices = {
  currency: 'USD',
  compared_on: '2026-11-01',
  prices: [
    { provider: 'openai-compatible', model: 'scripted', input: 3, output: 15, date: '2026-01-01', source: 'a test' },
  ],
}

test('shows what a question cost, and stops the next one before its budget is exceeded', async ({ page, product }) => {
  const sql = 'SELECT COUNT(*) AS orders FROM orders'
  const standIn = await startModelStandIn('openai-compatible', (request) => {
    const usage = { input: 4200, output: 60, cached: 3000 }
    if (request.text.includes('"role":"tool"')) return { text: ['The table has the number.'], usage }
    if (request.text.includes('"confirm"')) return { toolCalls: [{ name: 'confirm', args: { ready: true } }], usage }
    return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql } }], usage }
  })
  try {
    await signIn(page, product)
    const token = await page.evaluate(() => Object.values(localStorage).find((value) => value.startsWith('ey')) ?? '')
    const headers = token === '' ? undefined : { authorization: `Bearer ${token}` }
    const settings = { provider: 'openai-compatible', model: 'scripted', base_url: standIn.baseUrl }
    const url = `${product.address}/api/v1/env-config/orchestration-model`
    expect((await page.request.post(url, { data: settings, headers })).status()).toBe(200)
    await ask(page, 'How many orders are there?')
    await steps(page).click()
    await expect(
      conversation(page)
        .getByText(/tokens/)
        .first(),
    ).toBeVisible()
    await conversation(page).getByText('What the model was given').click()
    await expect(conversation(page).getByRole('heading', { name: 'Whole prompt' })).toBeVisible()
    await expectGoodEverywhere(page)
    await page.goto(`${product.address}/model-costs?group=model`)
    await expect(page.getByText('openai-compatible/scripted')).toBeVisible()
    await expect(page.getByText('The price of scripted is unknown.')).toBeVisible()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'prices.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(prices)) })
    await expect(page.getByText('An uploaded list.')).toBeVisible()
    await page.getByRole('button', { name: 'Add budget' }).click()
    await page.getByLabel('Amount').fill('0.001')
    await page.getByRole('button', { name: 'Save budget' }).click()
    await expect(page.getByText('Monthly budget of everyone')).toBeVisible()
    await expectGoodEverywhere(page)
    await page.goto(`${product.address}/chat`)
    await ask(page, 'How many customers are there?')
    await expect(
      conversation(page)
        .getByText(/could exceed this month's budget/)
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Answer with the built-in engine' }).click()
    await expect(
      conversation(page)
        .getByText(/customers/)
        .last(),
    ).toBeVisible()
  } finally {
    await standIn.close()
  }
})
