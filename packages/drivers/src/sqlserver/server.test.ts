import { afterEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { authority, credentials } from '../testing/certificates.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { readSlowly } from '../testing/read-slowly.ts'
import { sqlserverDriver } from './driver.ts'
import { startStandIn, type StandInOptions } from './testing/stand-in.ts'
import { objectId } from './testing/catalogue.ts'

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
  const connection = await sqlserverDriver.connect(config)
  ends.push(async () => await connection.close())
  return connection
}

describe('a session', () => {
  it('pins the meaning of statements, and asks for a read-only server', async () => {
    const { server, config } = await start()
    await open(config)
    const [session] = server.sessions
    expect(session?.login).toMatchObject({ database: 'shop', wantsReadOnly: true })
    for (const setting of [
      'quoted_identifier on',
      'ansi_nulls on',
      'xact_abort on',
      'arithabort on',
      'read committed',
    ]) {
      expect(session?.batches[0]).toContain(setting)
    }
  })

  it('R05 runs each statement in a transaction that is rolled back, with a limit on locks', async () => {
    const { server, config } = await start()
    const connection = await open(config)
    await readAll(connection, 'SELECT 1', [], { ...unlimited, timeoutMs: 1500 })
    const batches = () => [...server.sessions].flatMap((session) => session.batches.slice(-2))
    await expect
      .poll(batches)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^SET LOCK_TIMEOUT 1500; .*BEGIN TRANSACTION$/),
          'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION',
        ]),
      )
  })

  it('cancels a statement with an attention on its own connection, and reuses the session', async () => {
    const { server, config } = await start()
    const connection = await open(config)
    const endless = 'SELECT COUNT_BIG(*) FROM GENERATE_SERIES(1, 100000000000)'
    const controller = new AbortController()
    const running = failureOf(() => readAll(connection, endless, [], { ...unlimited, signal: controller.signal }))
    await expect.poll(() => server.countRunning()).toBe(1)
    const session = [...server.sessions].find((one) => one.isRunning)
    controller.abort()
    expect((await running).kind).toBe('cancelled')
    await expect.poll(() => session?.isRunning).toBe(false)
    await expect.poll(() => session?.batches.at(-1)).toBe('IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION')
    expect(session?.attentions).toBe(1)
    expect(server.sessions).toContain(session)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('reads 60,000 rows no faster than requested', async () => {
    const { server, config } = await start()
    const connection = await open(config)
    const sent = () => Math.max(...[...server.sessions].map((session) => session.rowsSent))
    const sql = "SELECT value AS n, REPLICATE('.', 400) AS dots FROM GENERATE_SERIES(1, 60000)"
    const { sentUnread, read } = await readSlowly(connection, sql, sent)
    expect(sentUnread).toBeLessThan(50_000)
    expect(read).toBe(60_000)
  })

  it('binds numbers, booleans and texts with types that fit them', async () => {
    const { config } = await start()
    const values = [1.5, -7, 9007199254740991, 1e300, true, 'ä🙂', null]
    const sql = `SELECT ${values.map((_, index) => `@p${index + 1} AS c${index}`).join(', ')}`
    expect((await readAll(await open(config), sql, values)).rows).toEqual([
      [1.5, -7, 9007199254740991, 1e300, 1, 'ä🙂', null],
    ])
  })

  it('fails when the server ends the session in mid-stream, and reconnects for the next query', async () => {
    const { server, config } = await start()
    const connection = await open(config)
    const error = await failureOf(async () => {
      const sql = "SELECT value AS n, REPLICATE('.', 400) AS dots FROM GENERATE_SERIES(1, 1000000)"
      const result = await connection.query(sql, [], unlimited)
      for await (const _ of result.batches) server.cut()
    })
    expect(error.kind).toBe('unreachable')
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })
})

describe('TLS', () => {
  const modes: [title: string, settings: ConnectionConfig][] = [
    ['where the server has it', {}],
    ['where it is asked for', { tls: 'require' }],
    ['with a certificate that is checked', { tls: 'verify', tls_ca: authority }],
  ]
  it.each(modes)('encrypts the whole session %s', async (_title, settings) => {
    const { config } = await start({ encryption: 'offered', credentials: credentials('good') })
    const connection = await open({ ...config, host: 'localhost', ...settings })
    const stages: TestStage[] = []
    await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    expect((await readAll(connection, "SELECT REPLICATE('x', 3000) AS t")).rows[0]?.[0]).toHaveLength(3000)
  })

  const refused: [title: string, certificate: string, settings: ConnectionConfig, message: RegExp][] = [
    ['of an unknown authority', 'good', { tls: 'verify' }, /unable to (get|verify)|self.signed|issuer/i],
    ['for another host', 'good', { tls: 'verify', tls_ca: authority, host: '127.0.0.1' }, /altnames|does not match/i],
    ['that expired', 'expired', { tls: 'verify', tls_ca: authority }, /expired/],
  ]
  it.each(refused)('refuses a certificate %s, and names the stage', async (_title, certificate, settings, message) => {
    const { config } = await start({ encryption: 'offered', credentials: credentials(certificate) })
    const error = await failureOf(() => sqlserverDriver.connect({ ...config, host: 'localhost', ...settings }))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls' })
    expect(error.message).toMatch(message)
  })

  it('says so when the server requires TLS', async () => {
    const { config } = await start({ encryption: 'required', credentials: credentials('good') })
    const error = await failureOf(() => sqlserverDriver.connect({ ...config, tls: 'disable' }))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls', message: 'The server requires TLS.' })
  })
})

describe('R14 a server that redirects its client', () => {
  it('follows a redirect to another server', async () => {
    const target = await start()
    const { config } = await start({ reroute: { host: '127.0.0.1', port: target.server.port } })
    const connection = await open(config)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    expect(target.server.sessions.size).toBeGreaterThan(0)
  })

  it('does not follow a redirect to an address of cloud metadata', async () => {
    const { config } = await start({ reroute: { host: '169.254.169.254', port: 1433 } })
    const error = await failureOf(() => sqlserverDriver.connect(config))
    expect(error).toMatchObject({ kind: 'permission', stage: 'resolve' })
  })
})

describe('R02 warns when the account can do more than read', () => {
  const cases: [roles: string[], warnings: unknown[]][] = [
    [['db_datareader'], []],
    [['sysadmin', 'db_owner'], [expect.stringContaining('system administrator')]],
    [['db_owner'], ['The account owns the database: it can change all its data and tables.']],
    [
      ['db_datawriter', 'db_ddladmin', 'db_securityadmin', 'bulkadmin'],
      [
        'The account can write to all tables (db_datawriter).',
        'The account can create, change, and drop tables.',
        'The account can administer other accounts.',
        'The account can read files on the server with bulk operations.',
      ],
    ],
    [['UPDATE [dbo].[customers]'], ['The account can write to 1 table.']],
  ]
  it.each(cases)('%j', async (roles, warnings) => {
    const { config } = await start({ roles })
    const report = await (await open(config)).test(() => {})
    expect(textsOf(report.warnings)).toEqual(warnings)
    expect(report.engine).toBe('SQL Server 16.0.1000.6, Developer Edition (64-bit)')
  })
})

describe('the catalogue', () => {
  it('lists comments, estimates, sizes of types, and synonyms with the columns of their targets', async () => {
    const { config } = await start({
      prepare: ({ database }) => {
        const id = objectId(database, 'customers')
        database.exec(`INSERT INTO sys.extended_properties VALUES (1, ${id}, 0, 'MS_Description', 'All customers'),
            (1, ${id}, 2, 'MS_Description', 'As on the invoice'), (1, ${id}, 3, 'Other', 'no description');
          INSERT INTO sys.objects VALUES (5, 'clients', 1, 'SN', 0), (6, 'elsewhere', 1, 'SN', 0);
          INSERT INTO sys.synonyms VALUES (5, '[dbo].[customers]'), (6, '[other].[dbo].[customers]')`)
      },
    })
    const tables = new Map((await collect((await open(config)).introspect())).map((table) => [table.name, table]))
    expect(tables.get('customers')).toMatchObject({ comment: 'All customers', rowEstimate: 3 })
    expect(tables.get('customers')?.columns.map((column) => [column.dataType, column.comment])).toEqual([
      ['int', null],
      ['nvarchar(100)', 'As on the invoice'],
      ['nvarchar(100)', null],
      ['decimal(12,2)', null],
    ])
    expect(tables.get('clients')).toMatchObject({ objectType: 'SYNONYM', definition: '[dbo].[customers]' })
    expect(tables.get('clients')?.columns).toEqual(tables.get('customers')?.columns)
    // Another database's columns cannot be read from here, and its object ids would match other tables.
    expect(tables.has('elsewhere')).toBe(false)
  })

  it('limits the catalogue to the schema from the form', async () => {
    const { config } = await start()
    const connection = await open({ ...config, schema_name: 'sales' })
    expect(await collect(connection.introspect())).toEqual([])
    expect(connection.defaultSchema).toBe('dbo')
    expect(connection.database).toBe(config.database)
  })
})
