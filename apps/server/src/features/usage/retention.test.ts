import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { describeStores, type TestStore } from '../../testing/test-store.ts'
import { createLedger } from './ledger.ts'
import { createUsageRetention } from './retention.ts'

const prices = {
  current: async () => ({
    list: { currency: 'USD', compared_on: '2026-11-01', prices: [] },
    origin: 'product' as const,
  }),
  replace: async () => undefined,
  close: () => undefined,
}
const use = { purpose: 'question', userId: 'u1', areaId: null, connectionId: null, turnId: null } as const
const planned = {
  provider: 'openai',
  model: 'm',
  prompt: { expected: 100, most: 100 },
  mostCompletion: 0,
} as const

function ledgerAt({ store }: TestStore, day: string) {
  return createLedger({ store, now: () => new Date(`${day}T10:00:00Z`), config: loadConfig({}) }, prices)
}

async function callOn(current: TestStore, day: string): Promise<void> {
  const tokens = { prompt: 100, cached: 0, cacheWritten: 0, completion: 0, reasoning: 0, isEstimated: false }
  await (await ledgerAt(current, day).open(planned, use)).close(tokens)
}

function retentionAt({ store }: TestStore, day: string) {
  return createUsageRetention({ store, now: () => new Date(`${day}T10:00:00Z`), log: pino({ level: 'silent' }) })
}

async function keptDays({ store }: TestStore): Promise<string[]> {
  return (await store.db.selectFrom('usage_days').select('day').orderBy('day').execute()).map(({ day }) => day)
}

describeStores('the usage of models is kept for 13 whole months', (current) => {
  test('deletes older days only, once in two processes', async () => {
    for (const day of ['2025-09-30', '2025-10-01', '2026-11-01', '2026-11-26']) await callOn(current(), day)
    const runs = [retentionAt(current(), '2026-11-26').run(), retentionAt(current(), '2026-11-26').run()]
    expect((await Promise.all(runs)).reduce((sum, deleted) => sum + deleted, 0)).toBe(1)
    expect(await keptDays(current())).toEqual(['2025-10-01', '2026-11-01', '2026-11-26'])
    expect(await retentionAt(current(), '2026-12-01').run()).toBe(1)
  })

  test('the budget of the running month counts as before', async () => {
    const { store } = current()
    const target = { id: 'b1', scope: 'everyone', target_id: '', period: 'month', unit: 'tokens' } as const
    const made = { amount: 250, currency: '', updated_at: '2025-09-01T00:00:00Z', updated_by: null }
    await store.db
      .insertInto('budgets')
      .values({ ...target, ...made })
      .execute()
    for (const day of ['2025-09-30', '2026-11-01', '2026-11-26']) await callOn(current(), day)
    await retentionAt(current(), '2026-11-26').run()
    const counters = await store.db.selectFrom('budget_counters').select(['starts_on', 'used']).execute()
    expect(counters).toEqual([{ starts_on: '2026-11-01', used: 200 }])
    await expect(ledgerAt(current(), '2026-11-26').open(planned, use)).rejects.toMatchObject({
      code: 'budget_used_up',
    })
  })
})
