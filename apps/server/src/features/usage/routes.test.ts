import type { Budget, PriceSettings, UsageReport } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import { type SignedInUser } from '../../testing/test-app.ts'

/** Ends a turn with one call. */
const askBack = { toolCalls: [{ name: 'ask_user', args: { question: 'Which orders do you mean?' } }] }

let model: ModelStandIn
let app: AskingApp
let admin: SignedInUser
let user: SignedInUser

beforeAll(async () => {
  model = await startModelStandIn('openai-compatible', [askBack])
  const settings = { provider: 'openai-compatible', model: 'local', base_url: model.baseUrl, api_key: 'key' } as const
  app = await createAskingApp(settings, { now: new Date('2026-11-26T10:00:00Z') })
  admin = await app.signIn('ADMIN')
  user = await app.signIn('GENERAL')
})
afterAll(async () => {
  await app.close()
  await model.close()
})

async function send<Body>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await app.app.inject({ method, url: `/api/v1/${url}`, headers: admin.headers, payload })
  return { status: answer.statusCode, body: answer.json<Body & { detail?: string }>(), headers: answer.headers }
}

const prices = {
  currency: 'EUR',
  compared_on: '2026-11-01',
  prices: [
    { provider: 'openai-compatible', model: 'local', input: 1, output: 2, date: '2026-01-01', source: 'our server' },
  ],
}

async function askOnce(who = user) {
  model.script([{ ...askBack, usage: { input: 1_000_000, output: 500_000, cached: 600_000 } }])
  const events = await app.ask(who, await app.newSession(who), 'How is it?')
  return events.at(-1)
}

test('a question has its tokens, and says that the price is unknown instead of zero', async () => {
  const last = await askOnce()
  expect(last?.usage_metadata).toMatchObject({ prompt_tokens: 1_000_000, cached_tokens: 600_000, cost: null })
  const { body } = await send<UsageReport>('GET', 'model-usage?group=user')
  expect(body.rows).toMatchObject([{ key: user.user.id, name: user.user.email, unpriced_tokens: 1_500_000, costs: [] }])
})

test('an uploaded price list applies to the next question and is audited', async () => {
  expect((await send('PUT', 'model-prices', { text: '{\n"currency": }' })).body.detail).toBe(
    'The price list is not valid. It is not valid JSON. Check line 2.',
  )
  const uploaded = await send<PriceSettings>('PUT', 'model-prices', { text: JSON.stringify(prices) })
  expect(uploaded.body).toMatchObject({ origin: 'upload', unpriced_models: [], list: { currency: 'EUR' } })
  expect((await askOnce())?.usage_metadata).toMatchObject({ cost: 2, currency: 'EUR' })
  const { body } = await send<UsageReport>('GET', 'model-usage?group=model&from=2026-11-26&to=2026-11-26')
  expect(body.rows).toMatchObject([{ key: 'openai-compatible/local', costs: [{ currency: 'EUR', amount: 2 }] }])
  const log = await send<{ records: { action: string }[] }>(
    'GET',
    'audit?outcome=allowed&action=settings.upload-prices',
  )
  expect(log.body.records).toHaveLength(1)
})

test('a used-up budget refuses the question before the call and offers the built-in engine', async () => {
  const budget = { scope: 'user', period: 'day', unit: 'money', amount: 2.001 }
  const made = await send<Budget>('POST', 'model-budgets', budget)
  expect(made.body).toMatchObject({ currency: 'EUR', used: 0, renews_at: '2026-11-27T00:00:00.000Z' })
  expect((await send('POST', 'model-budgets', budget)).status).toBe(409)
  const before = model.requests.length
  const last = await askOnce()
  expect(last).toMatchObject({ code: 'budget_used_up', actions: [{ action: 'answer_with_builtin' }] })
  expect(last?.error).toContain('your daily budget')
  expect(model.requests).toHaveLength(before)
  const { body } = await send<{ budgets: Budget[] }>('GET', 'model-budgets')
  expect(body.budgets).toMatchObject([{ used: 2, amount: 2.001 }])
  const changed = await send<Budget>('PUT', `model-budgets/${made.body.id}`, { ...budget, amount: 50 })
  expect(changed.body).toMatchObject({ amount: 50 })
  expect((await askOnce())?.type).toBe('final')
  expect((await send('DELETE', `model-budgets/${made.body.id}`)).status).toBe(200)
  expect((await send('DELETE', `model-budgets/${made.body.id}`)).status).toBe(404)
  const log = await send<{ records: { action: string }[] }>('GET', 'audit?outcome=allowed')
  const actions = log.body.records.map(({ action }) => action).filter((action) => action.startsWith('budget.'))
  expect(actions.toSorted()).toEqual(['budget.create', 'budget.delete', 'budget.update'])
})

test('refuses a budget for someone who does not exist, and one of money while a price is unknown', async () => {
  const stranger = { scope: 'user', target_id: 'nobody', period: 'day', unit: 'tokens', amount: 5 }
  expect((await send('POST', 'model-budgets', stranger)).body.detail).toContain('does not exist')
  await send('DELETE', 'model-prices')
  const money = { scope: 'everyone', period: 'month', unit: 'money', amount: 5 }
  expect((await send('POST', 'model-budgets', money)).body.detail).toBe(
    'The price of local is unknown. Set a budget in tokens, or add the price to the price list.',
  )
})

test('exports all rows, and keeps them when the user and the conversation are deleted', async () => {
  await app.context.store.db.deleteFrom('sessions').execute()
  await app.context.store.db.deleteFrom('users').where('id', '=', user.user.id).execute()
  expect(await app.context.store.db.selectFrom('turn_usage').selectAll().execute()).toEqual([])
  const { body } = await send<UsageReport>('GET', 'model-usage?group=user')
  expect(body.rows).toMatchObject([{ key: user.user.id, name: null, calls: 3, costs: [{ amount: 4 }] }])
  const answer = await app.app.inject({ url: '/api/v1/model-usage/export?group=user', headers: admin.headers })
  expect(answer.headers['content-disposition']).toBe('attachment; filename="model_costs_by_user_2026-11-26.csv"')
  expect(answer.body.split('\r\n')[1]).toBe(`${user.user.id},,3,3000000,1800000,0,1500000,0,0,1500000,4,EUR`)
  expect((await send('GET', 'model-usage?from=2026-11-26&to=2026-11-01')).status).toBe(400)
})
