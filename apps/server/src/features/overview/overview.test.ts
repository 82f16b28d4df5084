import { randomUUID } from 'node:crypto'
import { overviewSchema, productVersion, type Overview } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAdministeredApp, type AdministeredApp } from '../../testing/administered-app.ts'
import { createTurn, privateConnection } from '../../testing/owned-objects.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const dayMs = 24 * 60 * 60 * 1000

async function read(app: AdministeredApp): Promise<Overview> {
  const answer = await app.call(app.admin, 'GET', 'overview')
  return overviewSchema.parse(answer.json())
}

async function askedDaysAgo(app: AdministeredApp, days: number, status: 'final' | 'failed', inDraft = false) {
  const id = await createTurn(app, app.admin.user.id)
  await app.context.store.db
    .updateTable('turns')
    .set({
      created_at: new Date(app.context.now().getTime() - days * dayMs).toISOString(),
      status,
      in_draft: inDraft ? 1 : 0,
    })
    .where('id', '=', id)
    .execute()
}

async function failTest(app: AdministeredApp, id: string, testedAt: string): Promise<void> {
  await app.context.store.db
    .updateTable('connections')
    .set({
      is_valid: 0,
      test_error: 'Could not reach db.example.com.',
      test_message: JSON.stringify({ text: 'Could not reach {host}.', values: { host: 'db.example.com' } }),
      last_tested: testedAt,
    })
    .where('id', '=', id)
    .execute()
}

describeOneStore('the overview', (current) => {
  test('of a new installation has nothing to look at', async () => {
    const app = await createAdministeredApp(current())
    const { attention, days, ...rest } = await read(app)
    expect(attention).toEqual([])
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day: app.context.now().toISOString().slice(0, 10), answered: 0, failed: 0 })
    expect(rest).toEqual({
      more_connections: 0,
      questions_before: 0,
      feedback: { right: 0, wrong: 0 },
      queued_emails: 0,
      version: productVersion,
      last_backup: null,
    })
  })

  test('counts the questions of each day, and leaves out drafts and older ones', async () => {
    const app = await createAdministeredApp(current())
    await askedDaysAgo(app, 0, 'final')
    await askedDaysAgo(app, 0, 'failed')
    await askedDaysAgo(app, 0, 'final', true)
    await askedDaysAgo(app, 29, 'final')
    await askedDaysAgo(app, 31, 'final')
    await askedDaysAgo(app, 61, 'final')
    const { days, questions_before: before } = await read(app)
    expect(
      days.filter(({ answered, failed }) => answered + failed > 0).map(({ day: _day, ...counts }) => counts),
    ).toEqual([
      { answered: 1, failed: 0 },
      { answered: 1, failed: 1 },
    ])
    expect(before).toBe(1)
  })

  test('lists failing databases and users who wait, but no private database of another user', async () => {
    const app = await createAdministeredApp(current(), { sample: true })
    const other = await app.signIn('ADMIN')
    const [own, foreign] = [
      await privateConnection(app, app.admin.user.id),
      await privateConnection(app, other.user.id),
    ]
    for (const id of [own, foreign]) await failTest(app, id, '2026-11-20T08:00:00.000Z')
    const account = { email: 'new@example.com', username: 'new', password: 'correct horse', organization: 'Example' }
    await app.app.inject({ method: 'POST', url: '/api/v1/auth/register', payload: account })
    const { attention } = await read(app)
    expect(attention).toEqual([
      {
        kind: 'connection',
        id: own,
        name: expect.any(String) as string,
        state: 'failed',
        stage: null,
        problem: 'Could not reach db.example.com.',
        pattern: 'Could not reach {host}.',
        values: { host: 'db.example.com' },
        since: '2026-11-20T08:00:00.000Z',
      },
      { kind: 'users', count: 1, since: expect.any(String) as string },
    ])
  })

  test('counts ratings and examples that wait', async () => {
    const app = await createAdministeredApp(current(), { sample: true })
    const connectionId = await privateConnection(app, app.admin.user.id)
    const rate = async (status: 'pending' | 'approved' | 'wrong', days: number) =>
      app.context.store.db
        .insertInto('examples')
        .values({
          id: randomUUID(),
          area_id: null,
          connection_id: connectionId,
          turn_id: await createTurn(app, app.admin.user.id),
          question_key: null,
          question: 'How many orders are there?',
          sql_query: 'SELECT COUNT(*) FROM orders',
          reading: null,
          status,
          created_by: app.admin.user.id,
          created_at: new Date(app.context.now().getTime() - days * dayMs).toISOString(),
          decided_by: null,
          decided_at: null,
          verified_at: null,
          problem: null,
          reason: null,
          comment: null,
        })
        .execute()
    await rate('pending', 1)
    await rate('approved', 2)
    await rate('wrong', 3)
    await rate('wrong', 40)
    const { attention, feedback } = await read(app)
    expect(feedback).toEqual({ right: 2, wrong: 1 })
    expect(attention).toEqual([{ kind: 'examples', pending: 1, failing: 0 }])
  })
})
