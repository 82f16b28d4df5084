import type { Budget, PriceList } from '@parlance/contract'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { AppError } from '../../lib/errors.ts'
import type { CallTokens, ModelUse, PlannedCall } from '../../models/model-use.ts'
import { openStore } from '../../store/open-store.ts'
import { describeStores, type TestStore } from '../../testing/test-store.ts'
import { createLedger } from './ledger.ts'

const list: PriceList = {
  currency: 'USD',
  compared_on: '2026-11-01',
  prices: [
    {
      provider: 'openai',
      model: 'gpt-*',
      input: 10,
      cached_input: 1,
      output: 20,
      date: '2026-01-01',
      source: 'a test',
    },
  ],
}
const prices = {
  current: async () => ({ list, origin: 'product' as const }),
  replace: async () => undefined,
  close: () => undefined,
}
const asked: ModelUse = { purpose: 'question', userId: 'u1', areaId: 'a1', connectionId: 'c1', turnId: null }
/** 1,000 tokens at most; it may cost 0.01 USD. */
const planned: PlannedCall = {
  provider: 'openai',
  model: 'gpt-6',
  prompt: { expected: 400, most: 1000 },
  mostCompletion: 0,
}
const used = (tokens: Partial<CallTokens>): CallTokens => ({
  prompt: 0,
  cached: 0,
  cacheWritten: 0,
  completion: 0,
  reasoning: 0,
  isEstimated: false,
  ...tokens,
})

function ledgerOf(store: TestStore['store'], now = new Date('2026-11-26T10:00:00Z')) {
  return createLedger({ store, now: () => now, config: loadConfig({}) }, prices)
}

async function setBudget({ store }: TestStore, change: Partial<Budget>): Promise<void> {
  const { scope = 'everyone', target_id = null, period = 'day', unit = 'tokens', amount = 1000 } = change
  const currency = unit === 'money' ? 'USD' : ''
  const row = { id: `${scope} ${target_id} ${period} ${unit}`, scope, target_id: target_id ?? '', period, unit, amount }
  const made = { ...row, currency, updated_at: '2026-11-26T09:00:00Z', updated_by: null }
  await store.db.insertInto('budgets').values(made).execute()
}

const refusalOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof AppError && error.code === 'budget_used_up' ? error.detail : String(error)),
  )

describeStores('the ledger of model calls', (current) => {
  test('adds calls to their day, with the cost of each kind of token', async () => {
    const { store } = current()
    const ledger = ledgerOf(store)
    const tokens = used({ prompt: 1000, cached: 800, completion: 100, reasoning: 40 })
    for (let call = 0; call < 2; call++) {
      expect(await (await ledger.open(planned, asked)).close(tokens)).toEqual({ amount: 0.0048, currency: 'USD' })
    }
    const unknown = { ...planned, model: 'other' }
    expect(await (await ledger.open(unknown, asked)).close(used({ prompt: 7, isEstimated: true }))).toBeNull()
    expect(await (await ledger.open(planned, asked)).close(null)).toBeNull()
    const days = await store.db.selectFrom('usage_days').selectAll().orderBy('model').execute()
    const place = { day: '2026-11-26', user_id: 'u1', area_id: 'a1', connection_id: 'c1', provider: 'openai' }
    expect(days).toEqual([
      {
        ...place,
        model: 'gpt-6',
        purpose: 'question',
        currency: 'USD',
        calls: 2,
        prompt: 2000,
        cached: 1600,
        cache_written: 0,
        completion: 200,
        reasoning: 80,
        estimated: 0,
        unpriced: 0,
        cost: 0.0096,
      },
      expect.objectContaining({ ...place, model: 'other', currency: '', estimated: 7, unpriced: 7, cost: 0 }),
    ])
  })

  test('refuses a call that could pass a budget, names the budget, and says when it renews', async () => {
    const { store } = current()
    await setBudget(current(), { amount: 1500 })
    const ledger = ledgerOf(store)
    const first = await ledger.open(planned, asked)
    expect(await refusalOf(ledger.open(planned, asked))).toBe(
      "This question could exceed today's budget for AI models. The budget renews at 2026-11-27 00:00 UTC. You can use the built-in engine until then.",
    )
    await first.close(used({ prompt: 400, completion: 100 }))
    await (await ledger.open(planned, asked)).close(null)
    expect(await refusalOf(ledgerOf(store, new Date('2026-11-27T00:00:00Z')).open(planned, asked))).toBeNull()
  })

  test('counts what was used before the budget was set', async () => {
    const { store } = current()
    const ledger = ledgerOf(store)
    await (await ledger.open(planned, asked)).close(used({ prompt: 600 }))
    await setBudget(current(), { period: 'month', amount: 1500 })
    expect(await refusalOf(ledger.open(planned, asked))).toContain("this month's budget")
  })

  test('counts each user and area separately, and a named one by its own budget', async () => {
    const { store } = current()
    await setBudget(current(), { scope: 'user' })
    await setBudget(current(), { scope: 'user', target_id: 'u2', amount: 5000 })
    await setBudget(current(), { scope: 'area', target_id: 'a9', period: 'month', amount: 500 })
    const ledger = ledgerOf(store)
    await ledger.open(planned, asked)
    expect(await refusalOf(ledger.open(planned, asked))).toContain('your daily budget')
    expect(await refusalOf(ledger.open(planned, { ...asked, userId: 'u3' }))).toBeNull()
    for (let call = 0; call < 5; call++) await ledger.open(planned, { ...asked, userId: 'u2' })
    expect(await refusalOf(ledger.open(planned, { ...asked, userId: 'u2' }))).toContain('your daily budget')
    const elsewhere = { ...asked, userId: 'u4', areaId: 'a9' }
    expect(await refusalOf(ledger.open(planned, elsewhere))).toContain('the monthly budget of the business area a9')
  })

  test('a budget of money refuses models without a price, and never counts them as free', async () => {
    const { store } = current()
    await setBudget(current(), { unit: 'money', amount: 0.015 })
    const ledger = ledgerOf(store)
    expect(await refusalOf(ledger.open({ ...planned, model: 'other' }, asked))).toContain(
      'the price of other is unknown',
    )
    await ledger.open(planned, asked)
    expect(await refusalOf(ledger.open(planned, asked))).toContain("today's budget")
  })

  test('many calls at once in two server processes cannot pass a budget together', async () => {
    const { store, dataDir, databaseUrl } = current()
    await setBudget(current(), { amount: 10_000 })
    const second = await openStore({ dataDir, databaseUrl })
    try {
      const ledgers = [ledgerOf(store), ledgerOf(second)]
      const calls = Array.from({ length: 60 }, (_, at) =>
        ledgers[at % 2]?.open(planned, { ...asked, userId: `u${at}` }),
      )
      const outcomes = await Promise.allSettled(calls.filter((call) => call !== undefined))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      const opened = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' && outcome.value ? [outcome.value] : [],
      )
      await Promise.all(opened.map((call) => call.close(used({ prompt: 900 }))))
      const [counter] = await store.db.selectFrom('budget_counters').selectAll().execute()
      expect(counter?.used).toBe(9000)
      expect(await store.db.selectFrom('model_reservations').selectAll().execute()).toEqual([])
      await (await ledgers[0]?.open(planned, asked))?.close(null)
    } finally {
      await second.close()
    }
  }, 30_000)

  test('the reservation of a killed process expires, and its prompt counts as used', async () => {
    const { store } = current()
    await setBudget(current(), { amount: 1300 })
    await ledgerOf(store).open(planned, asked)
    const soon = ledgerOf(store, new Date('2026-11-26T10:05:00Z'))
    expect(await refusalOf(soon.open(planned, asked))).toContain("today's budget")
    const later = ledgerOf(store, new Date('2026-11-26T10:11:00Z'))
    expect(await refusalOf(later.open({ ...planned, prompt: { expected: 10, most: 900 } }, asked))).toBeNull()
    expect(await refusalOf(later.open({ ...planned, prompt: { expected: 10, most: 10 } }, asked))).not.toBeNull()
    const [day] = await store.db.selectFrom('usage_days').selectAll().execute()
    expect(day).toMatchObject({ prompt: 400, estimated: 400, calls: 1 })
  })

  test('totals outlive the conversation, and a question keeps its tokens only as long as it exists', async () => {
    const { store } = current()
    const call = await ledgerOf(store).open(planned, { ...asked, turnId: 'deleted' })
    await call.close(used({ prompt: 5 }))
    expect(await store.db.selectFrom('turn_usage').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('usage_days').select('prompt').execute()).toEqual([{ prompt: 5 }])
  })
})
