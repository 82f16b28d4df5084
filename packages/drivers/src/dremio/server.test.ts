import type { RecordBatch } from 'apache-arrow'
import { connect } from 'node:net'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { traceProcess } from '../testing/outbound.ts'
import { authority, credentials } from '../testing/certificates.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { readSlowly } from '../testing/read-slowly.ts'
import { listen, listenBefore } from '../testing/stand-in.ts'
import { dremioDriver } from './driver.ts'
import { loadFlight, type FlightLibraries } from './flight/library.ts'
import { batchOf } from './testing/batches.ts'
import { countedSql } from './testing/model.ts'
import { endless, startStandIn, type StandInOptions } from './testing/stand-in.ts'

const numbers = (count: number) => `${countedSql(9)} LIMIT ${count}`
const byName = 'SELECT id FROM customers WHERE name = ?'
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(options: StandInOptions = {}) {
  const standIn = await startStandIn(options)
  ends.push(standIn.stop)
  return standIn
}

async function open(config: ConnectionConfig) {
  const connection = await dremioDriver.connect(config)
  ends.push(async () => await connection.close())
  return connection
}

describe('the sign-in', () => {
  it('sends the password once, then the token, the session’s cookie and the schema', async () => {
    const { config, state } = await start()
    const connection = await open(config)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    expect(state.handshakes).toBe(1)
    expect(state.headers?.getMap()).toMatchObject({
      authorization: 'Bearer token-1',
      cookie: 'arrow_flight_session_id=session-1',
      schema: '"Samples"."suite"',
    })
  })

  it('signs in again, once, when the token has expired', async () => {
    const { config, state, expireTokens } = await start()
    const connection = await open(config)
    expireTokens()
    const counts = await Promise.all([1, 2, 3].map(async (n) => await readAll(connection, `SELECT ${n}`)))
    expect(counts.map(({ rows }) => rows)).toEqual([[[1]], [[2]], [[3]]])
    expect(state.handshakes).toBe(2)
  })

  it('fails when the server rejects the new token too', async () => {
    const { config } = await start({ failure: { code: 16, details: 'Invalid token' } })
    const error = await failureOf(() => dremioDriver.connect(config))
    expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in', message: expect.not.stringContaining('päss') })
  })

  it('signs in with the first call if the server has no handshake, then continues with the token', async () => {
    const { config, state } = await start({ hasNoHandshake: true })
    const connection = await open(config)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    expect(state.headers?.get('authorization')).toEqual(['Bearer token-1'])
    const error = await failureOf(() => dremioDriver.connect({ ...config, password: 'bad' }))
    expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in' })
  })

  it('uses an access token from the start when signing in with one', async () => {
    const { config, state } = await start()
    await open(config)
    await open({ ...config, username: '$token', password: 'token-1' })
    const error = await failureOf(() => dremioDriver.connect({ ...config, username: '$token', password: 'bad' }))
    expect([error.kind, state.handshakes]).toEqual(['auth', 3])
  })
})

describe('TLS', () => {
  it('reports TLS as its own stage, and uses it for the session', async () => {
    const { config } = await start({ credentials: credentials('good') })
    const connection = await open({ ...config, host: 'localhost', tls_ca: authority })
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    expect(report).toEqual({ engine: 'Dremio 26.0.5', tableCount: 5, warnings: [] })
  })

  const refused: [title: string, certificate: string, settings: ConnectionConfig][] = [
    ['of an unknown authority', 'good', {}],
    ['for another host', 'good', { tls_ca: authority, host: '127.0.0.1' }],
    ['that expired', 'expired', { tls_ca: authority }],
  ]
  it.each(refused)('refuses a certificate %s, and sends the password to no one', async (_title, name, settings) => {
    const { config, state } = await start({ credentials: credentials(name) })
    const error = await failureOf(() => dremioDriver.connect({ ...config, host: 'localhost', ...settings }))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls' })
    expect(state.handshakes).toBe(0)
  })

  it('fails without the client certificate that the server requires', async () => {
    const { config } = await start({ credentials: credentials('good') })
    const error = await failureOf(() => dremioDriver.connect({ ...config, disable_tls: true }))
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'reach' })
  })
})

describe('a server', () => {
  const config = {
    driver_type: 'flight',
    host: '127.0.0.1',
    database: 'DREMIO',
    username: 'reader',
    password: 'x',
    disable_tls: true,
  }

  it('gives up after ten seconds on a server that accepts and never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const accepted = Promise.withResolvers<void>()
    let sockets = 0
    const { port, close } = await listen(() => (sockets += 1) === 2 && accepted.resolve())
    ends.push(close)
    const failed = failureOf(() => dremioDriver.connect({ ...config, port }))
    await accepted.promise
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failed).toMatchObject({
      kind: 'timeout',
      stage: 'reach',
      message: 'The server accepted the connection but did not answer.',
    })
  })

  it('leaves a server that never answers when the caller aborts', async () => {
    const accepted = Promise.withResolvers<void>()
    let sockets = 0
    const { port, close } = await listen(() => (sockets += 1) === 2 && accepted.resolve())
    ends.push(close)
    const controller = new AbortController()
    const failed = failureOf(() => dremioDriver.connect({ ...config, port }, { signal: controller.signal }))
    await accepted.promise
    controller.abort()
    expect((await failed).kind).toBe('cancelled')
  })

  it.each([
    ['ends every connection', ''],
    ['speaks another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('explains a server that %s in plain words', async (_title, words) => {
    const { port, close } = await listen((socket) => socket.end(words))
    ends.push(close)
    const error = await failureOf(() => dremioDriver.connect({ ...config, port }))
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'reach', message: 'The server closed the connection.' })
  })

  it('ends the result when the server dies in mid-stream, and reconnects for the next query', async () => {
    const standIn = await start()
    const proxy = await listenBefore({ host: '127.0.0.1', port: Number(standIn.config.port) })
    ends.push(proxy.close)
    const connection = await open({ ...standIn.config, port: proxy.port })
    const error = await failureOf(async () => {
      const result = await connection.query(numbers(1_000_000), [], unlimited)
      for await (const _ of result.batches) proxy.cut()
    })
    expect(error).toMatchObject({ kind: 'unreachable', message: 'The server closed the connection.' })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('R14 contacts only the configured server and leaves nothing behind', async () => {
    const standIn = await start()
    const driver = new URL('./driver.ts', import.meta.url).href
    const traces = await traceProcess(`
      process.env.grpc_proxy = process.env.https_proxy = 'http://192.0.2.1:3128'
      const { dremioDriver } = await import(${JSON.stringify(driver)})
      const connection = await dremioDriver.connect(${JSON.stringify(standIn.config)})
      const { batches } = await connection.query('SELECT 1', [], ${JSON.stringify(unlimited)})
      for await (const _ of batches);
      await connection.close()`)
    expect(traces).toEqual({ hosts: ['127.0.0.1'], files: [], output: '' })
  })
})

describe('a query', () => {
  it('reads 100,000 rows no faster than requested', async () => {
    const { config, state } = await start()
    const connection = await open(config)
    const { sentUnread, read } = await readSlowly(connection, numbers(100_000), () => state.rowsSent)
    expect(sentUnread).toBeLessThan(60_000)
    expect(read).toBe(100_000)
  })

  it('cancels a query on its own session and ends its call', async () => {
    const { config, state, countRunning } = await start()
    const connection = await open(config)
    const controller = new AbortController()
    const running = failureOf(() => readAll(connection, endless, [], { ...unlimited, signal: controller.signal }))
    await expect.poll(() => countRunning?.()).toBe(1)
    controller.abort()
    expect((await running).kind).toBe('cancelled')
    await expect.poll(() => countRunning?.()).toBe(0)
    await expect.poll(() => state.calls).toContain('CancelFlightInfo')
  })

  it('does not cancel a query that was read to its end', async () => {
    const { config, state } = await start()
    const connection = await open(config)
    await readAll(connection, 'SELECT 1')
    await readAll(connection, byName, ['Ada'])
    await expect.poll(() => state.calls).toContain('ClosePreparedStatement')
    expect(state.calls).not.toContain('CancelFlightInfo')
  })

  it.each(['stored', 'in the handle'] as const)(
    'keeps values out of the statement text when bound values are %s',
    async (binding) => {
      const { config, state } = await start({ binding })
      const connection = await open(config)
      expect((await readAll(connection, byName, ['Ada'])).rows).toEqual([[1]])
      expect(
        (await readAll(connection, 'SELECT ? AS a, ? AS b, ? AS c, ? AS d', [9_007_199_254_740_991, 0.5, 'x', null]))
          .rows,
      ).toEqual([[9_007_199_254_740_991, 0.5, 'x', null]])
      expect(state.queries).toContain(byName)
    },
  )

  it.each(['refused', 'not known'] as const)('refuses a query with values when binding is %s', async (binding) => {
    const { config, state } = await start({ binding })
    const connection = await open(config)
    state.queries.length = 0
    const error = await failureOf(() => readAll(connection, byName, ['Ada']))
    expect(error).toMatchObject({
      kind: 'unsupported',
      message: expect.stringMatching(/does not support query parameters/),
    })
    expect(state.queries).toEqual([])
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })
})

describe('an endpoint that ends in the middle', () => {
  const endings = [
    ['error', { kind: 'limit', message: 'RESOURCE ERROR: the quota of the engine is used up' }],
    [
      'half a batch',
      { kind: 'unreachable', message: expect.stringMatching(/unexpected response|closed the connection/) },
    ],
  ] as const
  it.each(endings)(
    'ends the result on an endpoint that fails by %s, and the next query works',
    async (ending, expected) => {
      const options: StandInOptions = {}
      const { config } = await start(options)
      const connection = await open(config)
      options.ending = ending
      const error = await failureOf(() => readAll(connection, numbers(20_000)))
      expect(error).toMatchObject(expected)
      delete options.ending
      expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    },
  )
})

describe('the location of a result', () => {
  it('R14 never reads a result from another host, whatever the server says', async () => {
    const other = await start()
    const locations = [`grpc+tcp://localhost:${other.config.port}`, 'grpc+tls://127.0.0.1:1', 'nonsense']
    const { config } = await start({ locations })
    const error = await failureOf(() => dremioDriver.connect({ ...config, use_direct_flight: true }))
    expect(error).toMatchObject({ kind: 'permission', message: expect.stringMatching(/not at 127\.0\.0\.1/) })
    expect(other.state.calls).toEqual([])
    expect((await readAll(await open(config), 'SELECT 1')).rows).toEqual([[1]])
  })

  it('reads a result over the existing connection if the server says so', async () => {
    const { config } = await start({ locations: ['arrow-flight-reuse-connection://?'] })
    expect((await readAll(await open({ ...config, use_direct_flight: true }), 'SELECT 1')).rows).toEqual([[1]])
  })

  it('can read a result from another port of the same host', async () => {
    const locations: string[] = []
    const { config } = await start({ locations })
    let sockets = 0
    const proxy = await listen((socket) => {
      sockets += 1
      socket.pipe(connect({ host: '127.0.0.1', port: Number(config.port) })).pipe(socket)
    })
    ends.push(proxy.close)
    locations.push(`grpc+tcp://127.0.0.1:${proxy.port}`)
    await readAll(await open(config), 'SELECT 1')
    expect(sockets).toBe(0)
    expect((await readAll(await open({ ...config, use_direct_flight: true }), 'SELECT 1')).rows).toEqual([[1]])
    expect(sockets).toBe(1)
  })
})

describe('batches', () => {
  const word = (text: string, { arrow }: FlightLibraries) =>
    arrow.vectorFromArray([text, text], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 7)).slice(0, 2)
  const fixtures = (libraries: FlightLibraries): Record<string, RecordBatch[]> => ({
    'SELECT words': ['north', 'south'].map((text) => batchOf(libraries, ['w'], [word(text, libraries)])),
  })

  it('reads batches whose dictionaries are replaced by later batches', async () => {
    const { config } = await start({ fixtures })
    const { rows } = await readAll(await open(config), 'SELECT words')
    expect(rows).toEqual([['north'], ['north'], ['south'], ['south']])
  })

  it('reads batches compressed with ZSTD', async () => {
    const { arrow } = await loadFlight()
    const codec = {
      encode: (data: Uint8Array) => zstdCompressSync(data),
      decode: (data: Uint8Array) => zstdDecompressSync(data),
    }
    arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, codec)
    const { config } = await start({ compression: arrow.CompressionType.ZSTD })
    const { rows } = await readAll(await open(config), numbers(2000))
    expect([rows.length, rows.at(-1)]).toEqual([2000, [2000]])
  })

  it('refuses batches compressed with LZ4 in plain words', async () => {
    const { arrow } = await loadFlight()
    const encode = (data: Uint8Array) => Uint8Array.of(0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, ...data)
    arrow.compressionRegistry.set(arrow.CompressionType.LZ4_FRAME, { encode })
    const { config } = await start({ compression: arrow.CompressionType.LZ4_FRAME })
    const error = await failureOf(() => dremioDriver.connect(config))
    expect(error).toMatchObject({ kind: 'unsupported', message: expect.stringMatching(/LZ4/) })
  })
})

describe('errors from Dremio', () => {
  const cases: [code: number, details: string, kind: string, message?: string][] = [
    [
      3,
      "Object 'x' not found within 'Samples'\nSQL Query SELECT 1\nstartLine 1\nstartColumn 8",
      'missing-object',
      "Object 'x' not found within 'Samples'",
    ],
    [3, 'Cannot apply + to arguments of type DATE + DATE', 'syntax'],
    [7, 'User reader cannot SELECT on "Samples"', 'permission'],
    [4, 'Query was cancelled because it exceeded the time limit', 'timeout'],
    [1, 'Query cancelled by user', 'cancelled'],
    [8, 'Too many concurrent queries', 'limit'],
    [14, 'RESOURCE ERROR: Query was cancelled because it exceeded the memory limits', 'limit'],
    [14, 'The coordinator is going away', 'unreachable', 'The server closed the connection.'],
    [12, 'doAction is not implemented.', 'unsupported'],
    [13, 'There was an error servicing your request.', 'unknown'],
    [2, '', 'unknown', 'Dremio reported an error without details.'],
  ]
  it.each(cases)('%i %s', async (code, details, kind, message) => {
    const { config } = await start({ failure: { code, details } })
    const error = await failureOf(() => dremioDriver.connect(config))
    expect([error.kind, error.message]).toEqual([kind, message ?? details])
  })
})

describe('R02 warns when the account can do more than read', () => {
  const unknown =
    "Could not read the account's privileges. Dremio has no read-only sessions, so use an account that can only read."
  const cases: [privileges: string[] | null, warnings: string[]][] = [
    [['SELECT', 'READ METADATA'], []],
    [
      ['SELECT', 'MODIFY', 'CREATE_USER'],
      [
        'The account can do more than read: CREATE_USER, MODIFY. Dremio has no read-only sessions, so use an account that can only read.',
      ],
    ],
    [null, [unknown]],
  ]
  it.each(cases)('%j', async (privileges, warnings) => {
    const { config } = await start({ privileges })
    expect(textsOf((await (await open(config)).test(() => {})).warnings)).toEqual(warnings)
  })
})

describe('the catalogue', () => {
  it('lists paths as schemas and types with their sizes, without Dremio’s own tables', async () => {
    const { config } = await start()
    const tables = await collect((await open({ ...config, schema_name: null })).introspect())
    expect(tables).toHaveLength(5)
    const customers = tables.find(({ name }) => name === 'customers')
    expect(customers).toMatchObject({ schema: 'Samples.suite', comment: null, rowEstimate: null })
    expect(customers?.columns.map(({ dataType }) => dataType)).toEqual([
      'INTEGER',
      'CHARACTER VARYING',
      'CHARACTER VARYING',
      'DECIMAL(12,2)',
    ])
  })

  it('limits the catalogue to the space or folder from the form', async () => {
    const { config } = await start()
    const counts = [
      { database: 'samples', schema_name: null },
      { database: 'Samples', schema_name: 'suite' },
      { database: 'sys', schema_name: null },
    ].map(async (place) => (await collect((await open({ ...config, ...place })).introspect())).length)
    expect(await Promise.all(counts)).toEqual([5, 5, 0])
  })
})
