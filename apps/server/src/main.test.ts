import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testSample } from '../../../packages/contract/src/testing/test-sample.ts'
import { loadConfig } from './config/config.ts'
import { createLog } from './http/request-log.ts'
import { describeStartFailure } from './lib/errors.ts'
import { keysPath } from './secrets/keys.ts'
import { openContext } from './context/open-context.ts'
import { openSnapshot } from './store/backup/snapshot.ts'
import { storePath } from './store/open-store.ts'
import { startServer } from './start-server.ts'
import { placeOrSkip } from './testing/backed-up.ts'
import { programFlags } from './testing/program-flags.ts'
import { storeDialects } from './testing/test-store.ts'
import type { TestPlace } from './testing/test-store.ts'
import { ensureBuilt } from './testing/ensure-built.ts'

let folder: string
const children: ChildProcess[] = []
// Built once here so that the starts below don't wait for it.
beforeAll(ensureBuilt)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-main-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

interface Start {
  child: ChildProcess
  /** Resolves with the address, or with null if the process ends first. */
  ready: Promise<string | null>
  ended: Promise<{ code: number | null; signal: string | null }>
  output(): string
  errors(): string
}

function start(environment: Record<string, string> = {}, options: { uid?: number } = {}): Start {
  const child = spawn(process.execPath, [...programFlags, join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], PARLANCE_DATA_DIR: join(folder, 'data'), PARLANCE_PORT: '0', ...environment },
    ...options,
  })
  children.push(child)
  let output = ''
  let errors = ''
  const { promise: ready, resolve } = Promise.withResolvers<string | null>()
  child.stdout?.on('data', (chunk) => {
    output += String(chunk)
    const address = /ready at (\S+)/.exec(output)?.[1]
    if (address !== undefined) resolve(address)
  })
  child.stderr?.on('data', (chunk) => (errors += String(chunk)))
  const ended = new Promise<{ code: number | null; signal: string | null }>((done) => {
    child.on('close', (code, signal) => {
      resolve(null)
      done({ code, signal })
    })
  })
  return { child, ready, ended, output: () => output, errors: () => errors }
}

/** A start of the program that must fail: one line, exit 1. */
async function programFailure(environment: Record<string, string>, options: { uid?: number } = {}): Promise<string> {
  const started = start(environment, options)
  const { code } = await started.ended
  expect(code).toBe(1)
  return onlyLine(started.errors().trim())
}

/** Returns what the program prints if this start fails. It starts in this process, which takes a tenth of the time. */
async function failure(environment: Record<string, string> = {}): Promise<string> {
  const place = { PARLANCE_DATA_DIR: join(folder, 'data'), PARLANCE_PORT: '0', PARLANCE_LOG_LEVEL: 'silent' }
  try {
    const server = await startServer(loadConfig({ ...place, ...environment }), () => undefined, { withPages: false })
    await server.stop()
  } catch (error) {
    return onlyLine(describeStartFailure(error))
  }
  throw new Error('The server started.')
}

function onlyLine(text: string): string {
  expect(text.split('\n')).toHaveLength(1)
  return text
}

async function openData() {
  return openContext(loadConfig({ PARLANCE_DATA_DIR: join(folder, 'data') }), createLog('silent'))
}

describe('a first start', () => {
  test('a first start creates keys, store, sample and trial, answers, and stops on SIGTERM; the next start changes nothing', async () => {
    const first = start()
    const address = await first.ready
    expect(address).toMatch(/^http:\/\/localhost:\d+$/)
    const page = await fetch(`${address}/chat`)
    expect(page.headers.get('content-type')).toMatch(/text\/html/)
    const registered = await fetch(`${address}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@x.test', username: 'ann', password: 'secret-1', organization: 'X' }),
    })
    expect(await registered.json()).toMatchObject({ status: 'activated' })
    const second = await programFailure({})
    expect(second).toMatch(/^Another Parlance server is using the data folder .* PARLANCE_DATA_DIR/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    const before = await snapshot()
    const again = start()
    await again.ready
    again.child.kill('SIGTERM')
    await again.ended
    expect(await snapshot()).toEqual(before)
    expect(before).toMatchObject({
      users: 1,
      connections: ['Sample Shop 1 6'],
      trials: 1,
      applications: ['Sample Shop'],
    })
  })

  test('PARLANCE_DEMO=1 prints a sign-in that works, with the engine and the sample chosen', async () => {
    const demo = start({ PARLANCE_DEMO: '1' })
    const address = await demo.ready
    const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(demo.output()) ?? []
    const login = await fetch(`${address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { access_token } = (await login.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const status = await fetch(`${address}/api/v1/env-config/status`, { headers })
    expect(await status.json()).toMatchObject({ orchestration_provider: 'builtin', orchestration_has_api_key: true })
    const active = await fetch(`${address}/api/v1/database-management/configurations/active`, { headers })
    expect(await active.json()).toMatchObject({ name: 'Sample Shop', is_active: true, is_valid: true, table_count: 6 })
  })

  test('after kill -9 at any moment of a first start, the next start repairs what is missing', async () => {
    for (const delay of testSample([150, 350, 550, 750], 2)) {
      const doomed = start()
      await Promise.race([doomed.ready, new Promise((resolve) => setTimeout(resolve, delay))])
      doomed.child.kill('SIGKILL')
      await doomed.ended
    }
    const last = start()
    expect(await last.ready).toMatch(/^http/)
    last.child.kill('SIGKILL')
    await last.ended
    expect(await snapshot()).toMatchObject({
      connections: ['Sample Shop 1 6'],
      trials: 1,
      applications: ['Sample Shop'],
    })
  })
})

describe('a start that cannot succeed says why in one line', () => {
  test('reports a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const line = await programFailure({ PARLANCE_PORT: port })
    expect(line).toBe(`Port ${port} is in use. Stop the program that uses it, or set PARLANCE_PORT to another port.`)
    await new Promise((resolve) => other.close(resolve))
  })

  test('reports an invalid setting', async () => {
    expect(await failure({ PARLANCE_PORT: 'many' })).toMatch(/^PARLANCE_PORT must be a whole number/)
  })

  test('reports a damaged store', async () => {
    const dataDir = join(folder, 'data')
    const context = await openData()
    await context.store.close()
    writeFileSync(storePath(dataDir), 'not a database '.repeat(1000))
    expect(await failure()).toMatch(/^The store .* is damaged\. .* restore your backup\.$/)
  })

  test.each(['missing', 'empty'])('reports a store that is %s although the folder was used before', async (how) => {
    const dataDir = join(folder, 'data')
    const context = await openData()
    await context.store.close()
    const keys = readFileSync(keysPath(dataDir), 'utf8')
    rmSync(storePath(dataDir))
    if (how === 'empty') writeFileSync(storePath(dataDir), '')
    const before = readdirSync(dataDir)
    expect(await failure()).toBe(
      `The store ${storePath(dataDir)} is missing or empty, but ${keysPath(dataDir)} shows that this folder was used before. ` +
        'Restore the store from a backup. If the store is in PostgreSQL, set DATABASE_URL. To start without the old data, ' +
        'move keys.json to another folder.',
    )
    expect(readFileSync(keysPath(dataDir), 'utf8')).toBe(keys)
    expect(readdirSync(dataDir).filter((name) => name !== 'server.lock')).toEqual(before)
    rmSync(keysPath(dataDir))
    expect(await start().ready).toMatch(/^http/)
  })

  test.each(storeDialects)(
    'refuses a store on %s that a newer version has upgraded, and changes nothing in it',
    async (dialect) => {
      const place = await placeOrSkip(dialect, (reason) => {
        throw new Error(reason)
      })
      const environment = { PARLANCE_DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
      const context = await openContext(loadConfig(environment), createLog('silent'))
      const { db } = context.store
      await sql`insert into schema_migrations (name, applied_at) values ('999-later', 'x')`.execute(db)
      await sql`create table later (id text primary key)`.execute(db)
      await context.store.close()
      const before = await contentOf(place)
      expect(await failure(environment)).toMatch(
        /^A newer version of Parlance wrote this data \(999-later\)\. Version [\d.]+ cannot read it\. Start the newer version, or restore a backup from before the upgrade\.$/,
      )
      expect(await contentOf(place)).toEqual(before)
      await place.remove()
    },
  )

  test('reports a PostgreSQL that does not answer, without its password', async () => {
    const line = await failure({ DATABASE_URL: 'postgresql://parlance:hunter2@127.0.0.1:1/parlance' })
    expect(line).toBe('Could not open the PostgreSQL store (ECONNREFUSED). Check DATABASE_URL.')
  })

  test('reports a data folder without write permission', async () => {
    chmodSync(folder, 0o555)
    // Root may write everywhere, so as root the test uses another user.
    const options = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    expect(await programFailure({}, options)).toMatch(
      /^No permission to use .* or set PARLANCE_DATA_DIR to another folder\.$/,
    )
  })
})

/** Every file of the data folder except the lock, and every row of the store. */
async function contentOf(place: TestPlace) {
  const names = readdirSync(place.dataDir).filter((name) => !/^server\.lock|-(wal|shm)$/.test(name))
  const rows = await openSnapshot(place)
  const tables: Record<string, unknown> = {}
  for (const table of await rows.tables()) tables[table] = await Array.fromAsync(rows.rows(table))
  await rows.close()
  return { tables, files: names.map((name) => [name, readFileSync(join(place.dataDir, name), 'base64')]) }
}

async function snapshot() {
  const { store } = await openData()
  const connections = await store.db.selectFrom('connections').selectAll().execute()
  const applications = await store.db.selectFrom('applications').select('name').execute()
  const licenses = await store.db.selectFrom('licenses').selectAll().execute()
  const users = await store.db.selectFrom('users').select('id').execute()
  await store.close()
  return {
    connections: connections.map(({ name, is_valid, table_count }) => `${name} ${is_valid} ${table_count}`),
    applications: applications.map(({ name }) => name),
    trials: licenses.length,
    users: users.length,
  }
}
