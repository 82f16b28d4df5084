import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StageResult } from '@parlance/contract'
import type { Connection } from '@parlance/drivers'
import { createManagedApp, nowhere } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'
import { readEvents } from '../../testing/asking-app.ts'
import { createTestAppOver } from '../../testing/test-app.ts'
import { createTestPlace, describeOneStore, openTestStore } from '../../testing/test-store.ts'

let app: ManagedApp

const testIt = (id: string) => app.call(app.admin, 'POST', `configurations/${id}/test`)
const outcomes = (stages: StageResult[]) => stages.map(({ stage, outcome }) => `${stage} ${outcome}`)

/** Starts a server that accepts connections and stays silent until it is asked to hang up. */
async function silentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const hangUp = () => {
    server.on('connection', (socket) => socket.destroy())
    for (const socket of sockets) socket.destroy()
  }
  return { port, reached: once(server, 'connection'), hangUp, close: () => server.close() }
}

const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'

async function runEndless(connection: Connection): Promise<unknown> {
  const { batches } = await connection.query(endless, [], { timeoutMs: 60_000, maxRows: null, maxBytes: null })
  return Array.fromAsync(batches)
}

describe('a connection test', () => {
  beforeEach(async () => {
    app = await createManagedApp(null)
  })
  afterEach(() => app.close())

  test('AC-366 AC-394 reports each stage of a connection test, the tables, the engine and the edition', async () => {
    const { id } = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
    const answer = (await testIt(id)).json()
    expect(answer).toMatchObject({
      success: true,
      message: 'Connection successful',
      table_count: 1,
      is_premium: true,
      stage: null,
      advice: null,
      warnings: [],
      driver_info: expect.stringMatching(/SQLite/),
    })
    expect(outcomes(answer.stages)).toEqual([
      'resolve passed',
      'reach passed',
      'tls not-run',
      'sign-in not-run',
      'read-only passed',
      'list-tables passed',
    ])
  })

  test('AC-394 reports the stage of a refused port and what to do, also on the card', async () => {
    const { id } = await app.create(nowhere)
    const answer = (await testIt(id)).json()
    expect(answer).toMatchObject({
      success: false,
      stage: 'reach',
      message: expect.stringMatching(/^Could not reach the database: /),
      pattern: 'Could not reach the database: {reason}',
      values: { reason: { text: 'The server refused the connection. Nothing is listening on this host and port.' } },
      advice: 'Check the host and port, that the database is running, and that no firewall blocks the connection.',
    })
    expect(outcomes(answer.stages).slice(0, 3)).toEqual(['resolve passed', 'reach failed', 'tls not-run'])
    expect((await app.call(app.admin, 'GET', `configurations/${id}`)).json()).toMatchObject({
      is_valid: false,
      test_error: answer.message,
      test_error_pattern: answer.pattern,
      test_error_values: answer.values,
      test_stage: 'reach',
      test_advice: answer.advice,
      last_tested: expect.any(String),
    })
  })

  test('R14 refuses a cloud’s metadata address after resolving its name, unless the operator allows it', async () => {
    const { id } = await app.create({ ...nowhere, host: '169.254.169.254' })
    expect((await testIt(id)).json()).toMatchObject({
      success: false,
      stage: 'resolve',
      message: expect.stringMatching(/Parlance does not connect to/),
      advice: expect.stringMatching(/^Connections to this address are blocked/),
    })
  })

  test('reports a file that is not a database, and a missing file', async () => {
    const path = join(app.context.config.dataDir, 'notes.sqlite')
    const { id } = await app.create({ name: 'Notes', db_type: 'sqlite', database: path })
    expect((await testIt(id)).json()).toMatchObject({
      success: false,
      stage: 'resolve',
      advice: expect.stringMatching(/path/),
    })
    writeFileSync(path, 'not a database at all '.repeat(100))
    expect((await testIt(id)).json()).toMatchObject({ success: false, advice: expect.any(String) })
  })

  test('runs two concurrent tests of one connection once', async () => {
    const { id } = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
    const [first, second] = await Promise.all([testIt(id), testIt(id)])
    expect(first.json()).toEqual(second.json())
    const records = await app.context.store.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'connection.test')
      .where('target_id', '=', id)
      .execute()
    expect(records).toHaveLength(1)
  })

  test('tests all connections that the administrator may use, reports each, and records it once', async () => {
    const books = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
    const bad = await app.create(nowhere)
    const hidden = await app.create({ name: 'Own', db_type: 'sqlite', database: app.file('own.sqlite') })
    await app.context.store.db
      .updateTable('connections')
      .set({ owner_id: (await app.signIn('ADMIN')).user.id })
      .where('id', '=', hidden.id)
      .execute()
    const principal = await app.services.users.principalOf(app.admin.user)
    const stop = new AbortController()
    const told: string[] = []
    const listener = {
      onStart: (id: string) => void told.push(`start ${id}`),
      onResult: (id: string, { success }: { success: boolean }) => void told.push(`${id} ${success}`),
    }
    const summary = await app.services.connections.testAll(principal, listener, stop.signal)
    expect(summary).toEqual({ total: 2, passed: 1, failed: 1 })
    expect(new Set(told)).toEqual(
      new Set([`start ${books.id}`, `start ${bad.id}`, `${books.id} true`, `${bad.id} false`]),
    )
    const records = await app.context.store.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('action', 'like', 'connection.test%')
      .execute()
    expect(records).toEqual([{ action: 'connection.test-all', detail: JSON.stringify({ ...summary, stopped: false }) }])
    stop.abort()
    told.length = 0
    expect(await app.services.connections.testAll(principal, listener, stop.signal)).toMatchObject({ passed: 0 })
    expect(told).toEqual([])
  })

  test('leaves a connection untested if its settings change during the test', async () => {
    const server = await silentServer()
    const { id } = await app.create({ ...nowhere, port: server.port, extra_params: { tls: 'disable' } })
    const pending = testIt(id)
    await server.reached
    await app.call(app.admin, 'PUT', `configurations/${id}`, { database: 'another' })
    server.hangUp()
    expect((await pending).json()).toMatchObject({
      success: false,
      message: 'The settings changed during the test.',
    })
    expect((await app.call(app.admin, 'GET', `configurations/${id}`)).json()).toMatchObject({
      database: 'another',
      last_tested: null,
      test_error: null,
    })
    server.close()
  })

  test('streams the progress of a test as events, then the result', async () => {
    const { id } = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
    const answer = await app.app.inject({
      method: 'POST',
      url: `/api/v1/database-management/configurations/${id}/test`,
      headers: { ...app.admin.headers, accept: 'text/event-stream' },
    })
    const events: unknown[] = readEvents(answer.body)
    expect(events.slice(0, -1)).toEqual(
      expect.arrayContaining([{ stages: expect.arrayContaining([{ stage: 'resolve', outcome: 'passed' }]) }]),
    )
    expect(events.at(-1)).toMatchObject({ result: { success: true, table_count: 1, is_premium: true } })
  })

  test('AC-396 synchronizes only Google Sheets, and explains a failed sync', async () => {
    const books = await app.create({ name: 'Books', db_type: 'sqlite', database: app.file('books.sqlite') })
    const refused = await app.call(app.admin, 'POST', `configurations/${books.id}/sync`)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      'Only Google Sheets connections can be synced. Parlance queries this database directly.',
    ])
    const sheets = await app.create({
      name: 'Sheets',
      db_type: 'googlesheets',
      spreadsheet_id: 'abc',
      credentials_path: 'no-such-key.json',
    })
    expect(sheets).toMatchObject({
      spreadsheet_id: 'abc',
      credentials_path: 'no-such-key.json',
      auth_type: 'service_account',
      sync_on_connect: true,
      auto_sync_interval: 0,
      last_synced: null,
      sync_status: null,
    })
    const failed = await app.call(app.admin, 'POST', `configurations/${sheets.id}/sync`)
    expect(failed.json()).toMatchObject({ success: false, error: expect.stringMatching(/\w/) })
    expect((await app.call(app.admin, 'GET', `configurations/${sheets.id}`)).json().sync_status).toBe('error')
  })
})

describe('a PostgreSQL server', () => {
  test('R02 warns of a superuser, and fails at the right stage for wrong names and unsupported TLS', async (context) => {
    const place = await createTestPlace('postgresql')
    if ('skip' in place) return context.skip(place.skip)
    app = await createManagedApp(null)
    const url = new URL(place.databaseUrl ?? '')
    const form = {
      ...nowhere,
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password) || 'none',
    }
    const { id, warnings } = await app.createTested(form)
    expect(warnings.length).toBeGreaterThan(0)
    const failing = async (change: object) => {
      await app.call(app.admin, 'PUT', `configurations/${id}`, { ...form, ...change })
      const { success, stage, advice } = (await testIt(id)).json()
      return [success, stage, advice]
    }
    expect(await failing({ database: 'no_such_database' })).toEqual([
      false,
      'sign-in',
      'There is no database with this name. Check the spelling and case.',
    ])
    expect(await failing({ extra_params: { tls: 'require' } })).toEqual([false, 'tls', expect.stringMatching(/TLS/)])
    expect(await failing({ host: 'no-such-host.invalid' })).toEqual([
      false,
      'resolve',
      'Check the spelling of the host name, and that this server can resolve it.',
    ])
    await app.close()
    await place.remove()
  })
})

describeOneStore('a database in use', (current) => {
  test('stops the queries of a deleted database, and says why', async () => {
    app = await createManagedApp(current())
    const { id } = await app.createTested({ name: 'Busy', db_type: 'sqlite', database: app.file('busy.sqlite') })
    await app
      .createTested({ name: 'Other', db_type: 'sqlite', database: app.file('other.sqlite') })
      .then((other) => app.call(app.admin, 'POST', 'configurations/set-active', { config_id: other.id }))
    const lent = await app.services.connections.open(await app.services.users.principalOf(app.admin.user), id)
    const failure = runEndless(lent.connection).catch((error: unknown) => error)
    expect((await app.call(app.admin, 'DELETE', `configurations/${id}`)).statusCode).toBe(200)
    expect(await failure).toMatchObject({
      code: 'connection_not_found',
      detail: 'The connection was deleted in the meantime.',
    })
    await lent.release()
    await expect(
      app.services.connections.open(await app.services.users.principalOf(app.admin.user), id),
    ).rejects.toMatchObject({
      code: 'connection_not_found',
    })
    await app.app.close()
  })
})

test('stops queries in other processes when one process removes the database', async (context) => {
  const place = await createTestPlace('postgresql')
  if ('skip' in place) return context.skip(place.skip)
  const [first, second] = [await openTestStore(place), await openTestStore(place)]
  app = await createManagedApp(first)
  const other = await createTestAppOver(second, { trial: false })
  const form = { name: 'Busy', db_type: 'sqlite', database: app.file('busy.sqlite') }
  const { id } = await app.createTested(form)
  const chosen = await app.createTested({ ...form, name: 'Chosen' })
  await app.call(app.admin, 'POST', 'configurations/set-active', { config_id: chosen.id })
  const lent = await other.services.connections.open(await app.services.users.principalOf(app.admin.user), id)
  const failure = runEndless(lent.connection).catch((error: unknown) => error)
  await app.call(app.admin, 'DELETE', `configurations/${id}`)
  expect(await failure).toMatchObject({ code: 'connection_not_found' })
  await lent.release()
  await other.app.close()
  await second.store.close()
  await app.close()
})
