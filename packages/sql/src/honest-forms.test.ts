import type { SqlDialect } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { GateRequest, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { honestPolicies } from './testing/honest.ts'
import { shopRequest } from './testing/request.ts'
import { runRows } from './testing/sqlite-database.ts'

const ask = (sql: string, dialect: SqlDialect, changes: Partial<GateRequest> = {}) =>
  gate(shopRequest(sql, dialect, changes), parseSql)

/** Rare forms that read only the columns and functions they name. */
const accepted: Partial<Record<SqlDialect, string[]>> = {
  postgresql: [
    "SELECT JSON_VALUE(name::jsonb, '$.a' PASSING id AS x RETURNING int DEFAULT 1 ON EMPTY NULL ON ERROR) FROM users",
    "SELECT JSON_QUERY(name, '$.a' WITH WRAPPER), JSON_EXISTS(name, '$.b') FROM users",
    'SELECT name IS JSON, name IS NOT JSON ARRAY WITH UNIQUE KEYS FROM users',
    "SELECT JSON_OBJECT('a': id, 'b':name, 'c' VALUE city ABSENT ON NULL), JSON_ARRAY(id, name FORMAT JSON) FROM users",
    'SELECT JSON_ARRAY(SELECT total FROM orders WHERE user_id = u.id) FROM users u',
    'SELECT JSON_OBJECTAGG(name: id) FILTER (WHERE id > 1), JSON_ARRAYAGG(id ORDER BY name RETURNING jsonb) FROM users',
    'SELECT JSON(name), JSON_SCALAR(id), JSON_SERIALIZE(name RETURNING text) FROM users',
    "SELECT t.a, n, t.c FROM users, JSON_TABLE(name::jsonb, '$[*]' PASSING id AS x COLUMNS (a int PATH '$.a' DEFAULT 0 ON EMPTY, n FOR ORDINALITY, NESTED PATH '$.x' COLUMNS (c text))) AS t",
    "SELECT t.b FROM json_to_recordset('[]') AS t(a int, b text)",
    'SELECT t.a FROM users u, jsonb_to_record(u.name::jsonb) AS t(a int, b text[])',
    'SELECT x.name, x.total FROM (users u JOIN orders o ON u.id = o.user_id) AS x',
    'SELECT x.* FROM (users u JOIN order_items i USING (id)) AS x(key, name)',
    'SELECT id FROM users ORDER BY id LIMIT ALL OFFSET 2',
    'WITH RECURSIVE q AS (SELECT id, user_id FROM orders UNION ALL SELECT o.id, o.user_id FROM orders o JOIN q ON q.id = o.user_id) SEARCH DEPTH FIRST BY id SET ord CYCLE id SET is_cycle USING path SELECT id, ord, is_cycle, path FROM q ORDER BY ord',
  ],
  sqlite: [
    'SELECT users.id FROM (users)',
    'SELECT u.id FROM ((users)) AS u JOIN (main.orders) ON orders.user_id = u.id',
    'SELECT sum(total) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM orders',
    'SELECT sum(total) OVER (ORDER BY id GROUPS 1 PRECEDING EXCLUDE NO OTHERS) FROM orders',
  ],
  mysql: [
    'SELECT DISTINCTROW city FROM users',
    'SELECT DISTINCT SQL_NO_CACHE HIGH_PRIORITY city FROM users',
    'SELECT STRAIGHT_JOIN u.id FROM users u JOIN (orders) ON u.id = orders.user_id',
    'SELECT !id FROM users u FORCE INDEX FOR JOIN (a, `b`) WHERE !(id = 1) AND id != 2',
    "SELECT created_at + INTERVAL '1-2' YEAR_MONTH, EXTRACT(DAY_HOUR FROM created_at) FROM orders",
    "SELECT t.a, n FROM users, JSON_TABLE(name, '$[*]' COLUMNS (a INT PATH '$.a', n FOR ORDINALITY, NESTED PATH '$.x' COLUMNS (c TEXT PATH '$'))) AS t",
  ],
  tsql: [
    "SELECT j.a, j.b FROM users CROSS APPLY OPENJSON(name, '$.x') WITH (a int '$.a', b nvarchar(max) AS JSON) AS j",
  ],
}

const cases = Object.entries(accepted).flatMap(([dialect, queries]) =>
  queries.map((sql) => [dialect as SqlDialect, sql] as const),
)

test.each(cases)('accepts on %s, with and without rules: %s', async (dialect, sql) => {
  for (const policies of [null, honestPolicies]) {
    const result = await ask(sql, dialect, { policies })
    expect(result.allowed ? [] : result.reasons).toEqual([])
  }
})

const noSalary: Policies = {
  rowRules: null,
  columnRules: { rules: [{ name: 'pay', tables: { users: { salary: { mask_type: 'disallow' } } } }] },
  hashSalt: 'salt',
}

describe('R23 rare forms cannot bypass the rules', () => {
  test.each<[SqlDialect, string, string]>([
    ['postgresql', "SELECT JSON_OBJECT('a': salary) FROM users", 'unknown_column'],
    ['postgresql', "SELECT JSON_VALUE('{}', '$' PASSING salary AS x) FROM users", 'unknown_column'],
    ['postgresql', "SELECT JSON_VALUE('{}', '$' DEFAULT salary ON EMPTY) FROM users", 'unknown_column'],
    ['postgresql', 'SELECT JSON_ARRAYAGG(id ORDER BY salary) FROM users', 'unknown_column'],
    ['postgresql', 'SELECT JSON_ARRAYAGG(id) FILTER (WHERE salary > 1) FROM users', 'unknown_column'],
    ['postgresql', 'SELECT JSON_ARRAYAGG(id) OVER (PARTITION BY salary) FROM users', 'unknown_column'],
    ['postgresql', 'SELECT JSON_ARRAY(SELECT password FROM hidden)', 'unknown_table'],
    ['postgresql', "SELECT JSON_VALUE(name, '$' RETURNING regclass) FROM users", 'forbidden_construct'],
    ['postgresql', "SELECT a FROM JSON_TABLE('[]'::jsonb, '$' COLUMNS (a regclass)) AS t", 'forbidden_construct'],
    ['postgresql', "SELECT a FROM json_to_record('{}') AS t(a hidden)", 'forbidden_construct'],
    ['postgresql', "SELECT a FROM users, JSON_TABLE(salary, '$' COLUMNS (a int)) AS t", 'unknown_column'],
    ['postgresql', 'SELECT a FROM "json_table"(1) AS t(a int)', 'unknown_function'],
    ['postgresql', "SELECT a FROM dblink('x') AS t(a int)", 'unknown_function'],
    ['postgresql', 'SELECT x.salary FROM (users u JOIN orders o ON u.id = o.user_id) AS x', 'unknown_column'],
    ['postgresql', 'SELECT u.id FROM (users u JOIN orders o ON u.id = o.user_id) AS x', 'unknown_column'],
    ['postgresql', 'SELECT 1 FROM (users u JOIN orders o ON u.salary = o.total) AS x', 'unknown_column'],
    ['mysql', "SELECT a FROM users, JSON_TABLE(salary, '$' COLUMNS (a INT PATH '$')) AS t", 'unknown_column'],
    ['mysql', 'SELECT !salary FROM users', 'unknown_column'],
    ['mysql', 'SELECT `salary` FROM (users) USE INDEX (a)', 'unknown_column'],
    ['tsql', 'SELECT a FROM users CROSS APPLY OPENJSON(salary) WITH (a int) AS j', 'unknown_column'],
    ['sqlite', 'SELECT salary FROM (users)', 'unknown_column'],
    ['sqlite', 'SELECT count(*) OVER (ROWS CURRENT ROW EXCLUDE salary) FROM users', 'unparseable'],
  ])('%s: %s', async (dialect, sql, code) => {
    const result = await ask(sql, dialect, { policies: noSalary })
    expect(result.allowed ? result.sql : result.reasons[0]?.code).toBe(code)
  })
})

test('returns the same rows from SQLite for a table in parentheses and for frames that exclude rows', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE users (id INTEGER, name TEXT, email TEXT, ssn TEXT, salary REAL, tenant_id TEXT, city TEXT);
    CREATE TABLE orders (id INTEGER, user_id INTEGER, total REAL, status TEXT, tenant_id TEXT, created_at TEXT);
    INSERT INTO users VALUES (1, 'Ann', 'a', 'b', 5, 't1', 'x');
    INSERT INTO orders VALUES (1, 1, 10, 'a', 't1', 'x'), (2, 1, 20, 'b', 't1', 'x'), (3, 1, 40, 'c', 't1', 'x')`)
  for (const sql of [
    'SELECT u.id FROM ((users)) AS u JOIN (main.orders) ON orders.user_id = u.id',
    'SELECT sum(total) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) FROM orders',
  ]) {
    const result = await ask(sql, 'sqlite')
    if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
    expect(runRows(database, result.sql).rows).toEqual(runRows(database, sql).rows)
  }
  database.close()
})
