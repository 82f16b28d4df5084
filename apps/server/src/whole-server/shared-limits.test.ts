import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { crowd } from '../../../../packages/contract/src/testing/test-sample.ts'
import { callRemote, tally } from '../testing/remote-client.ts'
import type { RemoteAnswer, RemotePerson } from '../testing/remote-client.ts'
import { startRoundRobin, startServerProcess } from '../testing/server-processes.ts'
import type { RoundRobin } from '../testing/server-processes.ts'
import { ensureBuilt } from '../testing/ensure-built.ts'

/* Two real server processes on one real PostgreSQL, with an installation's rate limits. */

const folder = mkdtempSync(join(tmpdir(), 'parlance-shared-limits-'))
const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const password = 'correct horse battery'
let noServer: string | null = null
let proxy: RoundRobin

beforeAll(async () => {
  const postgres = await startPostgres()
  if ('skip' in postgres) {
    noServer = postgres.skip
    return
  }
  cleanUp.push(() => postgres.stop())
  const database = await createPostgresDatabase(postgres.url)
  cleanUp.push(() => database.drop())
  await ensureBuilt()
  const environment = {
    DATABASE_URL: database.url,
    PARLANCE_DATA_DIR: folder,
    PARLANCE_RATE_LIMIT_SCALE: '1',
    // Each test comes from its own address.
    PARLANCE_TRUST_PROXY: '1',
  }
  const servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
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

function post<Body>(
  path: string,
  body: object,
  { from = '203.0.113.1', who = null }: { from?: string; who?: RemotePerson | null } = {},
): Promise<RemoteAnswer<Body>> {
  const person = { id: who?.id ?? '', headers: { ...who?.headers, 'x-forwarded-for': from } }
  return callRemote<Body>(`${proxy.url}/api/v1/${path}`, { who: person, method: 'POST', body })
}

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

async function newAdmin(): Promise<RemotePerson> {
  const email = 'ann@example.test'
  const account = { email, username: 'ann', organization: 'Example', password }
  expect((await post('auth/register', account)).status).toBe(200)
  const answer = await post<{ access_token: string; user: { user_id: string } }>('auth/login', { email, password })
  expect(answer.status).toBe(200)
  return { id: answer.body.user.user_id, headers: { authorization: `Bearer ${answer.body.access_token}` } }
}

/** A new one for each try of a test, because the limits remember the others. */
let addresses = 0
const newAddress = (): string => `192.0.2.${++addresses}`

describe('attempts at secrets are counted by both processes together', () => {
  test.each([
    ['a password', 'auth/login', { email: 'bob@example.test', password: 'wrong-1' }, 401],
    ['the code of an account', 'auth/activate', { email: 'bob@example.test', code: 'ABCD2345' }, 400],
    [
      'the token of a reset link',
      'auth/reset-password',
      { email: 'bob@example.test', token: 'x'.repeat(43), new_password: password },
      400,
    ],
  ])('%s: checks ten of forty attempts at once', async (_what, path, body, refused) => {
    const from = newAddress()
    const answers = await times(40, () => post<{ code: string }>(path, body, { from }))
    expect(tally(answers)).toEqual({ [refused]: 10, 429: 30 })
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('rate_limited')
  })

  test('limits an address that tries many accounts, and an account that many addresses try', async () => {
    const activate = (name: string, from: string) =>
      post('auth/activate', { email: `${name}@example.test`, code: 'ABCD2345' }, { from })
    const from = newAddress()
    expect(tally(await times(60, (at) => activate(`user${at}`, from)))).toEqual({ 400: 50, 429: 10 })
    expect(tally(await times(110, (at) => activate(`cleo-${from}`, `198.51.100.${at}`)))).toEqual({ 400: 100, 429: 10 })
  })
})

describe('the limits of the edition', () => {
  test(`creates three of ${crowd} databases at once if three are allowed`, async () => {
    const ann = await newAdmin()
    const headers = ann.headers
    const removed = await fetch(`${proxy.url}/api/v1/license/remove`, { method: 'DELETE', headers })
    expect(removed.status).toBe(200)
    const applications = await fetch(`${proxy.url}/api/v1/database-management/applications`, { headers })
    const [application] = (await applications.json()) as { id: string }[]
    const server = { db_type: 'postgresql', host: '127.0.0.1', port: 1, database: 'x', username: 'x', password: 'x' }
    const answers = await times(crowd, (at) =>
      post(
        'database-management/configurations',
        { ...server, name: `Database ${at}`, application_id: application?.id, visibility: 'public' },
        { who: ann },
      ),
    )
    // The sample database is one of the three.
    expect(tally(answers)).toEqual({ 200: 2, 403: crowd - 2 })
  })
})
