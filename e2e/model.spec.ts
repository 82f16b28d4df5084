import { startModelStandIn } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import { expectGoodEverywhere, expectWithinWidths } from './accessible.ts'
import { ask, asked, composer, conversation, signIn } from './chat-page.ts'
import { expect, test } from './product.ts'

const account = { email: 'first@example.com', username: 'first', password: 'correct horse', organization: 'Example' }

test('sets up a model in the accessible wizard, cancels its slow query, and continues after a reload in mid-turn', async ({
  page,
  product,
}) => {
  test.slow()
  const slow = 'SELECT COUNT(*) FROM order_items a, order_items b, order_items c WHERE a.id + b.id + c.id = -1'
  let hasReachedModel = false
  const standIn = await startModelStandIn('openai-compatible', (request) => {
    // Setup asks whether the model can use tools.
    if (!request.text.includes('Something slow')) return { toolCalls: [{ name: 'confirm', args: { ready: true } }] }
    hasReachedModel = true
    return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: slow } }] }
  })
  try {
    await page.request.post(`${product.address}/api/v1/auth/register`, { data: account })
    await signIn(page, product, account, '**/env-config')
    await page.getByRole('button', { name: 'Save and open chat' }).click()
    await expect(page.getByText('Please complete all requirements before saving')).toBeVisible()
    await expect(page.getByRole('button', { name: /AI Model Settings/ })).toBeFocused()
    await page.locator('label').filter({ hasText: 'Google Gemini' }).click()
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
    await expectWithinWidths(page)
    await expectGoodEverywhere(page)
    await page.getByText('OpenAI-compatible').click()
    await page.getByLabel('Base URL').fill(standIn.baseUrl)
    await page.getByLabel('Model').fill('scripted')
    await page.getByRole('button', { name: /^Test/ }).click()
    await expect(page.getByText(/^Connected to OpenAI-compatible/)).toBeVisible()
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.waitForURL('**/chat**')

    await ask(page, 'Something slow')
    await expect(page.getByRole('button', { name: 'Cancel processing' })).toBeVisible()
    // A question that a reload keeps from the server returns to the composer instead.
    await expect.poll(() => hasReachedModel, { timeout: 30_000 }).toBe(true)
    await page.reload()
    await expect(asked(page, 'Something slow')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel processing' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel processing' }).click()
    await expect(conversation(page).getByText('Operation cancelled by user').first()).toBeVisible()
    await expect(composer(page)).toBeEnabled()
  } finally {
    await standIn.close()
  }
})
