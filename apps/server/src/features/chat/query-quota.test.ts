import { expect, test, vi } from 'vitest'
import { crowd } from '../../../../../packages/contract/src/testing/test-sample.ts'
import { createSqlQuota } from './sql-quota.ts'
import { createAskingApp, runRequest } from '../../testing/asking-app.ts'
import type { AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { AppError } from '../../lib/errors.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const builtin = { provider: 'builtin', model: 'builtin' } as const
const now = new Date('2026-11-30T23:30:00.000Z')
const minute = 60_000
const question = 'How many orders are there?'

async function askInNewSession(app: AskingApp, user: SignedInUser) {
  return app.post(user, '/api/v1/custom_run_sse', runRequest(user, await app.newSession(user), question))
}

async function freshToken(app: AskingApp, user: SignedInUser): Promise<SignedInUser> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email: user.user.email, password: 'correct horse battery' },
  })
  return { ...user, headers: { authorization: `Bearer ${answer.json().access_token}` } }
}

describeStores('query limits', (current) => {
  test(`OP-32 lets exactly 10 of ${crowd} concurrent questions through with a limit of 10`, async () => {
    const app = await createAskingApp(builtin, { now }, current())
    const user = await app.signIn('GENERAL', { daily_query_limit: 10 })
    const sessions = await Promise.all(Array.from({ length: crowd }, () => app.newSession(user)))
    const answers = await Promise.all(
      sessions.map((session) => app.post(user, '/api/v1/custom_run_sse', runRequest(user, session, 'Hello'))),
    )
    const byStatus = Map.groupBy(answers, ({ statusCode }) => statusCode)
    expect([byStatus.get(200)?.length, byStatus.get(429)?.length]).toEqual([10, crowd - 10])
    const refused = byStatus.get(429)?.[0]
    expect(refused?.json()).toMatchObject({
      code: 'quota_exceeded',
      detail: 'You have reached your daily question limit (10). It resets at 2026-12-01 00:00 UTC.',
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(29 * 60)
    const turns = await app.context.store.db.selectFrom('turns').select('id').execute()
    expect(turns).toHaveLength(10)
    await app.app.close()
  })

  test('OP-32 lets exactly as many of 100 concurrent own queries and questions through as the limit allows', async () => {
    const app = await createAskingApp(builtin, { now }, current())
    const user = await app.signIn('GENERAL', { daily_query_limit: 10 })
    const quota = createSqlQuota(app.context)
    const sessions = await Promise.all(Array.from({ length: 20 }, () => app.newSession(user)))
    const outcomes = await Promise.all([
      ...Array.from({ length: 80 }, (_, index) =>
        quota.count(user.user.id, { sql: `SELECT ${index}`, turnId: null }).then(
          () => 'taken',
          (error: unknown) => (error instanceof AppError ? error.code : error),
        ),
      ),
      ...sessions.map(async (session) => {
        const { statusCode } = await app.post(user, '/api/v1/custom_run_sse', runRequest(user, session, 'Hello'))
        return statusCode === 200 ? 'taken' : 'quota_exceeded'
      }),
    ])
    const byOutcome = Map.groupBy(outcomes, (outcome) => outcome)
    expect([byOutcome.get('taken')?.length, byOutcome.get('quota_exceeded')?.length]).toEqual([10, 90])
    await app.app.close()
  })
})

describeOneStore('what counts toward query limits', (current) => {
  test('AC-020 AC-234 AC-245 starts days at UTC midnight and months on their first day, also in what administrators see', async () => {
    const app = await createAskingApp(builtin, { now }, current())
    const admin = await app.signIn('ADMIN')
    const user = await app.signIn('GENERAL', { daily_query_limit: 1, monthly_query_limit: 2 })
    const usage = async (by: SignedInUser) => {
      const answer = await app.app.inject({ url: `/api/v1/users/${user.user.id}`, headers: by.headers })
      const { daily_query_count, monthly_query_count, daily_query_reset_at, monthly_query_reset_at } = answer.json()
      return [daily_query_count, monthly_query_count, daily_query_reset_at, monthly_query_reset_at]
    }
    expect((await askInNewSession(app, user)).statusCode).toBe(200)
    const first = '2026-12-01T00:00:00.000Z'
    expect(await usage(admin)).toEqual([1, 1, first, first])
    expect((await askInNewSession(app, user)).json().detail).toContain('daily question limit (1). It resets')
    app.advance(31 * minute)
    const [later, adminLater] = [await freshToken(app, user), await freshToken(app, admin)]
    expect(await usage(adminLater)).toEqual([0, 0, '2026-12-02T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
    expect((await askInNewSession(app, later)).statusCode).toBe(200)
    const patch = (payload: object) =>
      app.app.inject({ method: 'PATCH', url: `/api/v1/users/${user.user.id}`, headers: adminLater.headers, payload })
    await patch({ daily_query_limit: null, monthly_query_limit: 1 })
    expect((await askInNewSession(app, later)).json().detail).toBe(
      'You have reached your monthly question limit (1). It resets at 2027-01-01 00:00 UTC.',
    )
    await patch({ monthly_query_limit: null })
    expect((await askInNewSession(app, later)).statusCode).toBe(200)
    await patch({ daily_query_limit: 0 })
    expect((await askInNewSession(app, later)).statusCode).toBe(429)
    await app.app.close()
  })

  test('OP-32 counts SQL that a user wrote like a question, but not an answer’s own rows, files and charts', async () => {
    const app = await createAskingApp(builtin, { now }, current())
    const user = await app.signIn('GENERAL', { daily_query_limit: 4 })
    const turnId = `turn-${user.user.id}`
    const events = await app.ask(user, await app.newSession(user), question, turnId)
    const parts = events.flatMap((event) => event.content?.parts ?? [])
    const sql = parts.map((part) => ('functionResponse' in part ? part.functionResponse.response.sql_query : undefined))
    const sql_query = sql.find((each) => each !== undefined) ?? ''
    const asked = await app.context.store.db.selectFrom('turns').select('connection_id').executeTakeFirstOrThrow()
    const chart = (text: string) =>
      app.post(user, '/api/v1/query/visualization', { sql_query: text, database_config_id: asked.connection_id })
    const full = (text: string, more: object = {}) =>
      app.post(user, '/api/v1/query/full-results', { sql_query: text, turn_id: turnId, ...more })
    const count = async () => (await app.services.users.find(user.user.id))?.daily_query_count
    for (const answer of [await full(sql_query), await full(sql_query, { format: 'csv' }), await chart(sql_query)]) {
      expect(answer.statusCode).toBe(200)
    }
    expect(await count()).toBe(1)
    const own = 'SELECT COUNT(*) FROM customers'
    for (const answer of [await full(own), await full(own, { format: 'csv' }), await chart(own)]) {
      expect(answer.statusCode).toBe(200)
    }
    expect(await count()).toBe(4)
    for (const answer of [await full(own), await chart(own), await askInNewSession(app, user)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'quota_exceeded'])
      expect(answer.json().detail).toContain('daily question limit (4)')
    }
    expect((await full(sql_query)).statusCode).toBe(200)
    await app.app.close()
  })

  test("ends a deactivated user's sign-ins, cuts their stream and stops the question that is being answered", async () => {
    const asked = Promise.withResolvers<void>()
    const standIn = await startModelStandIn('openai-compatible', () => {
      asked.resolve()
      return { text: ['There ', 'are '], stallAfter: 1 }
    })
    const model = { provider: 'openai-compatible', model: 'm', base_url: standIn.baseUrl } as const
    const app = await createAskingApp(model, {}, current())
    const [admin, user] = [await app.signIn('ADMIN'), await app.signIn('GENERAL')]
    const asking = app.ask(user, await app.newSession(user), question)
    await asked.promise
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/v1/users/${user.user.id}/deactivate`,
      headers: admin.headers,
    })
    expect(answer.json().is_active).toBe(false)
    await asking
    await standIn.clientClosed
    const statuses = () => app.context.store.db.selectFrom('turns').select('status').execute()
    await vi.waitFor(async () => expect(await statuses()).toEqual([{ status: 'cancelled' }]), { timeout: 60_000 })
    const me = await app.app.inject({ url: '/api/v1/auth/me', headers: user.headers })
    expect([me.statusCode, me.json().code]).toEqual([403, 'account_inactive'])
    const { is_active } = (await app.services.users.find(user.user.id)) ?? {}
    expect(is_active).toBe(0)
    await app.app.close()
    await standIn.close()
  })
})
