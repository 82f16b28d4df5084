import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Driver, DriverError } from '../contract.ts'
import { driverFor } from '../registry.ts'
import { collect, failureOf, readAll, unlimited } from './read.ts'
import { openRealServer, serverKinds, type RealServer, type ServerKind } from './real-servers.ts'
import { listen, listenBefore, type StandIn } from './stand-in.ts'

/** Names that break careless quoting, each used for a table and its only column. */
const hostileNames = [
  'select',
  'a.b',
  'two  spaces',
  "it's",
  'quo"te',
  'back`tick',
  'semi;colon -- comment',
  '/* comment */',
  'Ünïcødé 表',
  'new\nline',
  '$1 ? :name %s',
  'back\\slash',
  'UPPER',
]
/** Maximum columns of a table in each engine, below the limit of its row size. */
const mostColumns: Record<ServerKind, number> = { postgresql: 1600, mysql: 1000 }
const endlessRows: Record<ServerKind, string> = {
  postgresql: 'SELECT generate_series(1, 100000000)',
  mysql: 'SELECT a.COLUMN_NAME FROM information_schema.COLUMNS a, information_schema.COLUMNS b',
}

describe.each(serverKinds)('bad input on %s', (kind) => {
  let driver: Driver
  let server: RealServer
  let skip: string | null = null
  const standIns: StandIn[] = []
  const opened = (standIn: StandIn) => {
    standIns.push(standIn)
    return standIn
  }

  beforeAll(async () => {
    driver = await driverFor(kind)
    const started = await openRealServer(kind)
    if ('skip' in started) skip = started.skip
    else server = started
  })
  beforeEach((test) => {
    if (skip !== null) test.skip(skip)
  })
  afterEach(() => {
    vi.useRealTimers()
    for (const standIn of standIns.splice(0)) standIn.close()
  })
  afterAll(() => server?.stop())

  it('gives up after ten seconds on a server that accepts and never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const accepted = Promise.withResolvers<void>()
    let sockets = 0
    const { port } = opened(await listen(() => (sockets += 1) === 2 && accepted.resolve()))
    const failed = failureOf(() => driver.connect({ ...server.config, port }))
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
    const { port } = opened(await listen(() => (sockets += 1) === 2 && accepted.resolve()))
    const controller = new AbortController()
    const failed = failureOf(() => driver.connect({ ...server.config, port }, { signal: controller.signal }))
    await accepted.promise
    controller.abort()
    expect((await failed).kind).toBe('cancelled')
  })

  it('reports a server that ends every connection', async () => {
    const { port } = opened(await listen((socket) => socket.destroy()))
    const error = await failureOf(() => driver.connect({ ...server.config, port }))
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'reach', message: expect.stringContaining('closed') })
  })

  it('fails with a plain message for a server of another protocol', async () => {
    const { port } = opened(await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(3))))
    const error = await failureOf(() => driver.connect({ ...server.config, port, tls: 'disable' }))
    expect(error.message).toMatch(/closed the connection|speak/)
    expect(error.kind).toBe('unreachable')
  })

  it('ends the result when the server dies in mid-stream, and reconnects for the next query', async () => {
    const proxy = opened(await listenBefore(server.place))
    const connection = await driver.connect({ ...server.config, port: proxy.port })
    const error = await failureOf(async () => {
      const result = await connection.query(endlessRows[kind], [], unlimited)
      for await (const batch of result.batches) if (batch.length > 0) proxy.cut()
    })
    expect(error).toMatchObject({ kind: 'unreachable', message: 'The server closed the connection.' })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    await connection.close()
  })

  it('reports a server that dies while the catalogue is read', async () => {
    const proxy = opened(await listenBefore(server.place))
    const connection = await driver.connect({ ...server.config, port: proxy.port })
    proxy.close()
    const error = await failureOf(() => collect(connection.introspect()))
    expect(error.kind).toBe('unreachable')
    await connection.close()
  })

  it('never reads a cell of two gigabytes', async () => {
    const connection = await driver.connect(server.config)
    const outcome = await readAll(connection, "SELECT repeat('x', 2000000000)").then(
      ({ rows }) => rows,
      (error: DriverError) => error.kind,
    )
    // MySQL itself returns NULL, with a warning, for a text larger than max_allowed_packet.
    expect(outcome).toEqual({ mysql: [[null]], postgresql: 'limit' }[kind])
    await connection.close()
  })

  it('leaves out a cell above the byte cap, and the result says so', async () => {
    const connection = await driver.connect(server.config)
    const options = { ...unlimited, maxBytes: 1_000_000 }
    const capped = await readAll(connection, "SELECT repeat('x', 10000000)", [], options)
    expect(capped).toMatchObject({ rows: [], outcome: { rowCount: 0, truncatedBy: 'bytes' } })
    await connection.close()
  })

  it('R03 returns hostile names unchanged, and can query them', async () => {
    for (const name of hostileNames)
      await server.run(`CREATE TABLE ${server.quote(name)} (${server.quote(name)} INTEGER)`)
    const connection = await driver.connect(server.config)
    const tables = await collect(connection.introspect())
    const found = new Map(tables.map((table) => [table.name, table.columns.map((column) => column.name)]))
    expect(found).toEqual(new Map(hostileNames.map((name) => [name, [name]])))
    for (const name of hostileNames) {
      const quoted = server.quote(name)
      const { columns, rows } = await readAll(connection, `SELECT ${quoted} FROM ${quoted}`)
      expect([columns, rows]).toEqual([[name], []])
    }
    for (const name of hostileNames) await server.run(`DROP TABLE ${server.quote(name)}`)
    await connection.close()
  })

  it('lists and reads a whole table with as many columns as the engine allows', async () => {
    const names = Array.from({ length: mostColumns[kind] }, (_, index) => `c${index}`)
    await server.run(`CREATE TABLE wide (${names.map((name) => `${name} SMALLINT`).join(', ')})`)
    await server.run(`INSERT INTO wide (c0) VALUES (1)`)
    const connection = await driver.connect(server.config)
    const wide = (await collect(connection.introspect())).find((table) => table.name === 'wide')
    expect(wide?.columns.map((column) => column.name)).toEqual(names)
    const { columns, rows } = await readAll(connection, 'SELECT * FROM wide')
    expect([columns, rows[0]?.length]).toEqual([names, names.length])
    await connection.close()
  })
})
