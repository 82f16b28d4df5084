import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TurnEvent } from '@parlance/contract'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { crowd } from '../../../../packages/contract/src/testing/test-sample.ts'
import { leaseMs } from '../features/chat/turn-runner.ts'
import type { ModelStandIn } from '../testing/model-stand-ins/stand-in.ts'
import { callRemote, readStream, tally } from '../testing/remote-client.ts'
import type { RemoteAnswer, RemotePerson } from '../testing/remote-client.ts'
import { startStallingModel } from '../testing/remote-turn.ts'
import { startRoundRobin, startServerProcess } from '../testing/server-processes.ts'
import type { RoundRobin, ServerProcess } from '../testing/server-processes.ts'
import { ensureBuilt } from '../testing/ensure-built.ts'

/* Two real server processes on one real PostgreSQL, behind a proxy that sends each request to the next one. The
   tests build on each other: they are one installation's life. */

const folder = mkdtempSync(join(tmpdir(), 'parlance-several-'))
const shopPath = join(folder, 'databases/shop.sqlite')
const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
let noServer: string | null = null
let databaseUrl: string
let model: ModelStandIn
let servers: ServerProcess[]
let proxy: RoundRobin
let ann: RemotePerson
let databaseId: string
let applicationId: string

const environment = () => ({
  DATABASE_URL: databaseUrl,
  PARLANCE_DATA_DIR: folder,
  PARLANCE_DATABASE_FOLDERS: join(folder, 'databases'),
})

beforeAll(async () => {
  const postgres = await startPostgres()
  if ('skip' in postgres) {
    noServer = postgres.skip
    return
  }
  cleanUp.push(() => postgres.stop())
  const database = await createPostgresDatabase(postgres.url)
  databaseUrl = database.url
  cleanUp.push(() => database.drop())
  model = await startStallingModel()
  cleanUp.push(() => model.close())
  mkdirSync(join(folder, 'databases'))
  changeShop(`create table orders (id integer primary key, region text, amount integer);
    insert into orders values (1, 'north', 50), (2, 'south', 424242)`)
  await ensureBuilt()
  servers = await Promise.all([startServerProcess(environment()), startServerProcess(environment())])
  proxy = await startRoundRobin(servers.map(({ url }) => url))
  cleanUp.push(async () => {
    for (const server of servers) server.kill('SIGKILL')
    await Promise.all(servers.map(({ exited }) => exited))
    await proxy.close()
  })
}, 120_000)

afterAll(async () => {
  for (const end of cleanUp.toReversed()) await end()
})

beforeEach((context) => {
  if (noServer !== null) context.skip(noServer)
})

function changeShop(sql: string): void {
  const shop = new DatabaseSync(shopPath)
  shop.exec(sql)
  shop.close()
}

/** @param at the server to ask; defaults to the proxy */
function api<Body = Record<string, unknown>>(
  who: RemotePerson | null,
  method: string,
  path: string,
  { body, at = proxy.url }: { body?: unknown; at?: string } = {},
): Promise<RemoteAnswer<Body>> {
  return callRemote<Body>(at + path, { who, method, body })
}

/** The two servers, in either order. */
function both(): [string, string] {
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error('Two servers were started')
  return [first.url, second.url]
}

const password = 'correct horse battery'

async function register(name: string): Promise<void> {
  const body = { email: `${name}@example.test`, username: name, organization: 'Example', password }
  expect((await api(null, 'POST', '/api/v1/auth/register', { body })).status).toBe(200)
}

async function signIn(name: string): Promise<RemotePerson> {
  const body = { email: `${name}@example.test`, password }
  const answer = await api<{ access_token: string; user: { user_id: string } }>(null, 'POST', '/api/v1/auth/login', {
    body,
  })
  expect(answer.status).toBe(200)
  return { id: answer.body.user.user_id, headers: { authorization: `Bearer ${answer.body.access_token}` } }
}

/** Registers and approves an account, whose name is new each time so that a test can be repeated. */
async function newUser(first: string): Promise<RemotePerson> {
  const name = `${first}-${randomUUID().slice(0, 8)}`
  await register(name)
  const { body: users } = await api<{ user_id: string; email: string }[]>(ann, 'GET', '/api/v1/users/')
  const id = users.find(({ email }) => email === `${name}@example.test`)?.user_id ?? ''
  expect((await api(ann, 'POST', `/api/v1/users/${id}/approve`, { body: {} })).status).toBe(200)
  return signIn(name)
}

async function newSession(who: RemotePerson): Promise<string> {
  const path = `/apps/nl_to_sql_agent/users/${who.id}/sessions`
  const made = await api<{ id: string }>(who, 'POST', path, { body: {} })
  expect(made.status).toBe(200)
  return made.body.id
}

interface Question {
  sessionId: string
  turnId?: string
  text?: string
  answerWith?: 'builtin'
  /** A CSV file attached to it. */
  csv?: string
}

function postQuestion(who: RemotePerson, question: Question, at = proxy.url): Promise<Response> {
  const { text = 'How many orders are there?', csv, ...rest } = question
  const file = { data: Buffer.from(csv ?? '').toString('base64'), mimeType: 'text/csv', displayName: 'parts.csv' }
  const newMessage = { role: 'user', parts: [{ text }, ...(csv === undefined ? [] : [{ inlineData: file }])] }
  const body = { appName: 'nl_to_sql_agent', userId: who.id, databaseConfigId: databaseId, newMessage, ...rest }
  return fetch(`${at}/api/v1/custom_run_sse`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Asks the model that never ends its answer, and waits for its first words. */
async function askSlowly(
  who: RemotePerson,
  at: string,
): Promise<{ sessionId: string; turnId: string; rest: Promise<TurnEvent[]> }> {
  const sessionId = await newSession(who)
  const turnId = randomUUID()
  const response = await postQuestion(who, { sessionId, turnId }, at)
  const begun = Promise.withResolvers<void>()
  const rest = readStream(response, (events) => {
    if (events.some(({ author }) => author === 'assistant')) begun.resolve()
  })
  await Promise.race([begun.promise, rest])
  return { sessionId, turnId, rest }
}

async function follow(who: RemotePerson, turnId: string, after: number, at: string): Promise<TurnEvent[]> {
  return readStream(await fetch(`${at}/api/v1/turns/${turnId}/events?after=${after}`, { headers: who.headers }))
}

const query = (who: RemotePerson, sql: string, place: object = {}, at = proxy.url) =>
  api<{ results: unknown[][]; code?: string }>(who, 'POST', '/api/v1/query/full-results', {
    body: { sql_query: sql, database_config_id: databaseId, ...place },
    at,
  })

describe('two processes started at once on an empty database and an empty folder', () => {
  test('each migration runs once, with one trial and one sample database', async () => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const count = async (table: string) => (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n
    const { rows } = await client.query('select name from schema_migrations order by name')
    expect(rows[0]).toEqual({ name: '001-initial' })
    for (const table of ['licenses', 'connections', 'applications'])
      expect([table, await count(table)]).toEqual([table, 1])
    await client.end()
  })

  test('an account, its sign-in and its refresh work through either process', async () => {
    await register('ann')
    ann = await signIn('ann')
    for (const at of both()) {
      expect((await api(ann, 'GET', '/api/v1/auth/me', { at })).body).toMatchObject({ role: 'ADMIN' })
    }
    const login = await fetch(`${proxy.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.test', password }),
    })
    let cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (const at of [...both(), ...both()]) {
      const refreshed = await fetch(`${at}/api/v1/auth/refresh`, { method: 'POST', headers: { cookie } })
      expect(refreshed.status).toBe(200)
      cookie = refreshed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    }
  })

  test('creates, tests and asks a database through both processes', async () => {
    const application = await api<{ id: string }>(ann, 'POST', '/api/v1/database-management/applications', {
      body: { name: 'Shop' },
    })
    applicationId = application.body.id
    const base = '/api/v1/database-management/configurations'
    const form = { name: 'Shop', db_type: 'sqlite', database: shopPath, application_id: applicationId }
    const made = await api<{ id: string }>(ann, 'POST', base, { body: { ...form, visibility: 'public' } })
    databaseId = made.body.id
    expect((await api(ann, 'POST', `${base}/${databaseId}/test`)).body).toMatchObject({ success: true })
    for (const at of both()) {
      expect((await query(ann, 'select count(*) from orders', {}, at)).body.results).toEqual([[2]])
    }
    const settings = { provider: 'openai-compatible', model: 'slow', base_url: model.baseUrl, api_key: 'key' }
    const chosen = await api(ann, 'POST', '/api/v1/env-config/orchestration-model', { body: settings })
    expect(chosen.body).toEqual({ message: 'Orchestration settings updated successfully' })
  })
})

describe('a question that runs in one process', () => {
  test('follows, resumes and cancels a question through the other process', async () => {
    const [first, second] = both()
    for (const [asked, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { sessionId, turnId, rest } = await askSlowly(ann, asked)
      const following = follow(ann, turnId, 0, other)
      const resuming = follow(ann, turnId, 1, other)
      const cancelled = await api(ann, 'POST', `/api/v1/custom_cancel/${sessionId}`, { at: other })
      expect(cancelled.body).toEqual({
        success: true,
        message: 'Operation cancelled by user',
        session_id: sessionId,
      })
      const events = await rest
      expect(events.at(-1)).toMatchObject({ type: 'cancelled', final: true })
      expect(await following).toEqual(events)
      expect(await resuming).toEqual(events.slice(1))
    }
  })

  test('treats a question posted to both at once as one question', async () => {
    const sessionId = await newSession(ann)
    const question = { sessionId, turnId: randomUUID(), answerWith: 'builtin' as const }
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => readStream(await postQuestion(ann, question))),
    )
    expect(answers[0]?.at(-1)).toMatchObject({ type: 'final', final: true })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

test('asks about a file through the other process', async () => {
  const [first, second] = both()
  const question = { sessionId: await newSession(ann), turnId: randomUUID(), answerWith: 'builtin' as const }
  await readStream(await postQuestion(ann, { ...question, csv: 'name,price\na,20\nb,22\n' }, first))
  const place = { turn_id: question.turnId, database_config_id: undefined }
  const answer = await query(ann, 'select sum(price) from parts', place, second)
  expect(answer.body).toMatchObject({ results: [[42]] })
})

describe('a change through one process takes effect on the other with the next request', () => {
  test('applies a rule of a business area, and its removal', async () => {
    const [first, second] = both()
    const cleo = await newUser('cleo')
    const form = { area_name: 'Sales', application_id: applicationId, is_default: false, visibility: 'public' }
    const made = await api<{ area_id: string }>(ann, 'POST', '/api/v1/business-areas/', {
      body: { ...form, tables: [{ table_name: 'orders' }], joins: [] },
    })
    const place = { business_area_id: made.body.area_id }
    const path = `/api/v1/business-areas/${made.body.area_id}`
    const sees = async (at: string) =>
      (await query(cleo, 'select amount from orders order by amount', place, at)).body.results
    const change = (rules: object, at: string) =>
      api(ann, 'PUT', path, { body: { area_name: 'Sales', visibility: 'public', row_security_rules: rules }, at })
    const onlyNorth = { rules: [{ name: 'North', tables: { orders: { condition: "region = 'north'" } } }] }
    for (const [changed, asked] of [
      [first, second],
      [second, first],
    ] as const) {
      expect(await sees(asked)).toEqual([[50], [424242]])
      expect((await change(onlyNorth, changed)).status).toBe(200)
      expect(await sees(asked)).toEqual([[50]])
      expect((await change({}, changed)).status).toBe(200)
    }
    expect((await api(ann, 'DELETE', path, { at: first })).status).toBe(200)
    expect((await query(cleo, 'select amount from orders', place, second)).status).toBe(404)
    // The table stays protected (R24), so 'All Tables' shows it only to administrators.
    expect((await query(cleo, 'select amount from orders', {}, second)).status).toBe(422)
    expect((await query(ann, 'select amount from orders', {}, second)).status).toBe(200)
  })

  test('applies a newly read catalog', async () => {
    const [first, second] = both()
    expect((await query(ann, 'select count(*) from refunds', {}, second)).status).toBe(422)
    changeShop('create table refunds (id integer primary key)')
    const path = `/api/v1/database-management/configurations/${databaseId}/catalogue`
    expect((await api(ann, 'POST', path, { body: {}, at: first })).status).toBe(200)
    await expect.poll(async () => (await query(ann, 'select count(*) from refunds', {}, second)).status).toBe(200)
  })

  test('applies the deactivation of an account', async () => {
    const [first, second] = both()
    const dora = await newUser('dora')
    expect((await query(dora, 'select 1 as one', {}, second)).status).toBe(200)
    const { rest } = await askSlowly(dora, second)
    expect((await api(ann, 'POST', `/api/v1/users/${dora.id}/deactivate`, { at: first })).status).toBe(200)
    expect((await query(dora, 'select 1 as one', {}, second)).status).toBe(403)
    expect((await rest).length).toBeGreaterThan(0)
  })
})

describe('limits apply across processes', () => {
  test(`a user with ten questions left can ask ten of ${crowd} at once`, async () => {
    const bob = await newUser('bob')
    const limited = await api(ann, 'PATCH', `/api/v1/users/${bob.id}`, { body: { daily_query_limit: 10 } })
    expect(limited.status).toBe(200)
    const sessions = await Promise.all(Array.from({ length: crowd }, () => newSession(bob)))
    const answers = await Promise.all(
      sessions.map(async (sessionId) => {
        const response = await postQuestion(bob, { sessionId, answerWith: 'builtin' })
        await response.text()
        return response
      }),
    )
    expect(tally(answers)).toEqual({ 200: 10, 429: crowd - 10 })
  })

  test(`creates three of ${crowd} business areas at once if three are allowed`, async () => {
    expect((await api(ann, 'DELETE', '/api/v1/license/remove')).status).toBe(200)
    const form = (at: number) => ({
      area_name: `Area ${at}`,
      application_id: applicationId,
      tables: [{ table_name: 'orders' }],
      joins: [],
      is_default: false,
      visibility: 'public',
    })
    const answers = await Promise.all(
      Array.from({ length: crowd }, (_, at) => api(ann, 'POST', '/api/v1/business-areas/', { body: form(at) })),
    )
    expect(tally(answers)).toEqual({ 200: 3, 403: crowd - 3 })
    for (const at of both()) {
      expect((await api(ann, 'GET', '/api/v1/license/usage', { at })).body).toMatchObject({
        edition: 'personal',
        limits: [{}, {}, { kind: 'business_areas', used: 3, max: 3 }],
      })
    }
  })
})

/* To its machine a frozen process is alive, but it renews no lease. The other process sees it like a dead one on
   another host. */
test('the other process ends the question of a frozen process once, and it stays ended when that one resumes', async () => {
  const [frozen, other] = both()
  const [process] = servers
  const { turnId, rest } = await askSlowly(ann, frozen)
  process?.kill('SIGSTOP')
  onTestFinished(() => process?.kill('SIGCONT'))
  const events = await follow(ann, turnId, 0, other)
  expect(events.at(-1)).toMatchObject({
    type: 'error',
    final: true,
    message: 'The server restarted while it was answering this question. Please ask again.',
  })
  process?.kill('SIGCONT')
  expect(await rest).toEqual(events)
  expect(await follow(ann, turnId, 0, frozen)).toEqual(events)
})

describe('a process that ends while it answers', () => {
  const start = async (): Promise<void> => {
    servers.push(await startServerProcess(environment()))
    proxy.use(both())
  }

  test('reports a SIGTERM to waiting users, and everything continues through the other process', async () => {
    const [ending, staying] = both()
    const { turnId, rest } = await askSlowly(ann, ending)
    const ended = servers.shift()
    proxy.use([staying])
    ended?.kill('SIGTERM')
    expect(await ended?.exited).toBe(0)
    expect((await rest).at(-1)).toMatchObject({ type: 'error', final: true })
    expect(await follow(ann, turnId, 0, staying)).toEqual(await rest)
    await start()
  })

  test('loses nothing written at SIGKILL; the other process marks the turn as failed', async () => {
    const [killed, staying] = both()
    const sessionId = await newSession(ann)
    const answered = await readStream(await postQuestion(ann, { sessionId, answerWith: 'builtin' }))
    const { turnId, rest } = await askSlowly(ann, killed)
    const following = follow(ann, turnId, 0, staying)
    const ended = servers.shift()
    ended?.kill('SIGKILL')
    await ended?.exited
    proxy.use([staying])
    const events = await following
    // How long that takes depends on the machine, except for the lease.
    expect(leaseMs).toBeLessThan(30_000)
    expect(events.at(-1)).toMatchObject({ type: 'error', final: true })
    expect(events.slice(0, (await rest).length)).toEqual(await rest)
    expect(await follow(ann, answered[0]?.turn_id ?? '', 0, staying)).toEqual(answered)
    await start()
    for (const at of both()) {
      expect((await api<unknown[]>(ann, 'GET', '/api/v1/business-areas/', { at })).body).toHaveLength(3)
    }
  })
})
