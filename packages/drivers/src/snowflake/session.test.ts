import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { once } from 'node:events'
import type { Connection } from '../contract.ts'
import { traceProcess } from '../testing/outbound.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { createSnowflakeDriver } from './driver.ts'
import { toDriverError } from './errors.ts'
import { endless, startSnowflake } from './stand-in.ts'

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const config = { account: 'standin', database: 'SUITE', username: 'reader', password: 'good' }
const patient = { timeout: 60_000 }
const hostile = 'SELECT v FROM hostile'
let standIn: Awaited<ReturnType<typeof startSnowflake>>
const opened: Connection[] = []

beforeAll(async () => {
  standIn = await startSnowflake(publicKey, {
    [hostile]: { column: { type: 'variant' }, raw: '(globalThis.canary = "it ran")' },
  })
})
afterEach(async () => {
  standIn.state.failure = null
  for (const connection of opened.splice(0)) await connection.close()
})
afterAll(() => standIn.stop())

async function connect(): Promise<Connection> {
  const connection = await createSnowflakeDriver(standIn.endpoint).connect(config)
  opened.push(connection)
  return connection
}

describe('a Snowflake session', () => {
  it('pins the meaning of statements and values, and limits each statement’s time and count', async () => {
    const connection = await connect()
    expect(Object.fromEntries(standIn.settings)).toMatchObject({
      TIMEZONE: 'UTC',
      QUOTED_IDENTIFIERS_IGNORE_CASE: 'FALSE',
      MULTI_STATEMENT_COUNT: '1',
      ABORT_DETACHED_QUERY: 'TRUE',
      STRICT_JSON_OUTPUT: 'TRUE',
      CLIENT_RESULT_CHUNK_SIZE: '48',
    })
    standIn.state.bodies.length = 0
    await readAll(connection, 'SELECT 1', [], { ...unlimited, timeoutMs: 2500 })
    expect(standIn.state.bodies[0]?.parameters).toEqual({ MULTI_STATEMENT_COUNT: 1, STATEMENT_TIMEOUT_IN_SECONDS: 3 })
  })

  it('reports its database in the engine’s spelling, for three-part names', async () => {
    const connection = await createSnowflakeDriver(standIn.endpoint).connect({ ...config, database: 'suite' })
    opened.push(connection)
    expect(connection.database).toBe('SUITE')
  })

  it('continues after its token has expired', async () => {
    const connection = await connect()
    standIn.forgetTokens()
    expect((await readAll(connection, 'SELECT count(*) FROM customers')).rows).toEqual([[3]])
    expect(standIn.state.renewals).toBe(1)
  })

  it('shares one session between concurrent queries, and ends it with the connection', async () => {
    standIn.state.paths.length = 0
    const connection = await connect()
    const results = await Promise.all([1, 2, 3].map(async (n) => await readAll(connection, `SELECT ${n}`)))
    expect(results.map(({ rows }) => rows)).toEqual([[[1]], [[2]], [[3]]])
    expect(standIn.state.paths.filter((path) => path.includes('login'))).toHaveLength(1)
    await connection.close()
    await expect.poll(() => standIn.state.paths.at(-1), patient).toBe('/session')
    expect((await failureOf(async () => await readAll(connection, 'SELECT 1'))).kind).toBe('cancelled')
  })

  it('fetches large results in parts, only as far as they are read', async () => {
    const connection = await connect()
    const sql = 'SELECT SEQ4() + 1 AS n FROM TABLE(GENERATOR(ROWCOUNT => 1000000))'
    standIn.state.paths.length = 0
    const parts = () => standIn.state.paths.filter((path) => path.startsWith('/chunks/')).length
    const result = await connection.query(sql, [], unlimited)
    for await (const batch of result.batches) if (batch.length > 0) break
    // The part being read, and one ahead.
    expect(parts()).toBeLessThan(4)
    const all = await readAll(connection, sql.replace('1000000', '100000'))
    expect([all.rows.length, all.rows.at(-1)]).toEqual([100_000, [100_000]])
  })

  it('ends a result whose next part cannot be fetched when its time is up, and still works', async () => {
    const connection = await connect()
    const sql = 'SELECT SEQ4() + 1 AS n FROM TABLE(GENERATOR(ROWCOUNT => 1000000))'
    const error = await failureOf(async () => {
      // The library keeps retrying on its own.
      const { batches } = await connection.query(sql, [], { ...unlimited, timeoutMs: 2000 })
      for await (const batch of batches) if (batch.length > 0) standIn.state.chunkStatus = 403
    })
    standIn.state.chunkStatus = 200
    expect(error.kind).toBe('timeout')
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('cancels a statement at its own address', async () => {
    const connection = await connect()
    const controller = new AbortController()
    const options = { ...unlimited, signal: controller.signal }
    const failing = failureOf(async () => await readAll(connection, endless, [], options))
    await expect.poll(() => standIn.countRunning(), patient).toBe(1)
    controller.abort()
    expect((await failing).kind).toBe('cancelled')
    await expect.poll(() => standIn.state.paths.some((path) => path.endsWith('/abort-request')), patient).toBe(true)
    await expect.poll(() => standIn.countRunning(), patient).toBe(0)
  })

  it('R01 never runs the content of a VARIANT', async () => {
    expect((await readAll(await connect(), hostile)).rows).toEqual([['(globalThis.canary = "it ran")']])
    expect('canary' in globalThis).toBe(false)
  })

  it('R02 warns about an administrator’s role and a missing warehouse, and lists comments and row counts', async () => {
    const connection = await connect()
    const report = await connection.test(() => {})
    expect(report.engine).toBe('Snowflake 9.30.1')
    expect(textsOf(report.warnings)).toEqual([
      'The role ACCOUNTADMIN can administer the account. Use a role that can only read.',
      'No warehouse is selected, so queries on tables will fail. Enter a warehouse in the connection.',
    ])
    const customers = (await collect(connection.introspect())).find(({ name }) => name === 'customers')
    expect([customers?.comment, customers?.rowEstimate]).toEqual(['Who buys', 3])
    expect(customers?.columns.at(-1)).toMatchObject({ dataType: 'NUMBER(12,2)', comment: 'What is owed' })
  })
})

describe('errors from Snowflake', () => {
  const cases: [string, string, string, string, string?][] = [
    [
      '000630',
      '57014',
      'Statement reached its statement or warehouse timeout of 1 second(s) and was canceled.',
      'timeout',
    ],
    ['000604', '57014', 'SQL execution canceled', 'cancelled'],
    [
      '003001',
      '42501',
      'SQL access control error:\nInsufficient privileges to operate on table',
      'permission',
      'Insufficient privileges to operate on table',
    ],
    [
      '000606',
      '57P03',
      'No active warehouse selected in the current session.',
      'unsupported',
      'No active warehouse selected in the current session. In the connection, enter a warehouse that the role can use, and turn on AUTO_RESUME for it.',
    ],
    [
      '000607',
      '57P03',
      "Warehouse 'SMALL' is suspended.",
      'unsupported',
      "Warehouse 'SMALL' is suspended. In the connection, enter a warehouse that the role can use, and turn on AUTO_RESUME for it.",
    ],
    [
      '090073',
      '22000',
      "Warehouse 'SMALL' cannot be resumed because resource monitor 'M' has exceeded its quota.",
      'limit',
      "Warehouse 'SMALL' cannot be resumed because resource monitor 'M' has exceeded its quota. Raise the quota of the warehouse's resource monitor, or enter another warehouse in the connection.",
    ],
    [
      '390197',
      '08001',
      'Multi-factor authentication is required for this account.',
      'auth',
      'Multi-factor authentication is required for this account. Sign in with a key pair or an access token instead of a password.',
    ],
    ['000008', '0A000', 'Actual statement count 2 did not match the desired statement count 1.', 'unsupported'],
    [
      '002043',
      '02000',
      'SQL compilation error:\nObject does not exist, or operation cannot be performed.',
      'missing-object',
      'Object does not exist, or operation cannot be performed.',
    ],
    ['390422', '08001', 'Incoming request with IP 1.2.3.4 is not allowed to access Snowflake.', 'permission'],
    ['390303', '08001', 'Invalid OAuth access token.', 'auth'],
    ['100051', '22012', 'Division by zero', 'unknown'],
  ]
  it.each(cases)('%s (%s): %s', async (code, state, message, kind, plain) => {
    const connection = await connect()
    standIn.fail(code, state, message)
    const error = await failureOf(async () => await readAll(connection, 'SELECT 1'))
    expect([error.kind, error.message]).toEqual([kind, plain ?? message])
  })

  it('reports an account that does not exist', () => {
    const error = Object.assign(new Error('Request to Snowflake failed.'), {
      code: 402001,
      response: { statusCode: 403 },
    })
    expect(toDriverError(error)).toMatchObject({
      kind: 'missing-object',
      stage: 'sign-in',
      message: 'Snowflake account not found. Check the account and its region.',
    })
  })
})

describe('an address that is not the account’s', () => {
  const certificate = (name: string) => readFileSync(new URL(`../server/__fixtures__/${name}`, import.meta.url))

  it('refuses the address by its certificate before sending anything to it', async () => {
    const requests: unknown[] = []
    const server = createServer({ key: certificate('good.key'), cert: certificate('good.pem') }, (request) =>
      requests.push(request.url),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `https://localhost:${(server.address() as AddressInfo).port}`
    const error = await failureOf(async () => await createSnowflakeDriver(address).connect(config))
    server.close()
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls' })
    expect(requests).toEqual([])
  })

  it('distinguishes it from an address where nothing listens', async () => {
    const error = await failureOf(async () => await createSnowflakeDriver('http://127.0.0.1:1').connect(config))
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'reach' })
  })
})

describe('the library', () => {
  it('R14 contacts only the account’s address, and leaves no file in the working or home folder', async () => {
    const driver = new URL('./driver.ts', import.meta.url).href
    const traces = await traceProcess(`
      const { createSnowflakeDriver } = await import(${JSON.stringify(driver)})
      const driver = createSnowflakeDriver(${JSON.stringify(standIn.endpoint)})
      const connection = await driver.connect(${JSON.stringify(config)})
      const { batches } = await connection.query('SELECT 1', [], ${JSON.stringify(unlimited)})
      for await (const _ of batches);
      await connection.close()`)
    expect(traces).toEqual({ hosts: ['127.0.0.1'], files: [], output: '' })
  })
})
