import mysql from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig } from '../contract.ts'
import { createMariadbDatabase, startMariadb } from '../testing/mariadb-server.ts'
import { collect, textsOf, unlimited } from '../testing/read.ts'
import { accountWarnings } from './account.ts'
import { timeLimitSql } from './client.ts'
import { mysqlDriver } from './driver.ts'

let skip: string | null = null
let config: ConnectionConfig
let admin: mysql.Connection
let stop = async () => {}
const accounts: string[] = []

beforeAll(async () => {
  const server = await startMariadb()
  if ('skip' in server) return void (skip = server.skip)
  const database = await createMariadbDatabase(server.url)
  const url = new URL(database.url)
  admin = await mysql.createConnection(database.url)
  config = {
    host: url.hostname,
    port: Number(url.port || 3306),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  stop = async () => {
    for (const account of accounts) await admin.query(`DROP USER ${account}`)
    await admin.end()
    await database.drop()
    await server.stop()
  }
})
beforeEach((test) => {
  if (skip !== null) test.skip(skip)
})
afterAll(() => stop())

async function makeAccount(name: string, grants: string[]): Promise<ConnectionConfig> {
  const account = `${name}_${String(config.database).slice(-8)}`
  await admin.query(`CREATE USER ${account} IDENTIFIED BY 'good'`)
  accounts.push(account)
  for (const grant of grants) await admin.query(`GRANT ${grant} TO ${account}`)
  return { ...config, username: account, password: 'good' }
}

describe('R02 warnings about an account that can do more than read', () => {
  const warningsOf = async (account: ConnectionConfig) => {
    const connection = await mysqlDriver.connect(account)
    try {
      return textsOf((await connection.test(() => {})).warnings)
    } finally {
      await connection.close()
    }
  }

  it('warns about an account with all rights', async () => {
    expect(await warningsOf(config)).toEqual([expect.stringContaining('all privileges')])
  })

  it('warns about an account that can write or read files', async () => {
    const account = await makeAccount('writer', [`SELECT, INSERT ON ${String(config.database)}.*`, 'FILE ON *.*'])
    expect(await warningsOf(account)).toEqual([
      'The account can change data or tables.',
      'The account can read and write files on the server.',
    ])
  })

  it('warns about an account that can write through an active role', async () => {
    const role = `role_${String(config.database).slice(-8)}`
    await admin.query(`CREATE ROLE ${role}`)
    const account = await makeAccount('member', [`SELECT ON ${String(config.database)}.*`])
    await admin.query(`GRANT INSERT ON ${String(config.database)}.* TO ${role}`)
    await admin.query(`GRANT ${role} TO ${String(account.username)}`)
    expect(await warningsOf(account)).toEqual([])
    await admin.query(`SET DEFAULT ROLE ${role} FOR ${String(account.username)}`)
    expect(await warningsOf(account)).toEqual(['The account can change data or tables.'])
    await admin.query(`DROP ROLE ${role}`)
  })

  it('does not warn about an account that can only read, which still sees keys and comments', async () => {
    await admin.query("CREATE TABLE parents (id INTEGER PRIMARY KEY COMMENT 'The number') COMMENT = 'All parents'")
    await admin.query(
      'CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER, place INTEGER, UNIQUE (parent, place), INDEX (place), FOREIGN KEY (parent) REFERENCES parents (id))',
    )
    const account = await makeAccount('reader', [`SELECT ON ${String(config.database)}.*`])
    expect(await warningsOf(account)).toEqual([])
    const connection = await mysqlDriver.connect(account)
    const tables = await collect(connection.introspect())
    expect(tables.map((table) => [table.name, table.comment, table.primaryKey])).toEqual([
      ['children', null, ['id']],
      ['parents', 'All parents', ['id']],
    ])
    expect(tables.map((table) => table.uniqueKeys)).toEqual([[['parent', 'place']], undefined])
    expect(tables[1]?.columns[0]?.comment).toBe('The number')
    expect(tables[0]?.foreignKeys).toEqual([
      {
        columns: ['parent'],
        referencedSchema: config.database,
        referencedTable: 'parents',
        referencedColumns: ['id'],
      },
    ])
    await connection.close()
  })

  it('also understands the grants that MySQL writes', () => {
    const warnings = accountWarnings([
      'GRANT USAGE ON *.* TO `a`@`%`',
      'GRANT SELECT, INSERT (`x`, `y`), SHOW VIEW ON `shop`.`orders` TO `a`@`%` WITH GRANT OPTION',
      'GRANT `reporting`@`%` TO `a`@`%`',
    ])
    expect(textsOf(warnings)).toEqual([
      'The account can change data or tables.',
      'The account can administer the server or its accounts.',
    ])
  })
})

describe('values of columns', () => {
  it('reads column values exactly', async () => {
    await admin.query(`CREATE TABLE exact_values (f FLOAT, d DOUBLE, u BIGINT UNSIGNED, t TINYINT(1), b BINARY(3), e ENUM('a', 'b'),
      s SET('x', 'y'), y YEAR, ts TIMESTAMP(3) NULL, j JSON, p POINT, v VARCHAR(10) CHARACTER SET latin1, m DECIMAL(20, 4),
      b1 BIT(1), b8 BIT(8), b64 BIT(64), zero DATE, y0 YEAR, blob1 BLOB, dt DATETIME(6))`)
    await admin.query("SET SESSION sql_mode = ''")
    await admin.query(`INSERT INTO exact_values VALUES (0.1, 0.1, 18446744073709551615, 1, 'ab', 'b', 'x,y', 2026,
      '2026-01-31 12:00:00.123', '{"a": 1.0}', POINT(1, 2), 'é', 1234567890123456.7800,
      b'1', b'00000101', 18446744073709551615, '0000-00-00', 0, x'00ff', '2026-01-31 12:00:00.123456')`)
    const connection = await mysqlDriver.connect(config)
    const result = await connection.query('SELECT * FROM exact_values', [], unlimited)
    expect((await collect(result.batches)).flat()).toEqual([
      [
        0.1,
        0.1,
        '18446744073709551615',
        1,
        '\\x616200',
        'b',
        'x,y',
        2026,
        '2026-01-31 12:00:00.123',
        '{"a": 1.0}',
        '{"x":1,"y":2}',
        'é',
        '1234567890123456.7800',
        1,
        5,
        '18446744073709551615',
        '0000-00-00',
        0,
        '\\x00ff',
        '2026-01-31 12:00:00.123456',
      ],
    ])
    expect(result.columns.map((column) => column.kind)).toEqual([
      'number',
      'number',
      'integer',
      'boolean',
      'binary',
      'text',
      'text',
      'integer',
      'timestamp',
      expect.stringMatching(/json|text/),
      'other',
      'text',
      'number',
      'boolean',
      'integer',
      'integer',
      'date',
      'integer',
      'binary',
      'timestamp',
    ])
    const [table] = (await collect(connection.introspect())).filter(({ name }) => name === 'exact_values')
    expect(table?.columns.map((column) => column.kind)).toEqual([
      ...result.columns.slice(0, 9).map((column) => column.kind),
      expect.stringMatching(/json|text/),
      ...result.columns.slice(10).map((column) => column.kind),
    ])
    await connection.close()
  })
})

describe('R18 the time limit', () => {
  it('sets the time limit in the unit of each server', () => {
    expect(timeLimitSql(true, 1500)).toBe('SET SESSION max_statement_time = 1.5')
    expect(timeLimitSql(false, 1500)).toBe('SET SESSION max_execution_time = 1500')
  })
})
