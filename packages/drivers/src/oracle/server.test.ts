import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionConfig, TestStage } from '../contract.ts'
import { authority, credentials } from '../testing/certificates.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { listen } from '../testing/stand-in.ts'
import { oracleDriver } from './driver.ts'
import type { OracleBehaviour } from './testing/session.ts'
import { service, startStandIn, type OracleStandIn, type StandInOptions } from './testing/stand-in.ts'
import { recordedType } from './testing/values.ts'

const endless = 'SELECT COUNT(*) FROM DUAL CONNECT BY LEVEL <= 100000000000'
const ends: (() => unknown)[] = []

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
  const connection = await oracleDriver.connect(config)
  ends.push(async () => await connection.close())
  return connection
}

const firstSession = ({ sessions }: OracleStandIn) => [...sessions].find((session) => session.statements.length > 0)

describe('the sign-in', () => {
  it('AC-130 AC-347 signs in by SID in thin mode; an empty SID means the form’s database', async () => {
    const standIn = await start()
    await open({ ...standIn.config, database: 'SHOP', sid: '' })
    expect(firstSession(standIn)?.descriptor).toContain('(CONNECT_DATA=(SID=SHOP)')
    await open({ ...standIn.config, database: 'Sales database', sid: 'SHOP' })
  })

  it('AC-346 signs in by service name if the form says so', async () => {
    const standIn = await start()
    const config = { ...standIn.config, oracle_connection_type: 'service_name', service_name: service }
    expect((await readAll(await open({ ...config, disable_oob: true }), 'SELECT 1')).rows).toEqual([[1]])
    expect(firstSession(standIn)?.descriptor).toContain(`(CONNECT_DATA=(SERVICE_NAME=${service})`)
  })

  const injected = ['X)(SERVER=DEDICATED', 'X)(HOST=169.254.169.254', 'a b', 'tcp://x', 'X?y', "X'", '(SID=X)']
  it.each(injected)('R14 treats a name as a name, never as part of a descriptor: %s', async (name) => {
    const standIn = await start()
    await expect(oracleDriver.connect({ ...standIn.config, sid: name })).rejects.toThrow(/Use only letters, digits/)
    const error = await failureOf(() => oracleDriver.connect({ ...standIn.config, database: name }))
    expect(error).toMatchObject({ kind: 'missing-object', message: `${name} is not a valid SID.` })
    expect([...standIn.sessions].map((session) => session.descriptor).join('')).toBe('')
  })

  const refusals: [number: number, kind: string, stage: TestStage][] = [
    [12_514, 'missing-object', 'sign-in'],
    [12_528, 'unreachable', 'reach'],
    [12_519, 'limit', 'sign-in'],
  ]
  it.each(refusals)('reports ORA-%i from the listener as %s', async (refusal, kind) => {
    const { config } = await start({ refusal })
    expect((await failureOf(() => oracleDriver.connect(config))).kind).toBe(kind)
  })

  const accountErrors = [
    [28_000, 'ORA-28000: the account is locked'],
    [28_001, 'ORA-28001: the password has expired'],
    [1045, 'ORA-01045: user READER lacks CREATE SESSION privilege; logon denied'],
  ] as const
  it.each(accountErrors)('explains ORA-%i', async (number, message) => {
    const { config } = await start({ signInError: { number, message } })
    const error = await failureOf(() => oracleDriver.connect(config))
    expect(error).toMatchObject({ kind: number === 1045 ? 'permission' : 'auth', stage: 'sign-in', message })
  })

  it.each(['connect', 'sign-in'] as const)(
    'gives up on a server that stops answering after %s',
    async (silentAfter) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const standIn = await start({ silentAfter })
      const failed = failureOf(() => oracleDriver.connect(standIn.config))
      const descriptors = () => [...standIn.sessions].map((session) => session.descriptor).join('')
      await vi.waitUntil(() => descriptors() !== '')
      await vi.advanceTimersByTimeAsync(10_000)
      const message = 'The server accepted the connection but did not answer.'
      expect(await failed).toMatchObject({ kind: 'timeout', stage: 'reach', message })
    },
  )

  it('fails with a plain message for a server of another protocol', async () => {
    const other = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    ends.push(other.close)
    const { config } = await start()
    const error = await failureOf(() => oracleDriver.connect({ ...config, port: other.port }))
    expect(error).toMatchObject({ kind: 'unreachable', message: 'The server closed the connection.' })
  })

  it('sets the schema from the form', async () => {
    const standIn = await start()
    const connection = await open({ ...standIn.config, schema_name: 'Sales & Co' })
    expect(firstSession(standIn)?.statements).toContain('ALTER SESSION SET CURRENT_SCHEMA = "Sales & Co"')
    expect(connection.defaultSchema).toBe('Sales & Co')
    const error = await failureOf(() => oracleDriver.connect({ ...standIn.config, schema_name: 'A" X' }))
    expect(error.kind).toBe('missing-object')
  })
})

describe('R14 a listener that redirects its clients', () => {
  const redirecting = async (redirect: OracleBehaviour['redirect']) => (await start({ redirect })).config

  it('follows a redirect after checking the other host', async () => {
    const other = await start()
    const config = await redirecting({ host: 'localhost', port: Number(other.config.port) })
    expect((await readAll(await open(config), 'SELECT 1')).rows).toEqual([[1]])
    expect(other.sessions.size).toBeGreaterThan(0)
  })

  it('does not follow a redirect to an address of cloud metadata', async () => {
    const config = await redirecting({ host: '169.254.169.254', port: 80 })
    expect(await failureOf(() => oracleDriver.connect(config))).toMatchObject({ kind: 'permission' })
  })

  it('does not follow a redirect through a proxy', async () => {
    const proxied: string[] = []
    const proxy = await listen((socket) => socket.on('data', (chunk) => proxied.push(chunk.toString())))
    ends.push(proxy.close)
    const other = await start({ credentials: credentials('good') })
    const host = `localhost)(HTTPS_PROXY=127.0.0.1)(HTTPS_PROXY_PORT=${proxy.port}`
    const config = await redirecting({ host, port: Number(other.config.port), protocol: 'tcps' })
    await oracleDriver.connect(config).then(
      (connection) => connection.close(),
      () => {},
    )
    expect(proxied).toEqual([])
  })

  it('does not follow a redirect out of TLS', async () => {
    const other = await start()
    const redirect = { host: '127.0.0.1', port: Number(other.config.port) }
    const { config } = await start({ credentials: credentials('good'), redirect })
    const secure = { ...config, host: 'localhost', tls: 'verify', tls_ca: authority }
    expect(await failureOf(() => oracleDriver.connect(secure))).toMatchObject({ kind: 'tls', stage: 'tls' })
    expect([...other.sessions].every((session) => session.descriptor === '')).toBe(true)
  })
})

describe('TLS', () => {
  it('reports TLS as its own stage, and uses it for the session', async () => {
    const { config } = await start({ credentials: credentials('good') })
    const connection = await open({ ...config, host: 'localhost', tls: 'verify', tls_ca: authority })
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'])
    expect(report.engine).toBe('Oracle Database 19c Enterprise Edition 19.0.0.0.0')
  })

  const refused: [title: string, certificate: string, settings: ConnectionConfig][] = [
    ['of an unknown authority', 'good', {}],
    ['for another host', 'good', { tls_ca: authority, host: '127.0.0.1' }],
    ['that expired', 'expired', { tls_ca: authority }],
    ['when the authority is no certificate', 'good', { tls_ca: 'no PEM' }],
  ]
  it.each(refused)('refuses a certificate %s', async (_title, certificate, settings) => {
    const { config } = await start({ credentials: credentials(certificate) })
    const secure = { ...config, host: 'localhost', tls: 'verify', ...settings }
    expect(await failureOf(() => oracleDriver.connect(secure))).toMatchObject({ kind: 'tls', stage: 'tls' })
  })

  it('says so when the server asks for a wallet', async () => {
    const { config } = await start({ credentials: { ...credentials('good'), requestCert: true } })
    const secure = { ...config, host: 'localhost', tls: 'verify', tls_ca: authority }
    const error = await failureOf(() => oracleDriver.connect(secure))
    expect(error).toMatchObject({ kind: 'tls', stage: 'tls' })
    expect(error.message).toMatch(/^The server requires a client certificate \(a wallet\).*Configure it to accept/)
  })
})

describe('a session', () => {
  it('pins everything that the format of a value depends on', async () => {
    const standIn = await start()
    await open(standIn.config)
    const settings = firstSession(standIn)?.statements.slice(0, 2).join(' ')
    for (const setting of [
      "NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'",
      "NLS_NUMERIC_CHARACTERS = '.,'",
      "TIME_ZONE = '+00:00'",
      "NLS_COMP = 'BINARY'",
    ]) {
      expect(settings).toContain(setting)
    }
  })

  it('R05 runs each statement in a read-only transaction, and rolls it back', async () => {
    const standIn = await start()
    const connection = await open(standIn.config)
    for (let round = 0; round < 3; round += 1) await readAll(connection, 'SELECT 1')
    await expect.poll(() => [...standIn.sessions].every((session) => !session.isReadOnly)).toBe(true)
    const statements = [...standIn.sessions].flatMap((session) => session.statements.slice(2))
    expect(statements.filter((_, index) => index % 2 === 0)).toEqual(Array(4).fill('SET TRANSACTION READ ONLY'))
    const said = [...standIn.sessions].flatMap((session) => session.said)
    expect(said.filter((word) => word === 'rollback')).toHaveLength(4)
  })

  it('reads 100,000 rows no faster than requested', async () => {
    const standIn = await start()
    const connection = await open(standIn.config)
    const sent = () => Math.max(...[...standIn.sessions].map((session) => session.rowsSent))
    const sql = 'SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= 100000'
    const batches = (await connection.query(sql, [], unlimited)).batches[Symbol.asyncIterator]()
    let batch = await batches.next()
    // Rows are fetched only on request, so there is nothing to wait for.
    expect(sent()).toBe(100)
    let count = 0
    for (; !batch.done; batch = await batches.next()) {
      count += batch.value.length
      expect(sent()).toBeLessThanOrEqual(count)
    }
    expect(count).toBe(100_000)
  })

  it('cancels a statement over its own connection, and reuses the session', async () => {
    const standIn = await start()
    const connection = await open(standIn.config)
    const controller = new AbortController()
    const running = failureOf(() => readAll(connection, endless, [], { ...unlimited, signal: controller.signal }))
    const busy = () => [...standIn.sessions].find((session) => session.isRunning)
    await expect.poll(busy).toBeDefined()
    const session = busy()
    controller.abort()
    expect((await running).kind).toBe('cancelled')
    await expect.poll(() => session?.said).toEqual(expect.arrayContaining(['marker 3', 'marker 2']))
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    expect([...standIn.sessions].filter(({ statements }) => statements.length > 0)).toHaveLength(2)
  })

  it('cuts a session that does not answer a break', async () => {
    const standIn = await start({ silentAfter: 'break' })
    const connection = await open(standIn.config)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const running = failureOf(() => readAll(connection, endless, [], { ...unlimited, timeoutMs: 1000 }))
    const runs = async () => await standIn.countRunning?.()
    await vi.waitUntil(async () => (await runs()) === 1)
    await vi.advanceTimersByTimeAsync(1000)
    expect((await running).kind).toBe('timeout')
    expect(await runs()).toBe(1)
    await vi.advanceTimersByTimeAsync(2000)
    vi.useRealTimers()
    await expect.poll(runs).toBe(0)
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('reads an error that the server announces with a break', async () => {
    const standIn = await start({ breaksBeforeErrors: true })
    const connection = await open(standIn.config)
    const error = await failureOf(() => readAll(connection, 'SELECT * FROM no_such_table'))
    expect(error).toMatchObject({
      kind: 'missing-object',
      position: 14,
      message: 'ORA-00942: table or view does not exist',
    })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    expect([...standIn.sessions].flatMap(({ said }) => said)).toContain('marker 2')
  })

  it('fails when the server ends the session in mid-stream, and reconnects for the next query', async () => {
    const standIn = await start()
    const connection = await open(standIn.config)
    const error = await failureOf(async () => {
      const sql = 'SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= 1000000'
      for await (const _ of (await connection.query(sql, [], unlimited)).batches) standIn.cut()
    })
    expect(error).toMatchObject({ kind: 'unreachable', message: 'The server closed the connection.' })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })

  it('binds a value for each occurrence of its placeholder, and takes empty text as NULL, like the engine', async () => {
    const connection = await open((await start()).config)
    const sql = 'SELECT id, name, note FROM customers WHERE id = :2 OR id = :2 - 1 OR name = :1 ORDER BY id'
    expect((await readAll(connection, sql, ['Ada', 3])).rows).toEqual([
      [1, 'Ada', 'first'],
      [2, 'Émile 🙂', null],
      [3, null, 'empty name'],
    ])
    for (const [value, rows] of [
      [-1234.5, [['-1234.5']]],
      [true, [[1]]],
      [null, [[null]]],
    ] as const) {
      expect((await readAll(connection, 'SELECT CAST(:1 AS VARCHAR2(20)) AS t', [value])).rows.map(String)).toEqual(
        rows.map(String),
      )
    }
  })

  it('returns times of the local zone in UTC, whatever the database’s zone', async () => {
    const connection = await open((await start({ zone: 2 })).config)
    const sql = "SELECT CAST(TIMESTAMP '2026-02-28 23:59:59' AS TIMESTAMP(0) WITH LOCAL TIME ZONE) FROM DUAL"
    expect((await readAll(connection, sql)).rows).toEqual([['2026-02-28 21:59:59 +00:00']])
  })

  it('names a column whose values cannot be read', async () => {
    const answer = () => ({ kind: 'recorded' as const, type: recordedType(114), value: Buffer.from([0]) })
    const standIn = await start()
    const connection = await open(standIn.config)
    const other = await start({ answer: (sql, params) => (sql.includes('BFILE') ? answer() : sqlOf(sql, params)) })
    const error = await failureOf(async () => readAll(await open(other.config), 'SELECT a_BFILE FROM t'))
    expect(error).toMatchObject({ kind: 'unsupported', message: /column VALUE has the type BFILE/ })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
  })
})

/** Answers only the driver's own queries. */
function sqlOf(_sql: string, _params: unknown) {
  return { kind: 'rows' as const, columns: [{ name: 'S', type: 'VARCHAR' }], rows: [['SALES']] }
}

describe('R02 warns when the account can do more than read', () => {
  const cases: [rights: [kind: string, name: string][], warnings: RegExp[]][] = [
    [[['SYSTEM', 'CREATE SESSION']], []],
    [
      [
        ['ROLE', 'CONNECT'],
        ['ROLE', 'DBA'],
        ['SYSTEM', 'DROP ANY TABLE'],
      ],
      [/is a database administrator/],
    ],
    [[['SYSTEM', 'INSERT ANY TABLE']], [/can change data or tables that it does not own/]],
    [[['SYSTEM', 'CREATE TABLE']], [/can change data or tables/]],
    [
      [
        ['OBJECT', 'DELETE'],
        ['OWNER', 'MINE'],
      ],
      [/can write to tables that it does not own/, /owns tables/],
    ],
    [
      [
        ['SYSTEM', 'ALTER USER'],
        ['DIRECTORY', 'READ'],
      ],
      [/can administer/, /can read or write files/],
    ],
    [[['SYSTEM', 'CREATE ANY DIRECTORY']], [/can change data/, /can read or write files/]],
  ]
  it.each(cases)('%j', async (rights, warnings) => {
    const { config } = await start({ rights })
    const report = await (await open(config)).test(() => {})
    expect(textsOf(report.warnings)).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
  })

  it('says so when it cannot read the account’s rights', async () => {
    const { config } = await start({ prepare: (database) => database.exec('DROP TABLE SYS.SESSION_PRIVS') })
    const report = await (await open(config)).test(() => {})
    expect(textsOf(report.warnings)).toEqual(["Could not read the account's privileges."])
  })
})

describe('the catalogue', () => {
  it('lists comments, estimates, sizes of types, and synonyms with the columns of their targets', async () => {
    const { config } = await start({
      prepare: (database) =>
        database.exec(`INSERT INTO SYS.ALL_TAB_COMMENTS VALUES ('SALES', 'customers', 'All customers');
          INSERT INTO SYS.ALL_COL_COMMENTS VALUES ('SALES', 'customers', 'name', 'As on the invoice');
          INSERT INTO SYS.ALL_SYNONYMS VALUES ('SALES', 'clients', 'SALES', 'customers', NULL),
            ('SALES', 'far', 'SALES', 'customers', 'OTHER_DATABASE'), ('SALES', 'job', 'SALES', 'run_job', NULL),
            ('PUBLIC', 'everyone', 'SALES', 'customers', NULL)`),
    })
    const tables = new Map((await collect((await open(config)).introspect())).map((table) => [table.name, table]))
    expect(tables.get('customers')).toMatchObject({ schema: 'SALES', comment: 'All customers', rowEstimate: 3 })
    expect(tables.get('customers')?.columns.map((column) => [column.dataType, column.comment])).toEqual([
      ['NUMBER(38,0)', null],
      ['VARCHAR2(100)', 'As on the invoice'],
      ['VARCHAR2(100)', null],
      ['NUMBER(12,2)', null],
    ])
    expect(tables.get('clients')).toMatchObject({ objectType: 'SYNONYM', definition: '"SALES"."customers"' })
    expect(tables.get('clients')?.columns).toEqual(tables.get('customers')?.columns)
    for (const name of ['far', 'job', 'everyone', 'USER$', 'SCRATCH', 'SYS_IOT_OVER_1', 'BIN$1']) {
      expect([name, tables.has(name)]).toEqual([name, false])
    }
  })

  it('reads the whole text of a view, however long', async () => {
    const { config } = await start({
      prepare: (database) => database.exec(`UPDATE SYS.ALL_VIEWS SET TEXT = TEXT || ' -- ${'x'.repeat(100_000)}'`),
    })
    const tables = await collect((await open(config)).introspect())
    const definition = tables.find((table) => table.name === 'customer_names')?.definition
    expect(definition).toMatch(/^CREATE VIEW customer_names/)
    expect(definition?.match(/(?<!x)x+$/)?.[0]).toHaveLength(100_000)
  })

  it('limits the catalogue to the schema from the form', async () => {
    const { config } = await start()
    expect(await collect((await open({ ...config, schema_name: 'OTHER' })).introspect())).toEqual([])
  })
})
