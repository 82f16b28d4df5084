import type { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { authority, credentials } from '../testing/certificates.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { listenBefore } from '../testing/stand-in.ts'
import { readSlowly } from '../testing/read-slowly.ts'
import { hanaDriver } from './driver.ts'
import { startStandIn, type StandInOptions } from './testing/stand-in.ts'

const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(options: StandInOptions = {}) {
  const standIn = await startStandIn(options)
  ends.push(standIn.stop)
  return standIn
}

async function open(config: ConnectionConfig) {
  const connection = await hanaDriver.connect(config)
  ends.push(async () => await connection.close())
  return connection
}

describe('the sign-in', () => {
  it.each(['SCRAMPBKDF2SHA256', 'SCRAMSHA256'] as const)('proves the account by %s', async (mechanism) => {
    const { config } = await start({ mechanism })
    expect((await readAll(await open(config), 'SELECT 1')).rows).toEqual([[1]])
    const error = await failureOf(() => hanaDriver.connect({ ...config, password: 'bad' }))
    expect(error).toMatchObject({ kind: 'auth', stage: 'sign-in', message: 'authentication failed' })
  })

  it('R14 offers no method that reveals the password to a server', async () => {
    const { config, sessions } = await start()
    await open(config)
    expect([...sessions.values()][0]?.offers).toEqual(['SCRAMPBKDF2SHA256', 'SCRAMSHA256'])
  })

  it('R14 does not follow a redirect from the server', async () => {
    const other = await start()
    const { config } = await start({ redirect: { host: '127.0.0.1', port: Number(other.config.port) } })
    expect((await failureOf(() => hanaDriver.connect(config))).kind).toBe('auth')
    expect(other.sessions.size).toBe(0)
  })

  it('fails when the server disconnects while the password is hashed; an uncaught error would fail this run', async () => {
    const { config } = await start()
    const target = { host: '127.0.0.1', port: Number(config.port) }
    const proxy = await listenBefore(target, (part, index, client) => {
      // The second answer is the challenge. Its reader is busy with it when the socket ends.
      if (index === 1) client.once('drain', () => client.destroy()).end(part)
      return index === 1 ? Buffer.alloc(0) : part
    })
    ends.push(async () => proxy.close())
    const error = await failureOf(() => hanaDriver.connect({ ...config, port: proxy.port, tls: 'disable' }))
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'reach' })
  })

  it('gives up when the server asks for endless hashing', async () => {
    const { config } = await start()
    const target = { host: '127.0.0.1', port: Number(config.port) }
    const rounds = Buffer.from([4, 0, 0, 0x3a, 0x98])
    const proxy = await listenBefore(target, (part) => {
      const at = part.indexOf(rounds)
      if (at >= 0) part.writeUInt32BE(0xffffffff, at + 1)
      return part
    })
    ends.push(async () => proxy.close())
    const error = await failureOf(() => hanaDriver.connect({ ...config, port: proxy.port, tls: 'disable' }))
    expect(error).toMatchObject({ kind: 'auth', message: expect.stringMatching(/too many hashing rounds/) })
  })

  it('sets the schema from the form, whatever its name', async () => {
    const { config, sessions } = await start()
    const connection = await open({ ...config, schema_name: 'A "b"; DROP' })
    expect([...sessions.values()][0]?.statements).toContain('SET SCHEMA "A ""b""; DROP"')
    expect(connection.defaultSchema).toBe('A "b"; DROP')
  })
})

describe('TLS', () => {
  it('reports TLS as its own stage, and uses it for the session', async () => {
    const { config } = await start({ credentials: credentials('good') })
    const connection = await open({ ...config, host: 'localhost', tls: 'verify', tls_ca: authority })
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    expect(report.engine).toBe('SAP HANA 2.00.070.00')
  })

  it('uses TLS if the server supports it, and continues without it otherwise', async () => {
    const secure = await start({ credentials: credentials('expired') })
    expect((await readAll(await open(secure.config), 'SELECT 1')).rows).toEqual([[1]])
    const plain = await start()
    expect((await readAll(await open(plain.config), 'SELECT 1')).rows).toEqual([[1]])
    const error = await failureOf(() => hanaDriver.connect({ ...plain.config, tls: 'require' }))
    expect(error.kind).toMatch(/tls|unreachable/)
  })

  const refused: [title: string, certificate: string, settings: ConnectionConfig][] = [
    ['of an unknown authority', 'good', { tls: 'verify' }],
    ['for another host', 'good', { tls: 'verify', tls_ca: authority, host: '127.0.0.1' }],
    ['that expired', 'expired', { tls: 'verify', tls_ca: authority }],
  ]
  it('says so when the server asks for a client certificate', async () => {
    const { config } = await start({ credentials: { ...credentials('good'), requestCert: true } })
    const secure = { ...config, host: 'localhost', tls: 'verify', tls_ca: authority }
    expect(await failureOf(() => hanaDriver.connect(secure))).toMatchObject({
      kind: 'tls',
      stage: 'tls',
      message: expect.stringMatching(/^The server requires a client certificate/),
    })
  })

  it.each(refused)('refuses a certificate %s', async (_title, certificate, settings) => {
    const { config } = await start({ credentials: credentials(certificate) })
    const error = await failureOf(() => hanaDriver.connect({ ...config, host: 'localhost', ...settings }))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls' })
  })
})

describe('a session', () => {
  it('R05 runs each statement in a read-only transaction', async () => {
    const { config, sessions } = await start()
    await readAll(await open({ ...config, tls: 'disable' }), 'SELECT 1')
    expect([...sessions.values()].every((session) => session.statements.includes('SET TRANSACTION READ ONLY'))).toBe(
      true,
    )
  })

  it('reads 100,000 rows no faster than requested', async () => {
    const { config, sessions } = await start()
    const connection = await open(config)
    const sent = () => Math.max(...[...sessions.values()].map((session) => session.rowsSent))
    const sql = 'SELECT ELEMENT_NUMBER AS n FROM SERIES_GENERATE_INTEGER(1, 0, 100000)'
    const { sentUnread, read } = await readSlowly(connection, sql, sent)
    expect(sentUnread).toBeLessThan(50_000)
    expect(read).toBe(100_000)
  })

  it('cancels a statement over another session, by connection number', async () => {
    const { config, sessions } = await start()
    const connection = await open(config)
    const controller = new AbortController()
    const sql = 'SELECT COUNT(*) FROM SERIES_GENERATE_INTEGER(1, 0, 100000000000)'
    const running = failureOf(() => readAll(connection, sql, [], { ...unlimited, signal: controller.signal }))
    const busy = () => [...sessions.values()].find((session) => session.isRunning)
    await expect.poll(busy).toBeDefined()
    const session = busy()
    controller.abort()
    expect((await running).kind).toBe('cancelled')
    await expect.poll(() => session?.isRunning).toBe(false)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('reads a large object in portions, with all its characters', async () => {
    const { config } = await start()
    const sql = "SELECT LPAD('ende', 600000, 'äß') AS t FROM DUMMY"
    const text = (await readAll(await open(config), sql)).rows[0]?.[0]
    expect(text).toBe('ende'.padStart(600_000, 'äß'))
  })

  it('fails when the server ends the session in mid-stream, and reconnects for the next query', async () => {
    const standIn = await start()
    const connection = await open(standIn.config)
    const error = await failureOf(async () => {
      const sql = 'SELECT ELEMENT_NUMBER AS n FROM SERIES_GENERATE_INTEGER(1, 0, 1000000)'
      const result = await connection.query(sql, [], unlimited)
      for await (const _ of result.batches) standIn.cut()
    })
    expect(error.kind).toBe('unreachable')
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })
})

describe('R02 warns when the account can do more than read', () => {
  const cases: [rights: string[], warnings: string[]][] = [
    [['SELECT'], []],
    [['INSERT', 'DROP'], ['The account can change data or tables.']],
    [
      ['DATA ADMIN', 'EXPORT'],
      [
        'The account can administer the database or its accounts.',
        'The account can read or write files on the server.',
      ],
    ],
  ]
  it.each(cases)('%j', async (rights, warnings) => {
    const { config } = await start({ rights })
    expect(textsOf((await (await open(config)).test(() => {})).warnings)).toEqual(warnings)
  })
})

it('serves an account that may not read the server’s own details', async () => {
  const prepare = (database: DatabaseSync) =>
    database.exec('DROP TABLE SYS.M_DATABASE; DROP TABLE SYS.EFFECTIVE_PRIVILEGES')
  const { config } = await start({ prepare })
  const report = await (await open({ ...config, database: 'ANY' })).test(() => {})
  expect(report).toMatchObject({ engine: 'SAP HANA', tableCount: 5 })
  expect(textsOf(report.warnings)).toEqual(["Could not read the account's privileges."])
})

describe('the catalogue', () => {
  it('lists comments, estimates, sizes of types, and synonyms with the columns of their targets', async () => {
    const { config } = await start({
      prepare: (database) =>
        database.exec(`UPDATE SYS.TABLES SET COMMENTS = 'All customers' WHERE TABLE_NAME = 'customers';
          UPDATE SYS.TABLE_COLUMNS SET COMMENTS = 'As on the invoice' WHERE COLUMN_NAME = 'name';
          INSERT INTO SYS.SYNONYMS VALUES ('SALES', 'clients', 'SALES', 'customers', 'TABLE'),
            ('SALES', 'job', 'SALES', 'run_job', 'PROCEDURE')`),
    })
    const tables = new Map((await collect((await open(config)).introspect())).map((table) => [table.name, table]))
    expect(tables.get('customers')).toMatchObject({ schema: 'SALES', comment: 'All customers', rowEstimate: 3 })
    expect(tables.get('customers')?.columns.map((column) => [column.dataType, column.comment])).toEqual([
      ['INTEGER', null],
      ['NVARCHAR(100)', 'As on the invoice'],
      ['NVARCHAR(100)', null],
      ['DECIMAL(12,2)', null],
    ])
    expect(tables.get('clients')).toMatchObject({ objectType: 'SYNONYM', definition: '"SALES"."customers"' })
    expect(tables.get('clients')?.columns).toEqual(tables.get('customers')?.columns)
    for (const name of ['job', 'HOST_MEMORY', 'SCRATCH']) expect(tables.has(name)).toBe(false)
  })

  it('limits the catalogue to the schema from the form', async () => {
    const { config } = await start()
    expect(await collect((await open({ ...config, schema_name: 'OTHER' })).introspect())).toEqual([])
  })
})
