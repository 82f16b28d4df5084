import { once } from 'node:events'
import { StatementSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Principal } from '../../http/principal.ts'
import { testPrincipal } from '../../testing/file-turn.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createQueryDoor } from '../../door/run-query.ts'
import { longQueriesPerPerson } from '../../door/running-limit.ts'
import { readingOnce } from '../../store/read-once.ts'
import type { StreamedResult } from './service.ts'

const sql = 'SELECT a.id FROM order_items a, order_items b'
let app: TestApp
let principal: Principal

beforeAll(async () => {
  app = await createTestApp({ sample: true })
  const { user } = await app.signIn('ADMIN')
  principal = { ...testPrincipal, userId: user.id, email: user.email, username: user.username, role: 'ADMIN' }
})
afterAll(() => app.close())

function begin(who = principal): Promise<StreamedResult> {
  return app.services.exports.fullResults(who, { sql_query: sql, format: 'csv' }, new AbortController().signal)
}

async function leave({ body }: StreamedResult): Promise<void> {
  if (!(body instanceof Readable)) throw new Error('The body was complete')
  const closed = once(body, 'close')
  body.destroy()
  await closed
}

test('R18 runs a few full results per user at a time, and the next one when one of them ends', async () => {
  const running = await Promise.all(Array.from({ length: longQueriesPerPerson }, () => begin()))
  let hasBegun = false
  const waiting = begin().finally(() => (hasBegun = true))
  const other = await app.signIn('ADMIN')
  await leave(await begin({ ...principal, userId: other.user.id }))
  expect(hasBegun).toBe(false)
  await Promise.all(running.map(leave))
  await leave(await waiting)
})

test('many small results at once wait for each other instead of being refused', async () => {
  const { signal } = new AbortController()
  const ask = async () => {
    const { body } = await app.services.exports.fullResults(principal, { sql_query: 'SELECT 1' }, signal)
    return body instanceof Readable ? text(body) : body.toString()
  }
  const bodies = await Promise.all(Array.from({ length: 20 }, ask))
  for (const body of bodies) expect(JSON.parse(body)).toMatchObject({ results: [[1]] })
})

test('takes no place for a refused query', async () => {
  for (let time = 0; time <= longQueriesPerPerson; time++) {
    const refused = app.services.exports.fullResults(
      principal,
      { sql_query: 'DELETE FROM orders' },
      new AbortController().signal,
    )
    await expect(refused).rejects.toMatchObject({ code: 'query_refused' })
  }
})

test('returns the database connection of a download that no one reads', async () => {
  const audited = async () =>
    (await app.context.store.db.selectFrom('audit_log').select('id').where('action', '=', 'query.run').execute()).length
  const before = await audited()
  for (let time = 0; time < 10; time++) await leave(await begin())
  await expect.poll(audited).toBe(before + 10)
})

test('asks the store at most 14 times for a result, with the sign-in, rights, counters, and audit log', async () => {
  const { headers } = await app.signIn('GENERAL')
  const { id } = await app.context.store.db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
  const payload = { sql_query: 'SELECT 1', database_config_id: id }
  const ask = () => app.app.inject({ method: 'POST', url: '/api/v1/query/full-results', headers, payload })
  await ask()
  const calls = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  const queriesOf = async () => {
    for (const call of calls) call.mockClear()
    expect((await ask()).json()).toMatchObject({ results: [[1]] })
    const asked = calls.flatMap(({ mock }) => mock.contexts.map((statement) => (statement as StatementSync).sourceSQL))
    return asked.filter((text) => /^(select|insert|update|delete) /.test(text))
  }
  try {
    // Jobs of the server may ask, too, but not at each of three times.
    const asked = [await queriesOf(), await queriesOf(), await queriesOf()]
    for (const queries of asked)
      expect(queries.filter((text) => text.includes('from "users"')).length).toBeGreaterThan(0)
    const [fewest = []] = asked.toSorted((one, other) => one.length - other.length)
    expect(fewest.slice(14)).toEqual([])
  } finally {
    for (const call of calls) call.mockRestore()
  }
})

describe('R16 reads rights', () => {
  const show = (visibility: 'public' | 'private') =>
    app.context.store.db.updateTable('connections').set({ visibility }).execute()
  let who: Principal

  beforeEach(async () => {
    const { user } = await app.signIn('GENERAL')
    who = { ...principal, userId: user.id, role: 'GENERAL' }
  })
  afterEach(() => show('public'))

  test('after a wait for a place, so that a database that was withdrawn meanwhile stays closed', async () => {
    const running = await Promise.all(Array.from({ length: longQueriesPerPerson }, () => begin(who)))
    const waiting = begin(who)
    waiting.catch(() => undefined)
    await show('private')
    await Promise.all(running.map(leave))
    await expect(waiting).rejects.toMatchObject({ code: 'no_database' })
  })

  test('after a long proof, so that a database that was withdrawn meanwhile stays closed', async () => {
    const { door, environment } = app.services.query
    const slow = createQueryDoor({
      ...environment,
      parse: async (...text) => {
        await show('private')
        return environment.parse(...text)
      },
    })
    const { id } = await app.context.store.db.selectFrom('connections').select('id').executeTakeFirstOrThrow()
    const asked = { principal: who, connectionId: id, areaId: null, purpose: 'full-results' } as const
    // The first query of a database reads rights again for other reasons.
    await (await door.run({ ...asked, sql: 'SELECT 1' })).close()
    await expect(readingOnce(() => slow.run({ ...asked, sql: 'SELECT 2' }))).rejects.toMatchObject({
      code: 'connection_not_found',
    })
  })
})
