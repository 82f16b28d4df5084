import { afterEach, describe, expect, it } from 'vitest'
import type { Connection } from '../contract.ts'
import { collect, failureOf, readAll, unlimited } from '../testing/read.ts'
import { listen, type StandIn } from '../testing/stand-in.ts'
import { createDremioDriver, dremioDriver } from './driver.ts'
import { toDriverError } from './odbc/errors.ts'
import { describeColumns, toCell } from './odbc/values.ts'
import { countedSql } from './testing/model.ts'
import { startOdbc } from './testing/odbc-library.ts'

const form = {
  driver_type: 'odbc',
  host: '127.0.0.1',
  database: 'Samples',
  schema_name: 'suite',
  username: 'reader',
  password: 'good;}pass',
  disable_tls: true,
}
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(settings: Record<string, string> = {}) {
  const listening: StandIn = await listen(() => {})
  ends.push(listening.close)
  const odbc = startOdbc()
  const config = { ...form, ...settings, port: listening.port }
  const connect = async (): Promise<Connection> => {
    const connection = await createDremioDriver(async () => odbc.library).connect(config)
    ends.push(async () => await connection.close())
    return connection
  }
  return { ...odbc, connect, port: listening.port }
}

describe('ODBC', () => {
  it('lists everything that ODBC needs, with one command, when it is not installed', async () => {
    const error = await failureOf(() => dremioDriver.connect({ ...form, port: 31_010 }))
    expect(error).toMatchObject({ kind: 'unsupported', message: expect.stringMatching(/unixODBC.*npm install odbc\./) })
  })

  it('puts each setting in braces, so that no setting can add another one', async () => {
    const { connect, connectionStrings, port } = await start()
    await connect()
    expect(connectionStrings).toEqual([
      `Driver={Dremio ODBC Driver};ConnectionType={Direct};Host={127.0.0.1};Port={${port}};AuthenticationType={Plain};` +
        'UID={reader};PWD={good;}}pass};SSL={0};UseEncryption={false};DisableCertificateVerification={false};' +
        'Schema={"Samples"."suite"}',
    ])
  })

  it.each(['/evil.so', '..\\evil', 'x};UID={y'])('R14 does not accept %s as the name of a driver', async (driver) => {
    const { connect, connectionStrings } = await start({ driver })
    await expect(connect()).rejects.toThrow(/Use only letters, digits/)
    expect(connectionStrings).toEqual([])
  })

  it('tests an ODBC connection in stages, lists its tables and reads values', async () => {
    const { connect, queries } = await start()
    const connection = await connect()
    const stages: string[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(['resolve', 'reach', 'sign-in', 'read-only', 'list-tables'])
    expect(report).toEqual({ engine: 'Dremio 26.0.5', tableCount: 5, warnings: [] })
    expect(await collect(connection.introspect())).toHaveLength(5)
    const sql = 'SELECT id, name, balance FROM customers WHERE name = ? OR id = ? ORDER BY id'
    const { rows } = await readAll(connection, sql, ['Ada', 2], { ...unlimited, timeoutMs: 2500 })
    expect(rows).toEqual([
      [1, 'Ada', '10.50'],
      [2, 'Émile 🙂', '-3.25'],
    ])
    expect(queries.at(-1)).toEqual({ sql, timeout: 3 })
  })

  it('streams many rows, and ends the session when a query is abandoned', async () => {
    const { connect, openConnections } = await start()
    const connection = await connect()
    expect((await readAll(connection, `${countedSql(9)} LIMIT 10000`)).rows.at(-1)).toEqual([10_000])
    expect(openConnections()).toBe(1)
    const result = await connection.query(`${countedSql(9)} LIMIT 1000000`, [], unlimited)
    for await (const _ of result.batches) break
    await expect.poll(openConnections).toBe(0)
    expect((await readAll(connection, 'SELECT name FROM customers WHERE id = 1')).rows).toEqual([['Ada']])
  })

  it('R05 R07 sends only a single SELECT', async () => {
    const { connect, queries } = await start()
    const connection = await connect()
    const before = queries.length
    for (const sql of ['DELETE FROM customers', 'SELECT 1; DROP TABLE customers']) {
      expect((await failureOf(() => readAll(connection, sql))).kind).toBe('unsupported')
    }
    expect(queries).toHaveLength(before)
  })

  const refused: [title: string, settings: Record<string, string>, kind: string, message: RegExp][] = [
    ['a wrong password', { password: 'bad' }, 'auth', /Authentication failed/],
    ['a driver that is not there', { driver: 'Missing' }, 'unsupported', /odbcinst\.ini/],
    ['a missing folder', { schema_name: 'none' }, 'missing-object', /Samples\.none/],
  ]
  it.each(refused)('explains the error: %s', async (_title, settings, kind, message) => {
    const { connect } = await start(settings)
    expect(await failureOf(connect)).toMatchObject({ kind, message: expect.stringMatching(message) })
  })

  it('reports the position of an error in a statement', async () => {
    const connection = await (await start()).connect()
    const error = await failureOf(() => readAll(connection, 'SELECT * FROM no_such_table'))
    expect(error).toMatchObject({ kind: 'missing-object', position: 14 })
    expect(toDriverError(new Error('odd'), null)).toMatchObject({ kind: 'unknown', message: 'odd' })
  })
})

describe('results that ODBC does not return exactly', () => {
  const column = { name: 'a', dataType: 3, columnSize: 38, decimalDigits: 2 }

  it('refuses long decimals and columns with the same name', () => {
    expect(() => describeColumns([column])).toThrow(/38 digits/)
    expect(() =>
      describeColumns([
        { ...column, dataType: 4 },
        { ...column, dataType: 4 },
      ]),
    ).toThrow(/same name/)
  })

  it('describes and reads other types exactly', () => {
    const of = (dataType: number) => ({ ...column, dataType, columnSize: 10 })
    expect(describeColumns([of(3)])).toEqual([{ name: 'a', dataType: 'DECIMAL(10,2)', kind: 'number' }])
    expect(toCell(10.5, of(3))).toBe('10.50')
    expect(toCell(9_007_199_254_740_993n, of(-5))).toBe('9007199254740993')
    expect(toCell('9007199254740993', of(-5))).toBe('9007199254740993')
    expect(toCell(7n, of(-5))).toBe(7)
    expect(toCell(NaN, of(8))).toBe('NaN')
    expect(toCell(Uint8Array.of(0, 255).buffer, of(-3))).toBe('\\x00ff')
    expect(toCell('2026-03-01', of(91))).toBe('2026-03-01')
  })
})
