import type { SqlDialect } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createMariadbDatabase,
  createPostgresDatabase,
  startMariadb,
  startPostgres,
} from '../../drivers/src/testing/index.ts'
import type { GateAllowed } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { answeredAttacks, commonForms, ownForms } from './testing/generated.ts'
import { randomFrom } from './testing/random.ts'
import { shopTables } from './testing/random-queries.ts'
import { registerHash } from './testing/reference-policies.ts'
import { anyUser, table } from './testing/request.ts'
import { createTables, insertRows, randomShop, shopPolicy } from './testing/shop-database.ts'
import { fingerprint, runReading, runRows } from './testing/sqlite-database.ts'

const person = { userId: '7', tenantId: 't1' }
const { policies, apply } = shopPolicy(person)
const shop = randomShop(randomFrom(5))

const sorted = (rows: unknown[]) => rows.map((row) => fingerprint([row as unknown[]])).toSorted()

async function gated(sql: string, dialect: SqlDialect, schema: string | null): Promise<GateAllowed> {
  const tables = Object.entries(shopTables).map(([name, columns]) =>
    table(
      name,
      columns.map((column) => `${column.name}:${column.type}`),
      schema,
    ),
  )
  const catalogue = { dialect, defaultSchema: schema, tables }
  const principal = { ...anyUser, ...person }
  const limits = { maxRows: 10_000 }
  const result = await gate({ sql, dialect, catalogue, allowedTables: null, policies, principal, limits }, parseSql)
  if (!result.allowed) throw new Error(`${sql}: ${JSON.stringify(result.reasons)}`)
  return result
}

/** The SQL of generators; forms that this small shop can't answer, or that name a schema, are left out. */
const generated = (dialect: SqlDialect) =>
  [...commonForms(dialect), ...ownForms(dialect).always, ...answeredAttacks(dialect)].filter(
    (sql) => !/\bpublic\b/.test(sql),
  )

describe('R10 rare forms return the same rows as a filtered and masked copy', async () => {
  const postgres = await startPostgres()
  const withoutPostgres = 'skip' in postgres ? postgres.skip : null
  const mariadb = await startMariadb()
  const withoutMariadb = 'skip' in mariadb ? mariadb.skip : null

  test.skipIf(withoutPostgres !== null)(`on PostgreSQL${withoutPostgres ? `: ${withoutPostgres}` : ''}`, async () => {
    if ('skip' in postgres) throw new Error(postgres.skip)
    const { url, drop } = await createPostgresDatabase(postgres.url)
    onTestFinished(drop)
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    const quote = (name: string) => `"${name}"`
    await client.query('CREATE SCHEMA copy')
    for (const sql of [
      ...createTables(quote),
      ...insertRows(shop),
      ...createTables(quote, 'text', 'copy.'),
      ...insertRows(apply(shop), 'copy.'),
    ])
      await client.query(sql)
    for (const sql of [
      "SELECT id, JSON_VALUE(to_jsonb(u), '$.ssn'), JSON_QUERY(to_jsonb(u), '$.email'), JSON_EXISTS(to_jsonb(u), '$.salary ? (@ > 1)') FROM users u",
      'SELECT status IS JSON, JSON_OBJECT(status: id, 2: total ABSENT ON NULL)::text FROM orders WHERE status IS NOT NULL',
      'SELECT name, JSON_ARRAY(SELECT total FROM orders WHERE user_id = u.id ORDER BY id)::text FROM users u',
      'SELECT tenant_id, JSON_ARRAYAGG(ssn ORDER BY id)::text, JSON_OBJECTAGG(id: email) FILTER (WHERE id > 2)::text FROM users GROUP BY tenant_id',
      "SELECT u.id, t.n, t.v FROM users u, JSON_TABLE(to_jsonb(u), '$.*' COLUMNS (n FOR ORDINALITY, v text PATH '$')) AS t",
      'SELECT t.ssn, t.salary FROM users u, jsonb_to_record(to_jsonb(u)) AS t(ssn text, salary int)',
      'SELECT x.name, x.status FROM (users u LEFT JOIN orders o ON u.id = o.user_id) AS x WHERE length(x.status) > 4 OR x.status IS NULL',
      'SELECT x.* FROM (users u LEFT JOIN order_items i USING (id)) AS x(key, name) ORDER BY key',
      'SELECT id, ssn FROM users ORDER BY id LIMIT ALL OFFSET 1',
      'WITH RECURSIVE q AS (SELECT id, user_id FROM orders UNION ALL SELECT o.id, o.user_id FROM orders o JOIN q ON q.user_id = o.id) SEARCH DEPTH FIRST BY id SET ord CYCLE id SET again USING path SELECT id, again, path::text FROM q ORDER BY ord',
    ]) {
      await client.query('SET search_path = copy')
      const expected = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
      await client.query('SET search_path = public')
      const { sql: text, params: values } = await gated(sql, 'postgresql', 'public')
      const found = await client.query<unknown[]>({ text, values, rowMode: 'array' })
      expect([sql, expected.rows.length]).not.toEqual([sql, 0])
      expect([sql, sorted(found.rows)]).toEqual([sql, sorted(expected.rows)])
    }
    let compared = 0
    for (const sql of generated('postgresql')) {
      await client.query('SET search_path = copy')
      const expected = await client.query<unknown[]>({ text: sql, rowMode: 'array' }).catch(() => null)
      if (!expected) continue
      await client.query('SET search_path = public')
      const { sql: text, params: values } = await gated(sql, 'postgresql', 'public')
      const found = await client.query<unknown[]>({ text, values, rowMode: 'array' })
      expect([sql, sorted(found.rows)]).toEqual([sql, sorted(expected.rows)])
      compared++
    }
    expect(compared).toBeGreaterThan(85)
  })

  test.skipIf(withoutMariadb !== null)(`on MariaDB${withoutMariadb ? `: ${withoutMariadb}` : ''}`, async () => {
    if ('skip' in mariadb) throw new Error(mariadb.skip)
    const [full, filtered] = [await createMariadbDatabase(mariadb.url), await createMariadbDatabase(mariadb.url)]
    onTestFinished(async () => {
      await full.drop()
      await filtered.drop()
    })
    const [database, copy] = await Promise.all(
      [full, filtered].map(({ url }) => createConnection({ uri: url, rowsAsArray: true })),
    )
    if (!database || !copy) throw new Error('There is no connection.')
    onTestFinished(async () => {
      await database.end()
      await copy.end()
    })
    const tables = createTables((name) => `\`${name}\``, 'varchar(100)')
    for (const sql of [...tables, ...insertRows(shop)]) await database.query(sql)
    for (const sql of [...tables, ...insertRows(apply(shop))]) await copy.query(sql)
    const schema = new URL(full.url).pathname.slice(1)
    for (const sql of [
      'SELECT DISTINCTROW SQL_NO_CACHE tenant_id, ssn FROM users',
      'SELECT STRAIGHT_JOIN HIGH_PRIORITY u.name, total FROM users u LEFT JOIN (orders) ON u.id = orders.user_id',
      "SELECT !(total > 5), '2025-01-01' + INTERVAL '1-2' YEAR_MONTH FROM (orders)",
      "SELECT u.id, t.n, t.v FROM users u, JSON_TABLE(JSON_ARRAY(u.ssn, u.email), '$[*]' COLUMNS (n FOR ORDINALITY, v VARCHAR(100) PATH '$')) AS t",
    ]) {
      const [expected] = await copy.query(sql)
      const made = await gated(sql, 'mysql', schema)
      const [found] = await database.execute(made.sql, made.params)
      expect([sql, (expected as unknown[]).length]).not.toEqual([sql, 0])
      expect([sql, sorted(found as unknown[])]).toEqual([sql, sorted(expected as unknown[])])
    }
    let compared = 0
    for (const sql of generated('mysql')) {
      const expected = await copy.query(sql).catch(() => null)
      if (!expected) continue
      const made = await gated(sql, 'mysql', schema)
      const [found] = await database.execute(made.sql, made.params)
      expect([sql, sorted(found as unknown[])]).toEqual([sql, sorted(expected[0] as unknown[])])
      compared++
    }
    expect(compared).toBeGreaterThan(55)
  })

  test('on SQLite', async () => {
    const [database, copy] = [1, 2].map(() => new DatabaseSync(':memory:', { enableDoubleQuotedStringLiterals: true }))
    if (!database || !copy) throw new Error('There is no database.')
    onTestFinished(() => {
      database.close()
      copy.close()
    })
    registerHash(database)
    const tables = createTables((name) => `"${name}"`)
    for (const sql of [...tables, ...insertRows(shop)]) database.exec(sql)
    for (const sql of [...tables, ...insertRows(apply(shop))]) copy.exec(sql)
    let compared = 0
    for (const sql of generated('sqlite')) {
      const expected = runRows(copy, sql)
      if (!expected.rows) continue
      const found = runReading(database, await gated(sql, 'sqlite', null))
      expect([sql, found.error, sorted(found.rows ?? [])]).toEqual([sql, null, sorted(expected.rows)])
      compared++
    }
    expect(compared).toBeGreaterThan(65)
  })
})
