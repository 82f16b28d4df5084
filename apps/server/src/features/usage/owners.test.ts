import type { UsageReport } from '@parlance/contract'
import { expect, test } from 'vitest'
import { privateArea } from '../../testing/owned-objects.ts'
import { createTestAppOver, type SignedInUser, type TestApp } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const tokens = { prompt: 100, cached: 0, cacheWritten: 0, completion: 10, reasoning: 0, isEstimated: false }
const today = new Date('2026-11-26T10:00:00Z')

async function record({ services }: TestApp, areaId: string | null, model: string, userId: string): Promise<void> {
  const use = { purpose: 'question', userId, areaId, connectionId: 'c1', turnId: null } as const
  const planned = { provider: 'openai', model, prompt: { expected: 100, most: 100 }, mostCompletion: 10 } as const
  const call = await services.usage.ledger.open(planned, use)
  await call.close(tokens)
}

async function costs({ app }: TestApp, user: SignedInUser, search: string) {
  const answer = await app.inject({ url: `/api/v1/model-usage${search}`, headers: user.headers })
  return { status: answer.statusCode, body: answer.json<UsageReport & { detail?: string }>() }
}

describeOneStore('the costs that an owner of business areas sees', (current) => {
  test('are those of own areas, whatever happens in others, and never by user or connection', async () => {
    const app = await createTestAppOver(current(), { now: today })
    try {
      const owner = await app.signIn('GENERAL')
      const admin = await app.signIn('ADMIN')
      const own = await privateArea(app, owner.user.id)
      await record(app, own, 'gpt-own', admin.user.id)
      const before = await costs(app, owner, '?group=model')
      const foreign = await privateArea(app, admin.user.id)
      await record(app, foreign, 'gpt-foreign', owner.user.id)
      await record(app, null, 'gpt-nowhere', owner.user.id)
      expect(before.body).toMatchObject({ total: { calls: 1 }, rows: [{ key: 'openai/gpt-own' }], models: ['gpt-own'] })
      expect(await costs(app, owner, '?group=model')).toEqual(before)
      expect((await costs(app, owner, `?group=area`)).body.rows).toMatchObject([{ key: own, name: 'Secret plans' }])
      expect((await costs(app, owner, `?area_id=${foreign}`)).body).toMatchObject({ rows: [], total: { calls: 0 } })
      expect((await costs(app, admin, '?group=model')).body.total.calls).toBe(3)
      for (const search of ['?group=user', '?group=connection', `?user_id=${admin.user.id}`]) {
        expect(await costs(app, owner, search)).toMatchObject({
          status: 403,
          body: { detail: 'Only administrators see model costs by user or connection.' },
        })
      }
      const exported = await app.app.inject({
        url: '/api/v1/model-usage/export?group=model',
        headers: owner.headers,
      })
      expect(exported.body).toContain('gpt-own')
      expect(exported.body).not.toMatch(/foreign|nowhere/)
      const log = await app.app.inject({ url: '/api/v1/audit?action=usage.export', headers: admin.headers })
      expect(log.json<{ records: unknown[] }>().records).toMatchObject([{ user_id: owner.user.id }])
    } finally {
      await app.close()
    }
  })

  test('are gone with the area, and others see none', async () => {
    const app = await createTestAppOver(current(), { now: today })
    try {
      const owner = await app.signIn('GENERAL')
      const area = await privateArea(app, owner.user.id)
      expect((await costs(app, owner, '')).status).toBe(200)
      await app.context.store.db.updateTable('areas').set({ owner_id: null }).where('id', '=', area).execute()
      expect(await costs(app, owner, '')).toMatchObject({
        status: 403,
        body: { detail: 'Only administrators and owners of business areas see model costs.' },
      })
    } finally {
      await app.close()
    }
  })
})
