import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { GateRequest, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { shopRequest } from './testing/request.ts'
import { runRows } from './testing/sqlite-database.ts'

const ask = (sql: string, dialect: SqlDialect, changes: Partial<GateRequest> = {}) =>
  gate(shopRequest(sql, dialect, changes), parseSql)

async function allowedSql(sql: string, dialect: SqlDialect, changes: Partial<GateRequest> = {}): Promise<string> {
  const result = await ask(sql, dialect, changes)
  if (!result.allowed) throw new Error(`${sql}: ${JSON.stringify(result.reasons)}`)
  return result.sql
}

const ownOrders: Policies = {
  rowRules: { rules: [{ name: 'own', tables: { orders: { condition: 'user_id = 7' } } }] },
  columnRules: null,
  hashSalt: 'salt',
}

describe.each(sqlDialects)('R23 a WITH query named like a table on %s', (dialect) => {
  test('reads the table under the rules, while the rest reads the WITH query', async () => {
    const sql = await allowedSql('WITH orders AS (SELECT * FROM orders) SELECT total FROM orders', dialect, {
      policies: ownOrders,
    })
    expect(sql.match(/parlance_with_1/g)).toHaveLength(2)
    expect(sql.match(/user_id = 7/g)).toHaveLength(1)
    expect(sql).not.toMatch(/FROM orders/i)
  })

  test('keeps its name if no table has it', async () => {
    expect(await allowedSql('WITH q AS (SELECT id FROM users) SELECT id FROM q', dialect)).not.toContain('parlance')
  })

  test('does not take a name that a table outside the area has', async () => {
    const allowedTables = [shopRequest('', dialect).catalogue.tables[0]!].map(({ schema, name }) => ({
      schema,
      table: name,
    }))
    const sql = await allowedSql('WITH secrets AS (SELECT 1 AS id) SELECT id FROM secrets', dialect, { allowedTables })
    expect(sql).not.toMatch(/FROM secrets/i)
    const inner = 'WITH secrets AS (SELECT password FROM secrets) SELECT password FROM secrets'
    expect(await ask(inner, dialect, { allowedTables })).toMatchObject({ reasons: [{ code: 'unknown_table' }] })
  })

  test('avoids names that an engine could treat as equal to a table of a rule', async () => {
    // SQL Server's usual collations treat wide letters as equal, some also accents, and all ignore trailing blanks.
    const condition = 'id IN (SELECT order_id FROM order_items)'
    const rowRules = { rules: [{ name: 'with items', tables: { orders: { condition } } }] }
    const quote = dialect === 'mysql' || dialect === 'bigquery' ? '`' : '"'
    for (const name of ['ｏｒｄｅｒ_items', 'órder_items', 'order_items ', 'order\u200b_items']) {
      const written = `${quote}${name}${quote}`
      const sql = `WITH ${written} AS (SELECT 1 AS order_id FROM orders) SELECT order_id FROM ${written}`
      const result = await ask(sql, dialect, { policies: { ...ownOrders, rowRules } })
      const captured = /(?:WITH|FROM) .(?:ｏ|ó|order_items |order\u200b)/
      const seen = result.allowed ? captured.test(result.sql) : result.reasons[0]?.code
      expect([false, 'unparseable']).toContain(seen)
    }
  })

  test.each([
    'WITH RECURSIVE orders AS (SELECT * FROM orders) SELECT total FROM orders',
    'WITH RECURSIVE q AS (SELECT * FROM orders), orders AS (SELECT 1 AS id) SELECT id FROM q',
  ])('is refused with a suggested fix in %s', async (sql) => {
    const result = await ask(sql, dialect)
    expect(result).toMatchObject({ allowed: false })
    // T-SQL and Oracle don't have the word RECURSIVE.
    if (result.allowed || result.reasons[0]!.code === 'unparseable') return
    expect(formatMessage(result.reasons[0]!.message)).toBe(
      'orders could be a table or the WITH query. Rename the WITH query.',
    )
  })
})

test('R23 renames every query on MariaDB, which confuses the names of nested WITH clauses', async () => {
  const sql = 'WITH q AS (SELECT 1 AS x) SELECT * FROM (WITH z AS (SELECT 2 AS x) SELECT z.x FROM z, q) AS d'
  expect(await allowedSql(sql, 'mysql')).not.toMatch(/FROM [qz]\b/)
  const guarded = 'WITH q AS (SELECT id FROM orders) SELECT id FROM q'
  expect(await allowedSql(guarded, 'mysql', { policies: ownOrders })).not.toMatch(/FROM q\b/)
})

test('refuses what MariaDB would not find, and shows how to write it', async () => {
  const inside = (reading: string) =>
    `WITH q AS (SELECT id FROM orders) SELECT * FROM (WITH z AS (SELECT id FROM ${reading}) SELECT id FROM z) AS d`
  const result = await ask(inside('q'), 'mysql')
  expect(result.allowed || result.reasons.map(({ message }) => formatMessage(message))).toEqual([
    'A WITH clause inside a subquery cannot read q, which is defined outside the subquery. Put all WITH queries at the start of the statement.',
  ])
  expect(await ask(inside('(SELECT id FROM q) AS x'), 'mysql')).toMatchObject({ allowed: false })
  await allowedSql(inside('users'), 'mysql')
  await allowedSql(inside('q'), 'sqlite')
  await allowedSql(
    'WITH q AS (SELECT 1 AS x), z AS (WITH y AS (SELECT x FROM q) SELECT x FROM y) SELECT x FROM z',
    'mysql',
  )
})

test('R10 lets a rule read the table itself, whatever the WITH query around it is called', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE orders (id INTEGER, user_id INTEGER, total REAL, status TEXT, tenant_id TEXT, created_at TEXT);
    CREATE TABLE order_items (id INTEGER, order_id INTEGER, product TEXT, quantity INTEGER, price REAL);
    INSERT INTO orders VALUES (1, 1, 10, 'hidden', 't1', 'x'), (2, 7, 20, 'shown', 't1', 'x');
    INSERT INTO order_items VALUES (1, 2, 'pen', 1, 2)`)
  const condition = 'id IN (SELECT order_id FROM order_items)'
  const policies = { ...ownOrders, rowRules: { rules: [{ name: 'with items', tables: { orders: { condition } } }] } }
  for (const sql of [
    'WITH order_items AS (SELECT 1 AS order_id) SELECT status FROM orders',
    'SELECT status FROM (WITH order_items AS (SELECT 1 AS order_id) SELECT status FROM orders) AS q',
    'SELECT (WITH order_items AS (SELECT 1 AS order_id) SELECT max(status) FROM orders) AS s',
  ]) {
    expect(runRows(database, await allowedSql(sql, 'sqlite', { policies })).rows).toEqual([['shown']])
  }
  database.close()
})
