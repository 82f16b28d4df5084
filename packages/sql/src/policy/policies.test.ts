import { DatabaseSync } from 'node:sqlite'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnMask, GatePrincipal, Policies, RowTableRule } from '../contract.ts'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { anyUser } from '../testing/request.ts'
import { checkPolicies } from './check.ts'
import { catalogueOf, runRows } from '../testing/sqlite-database.ts'

let database: DatabaseSync

beforeAll(() => {
  database = new DatabaseSync(':memory:')
  database.function('parlance_hash', { deterministic: true }, (salt, value) =>
    value === null
      ? null
      : createHash('sha256')
          .update(String(salt) + String(value))
          .digest('hex')
          .slice(0, 16),
  )
  database.exec(`
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, ssn TEXT, salary REAL, tenant_id TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER, total REAL, tenant_id TEXT);
    CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), product TEXT);
    CREATE VIEW rich AS SELECT id, name, ssn FROM users WHERE salary > 1000;
    CREATE VIEW richer AS SELECT * FROM rich;
    CREATE VIEW products AS SELECT DISTINCT product FROM order_items;
    INSERT INTO users VALUES (1, 'Ann', 'ann@a.org', '123-45-6789', 500, 't1'), (2, 'Bob', 'bob@b.org', '987-65-4321', 3000, 't2'),
      (7, 'Cid', 'no mail', '123', 7000, 't1'), (8, 'Dee', NULL, NULL, NULL, NULL);
    INSERT INTO orders VALUES (1, 1, 10, 't1'), (2, 2, 20, 't2'), (3, 7, 30, 't1'), (4, 7, 40, 't2');
    INSERT INTO order_items VALUES (1, 1, 'pen'), (2, 2, 'ink'), (3, 3, 'pad'), (4, 4, 'cap'), (5, NULL, 'lost');
  `)
})

afterAll(() => database.close())

function rows(tables: Record<string, RowTableRule>): Policies {
  return { rowRules: { rules: [{ name: 'rows', tables }] }, columnRules: null, hashSalt: 'salt' }
}

function columns(tables: Record<string, Record<string, ColumnMask>>): Policies {
  return { rowRules: null, columnRules: { rules: [{ name: 'columns', tables }] }, hashSalt: 'salt' }
}

async function ask(sql: string, policies: Policies, principal: Partial<GatePrincipal> = {}) {
  const catalogue = catalogueOf(database)
  const request = {
    sql,
    dialect: 'sqlite' as const,
    catalogue,
    allowedTables: null,
    policies,
    limits: { maxRows: 100 },
  }
  return gate({ ...request, principal: { ...anyUser, ...principal }, now: '2025-06-15T10:20:30Z' }, parseSql)
}

async function answer(sql: string, policies: Policies, principal: Partial<GatePrincipal> = {}) {
  const result = await ask(sql, policies, principal)
  if (!result.allowed) throw new Error(JSON.stringify(result.reasons))
  const outcome = runRows(database, result.sql, result.params as (string | number | null)[])
  if (!outcome.rows) throw new Error(`${outcome.error}: ${result.sql}`)
  return outcome.rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)))
}

describe('row rules', () => {
  const own = rows({ orders: { condition: 'user_id = :current_user_id', always_apply: true } })

  test('R10 show only rows of the asking user, in every place where the table appears', async () => {
    expect(await answer('SELECT id FROM orders ORDER BY id', own)).toEqual([[3], [4]])
    expect(await answer('SELECT count(*) FROM users u JOIN Orders o ON o.user_id = u.id', own)).toEqual([[2]])
    expect(await answer('SELECT sum(orders.total) FROM main.orders WHERE main.orders.id > 3', own)).toEqual([[40]])
    expect(
      await answer(
        'WITH q AS (SELECT * FROM orders) SELECT max(total) FROM q UNION ALL SELECT (SELECT count(*) FROM orders)',
        own,
      ),
    ).toEqual([[40], [2]])
  })

  test('R10 hide every row if a value is missing', async () => {
    expect(await answer('SELECT count(*) FROM orders', own, { userId: '' })).toEqual([[0]])
    const region = rows({ orders: { condition: 'tenant_id = :user.area' } })
    expect(await answer('SELECT count(*) FROM orders', region)).toEqual([[0]])
    expect(await answer('SELECT count(*) FROM orders', region, { attributes: { area: 't1' } })).toEqual([[2]])
  })

  test.each(["7' OR '1'='1", '7 OR 1=1', 'x', '7\u0000', '\\7', "7'; --", '７'])(
    'R09 show nothing for the value %s',
    async (userId) => {
      expect(await answer('SELECT count(*) FROM orders', own, { userId })).toEqual([[0]])
    },
  )

  test('R23 do not accept a WITH name that a table has', async () => {
    const condition = 'id IN (WITH users AS (SELECT 1 AS id) SELECT id FROM users)'
    const result = await ask('SELECT id FROM orders', rows({ orders: { condition } }))
    expect(result).toMatchObject({ allowed: false, reasons: [{ code: 'policy_invalid' }] })
    expect(await checkPolicies(rows({ orders: { condition } }), catalogueOf(database), null, parseSql)).toMatchObject([
      {
        severity: 'error',
        message: { text: '{name} is also the name of a table. Rename the WITH query.', values: { name: 'users' } },
      },
    ])
  })

  test('combine when there are several, and ALL applies to each table with the column', async () => {
    const policies: Policies = {
      rowRules: {
        rules: [
          { name: 'own', tables: { orders: { condition: 'user_id = :current_user_id OR 1 = 0' } } },
          {
            name: 'tenant',
            tables: { ALL: { condition: 'tenant_id = :current_tenant_id', when_column_exists: 'tenant_id' } },
          },
        ],
      },
      columnRules: null,
      hashSalt: 's',
    }
    expect(await answer('SELECT id FROM orders', policies)).toEqual([[3]])
    expect(await answer('SELECT name FROM users ORDER BY id', policies)).toEqual([['Ann'], ['Cid']])
    expect(await answer('SELECT count(*) FROM order_items', policies)).toEqual([[5]])
    const result = await ask('SELECT id FROM orders', policies)
    expect(result.allowed && result.receipt.rowRules.map(({ rule }) => rule)).toEqual(['own', 'tenant'])
  })

  test('inherit from the visible parent row, including through several parents', async () => {
    const policies = rows({
      users: { condition: "tenant_id = 't1'" },
      orders: { inherit_parent_security: true, requires: 'users', join_condition: 'orders.user_id = users.id' },
      order_items: {
        inherit_parent_security: true,
        requires: 'orders',
        join_condition: 'order_items.order_id = orders.id',
        always_apply: true,
      },
    })
    expect(await answer('SELECT product FROM order_items ORDER BY id', policies)).toEqual([['pen'], ['pad'], ['cap']])
    const result = await ask('SELECT product FROM order_items', policies)
    expect(result.allowed && result.reads.map(({ table }) => table.table).toSorted()).toEqual([
      'order_items',
      'orders',
      'users',
    ])
    expect(result.allowed && result.receipt.tables.map(({ table }) => table)).toEqual(['order_items'])
  })

  test('apply with always_apply false only if the query reads the named table', async () => {
    const policies = rows({ orders: { condition: '1 = 0', always_apply: false, requires: 'users' } })
    expect(await answer('SELECT count(*) FROM orders', policies)).toEqual([[4]])
    expect(await answer('SELECT count(*) FROM orders WHERE user_id IN (SELECT id FROM users)', policies)).toEqual([[0]])
    const below = rows({ orders: { condition: '1 = 0', always_apply: false, requires: 'order_items' } })
    expect(await answer('SELECT count(*) FROM orders WHERE id IN (SELECT 1 FROM products)', below)).toEqual([[0]])
    const always = rows({ orders: { condition: '1 = 0', always_apply: false } })
    expect(await answer('SELECT count(*) FROM orders', always)).toEqual([[0]])
  })

  test('can read other tables that the user cannot see', async () => {
    const policies = rows({ orders: { condition: 'user_id IN (SELECT u.id FROM users u WHERE u.salary > 1000)' } })
    expect(await answer('SELECT id FROM orders ORDER BY id', policies)).toEqual([[2], [3], [4]])
  })

  test.each([
    '1=1) OR (1=1',
    'user_id = 1; DROP TABLE users',
    'user_id = ',
    'user_id = (DELETE FROM users)',
    'nobody = 1',
    'user_id = :somebody',
    "user_id = 'a' --",
    "load_extension('x')",
    '',
    'user_id = "seven"',
  ])('deny the query if they cannot be proven: %s', async (condition) => {
    const result = await ask('SELECT * FROM orders', rows({ orders: { condition } }))
    const expected = condition.endsWith('--') ? undefined : 'policy_invalid'
    expect(result.allowed ? undefined : result.reasons[0]!.code).toBe(expected)
  })

  test("R22 keep the user's expressions away from hidden rows", async () => {
    const policies = rows({ users: { condition: "tenant_id = 't2'" } })
    await expect(answer("SELECT id FROM users WHERE json_extract(name, '$') IS NOT NULL", policies)).rejects.toThrow(
      'malformed JSON',
    )
    const none = rows({ users: { condition: "tenant_id = 'none'" } })
    expect(await answer("SELECT id FROM users WHERE json_extract(name, '$') IS NOT NULL", none)).toEqual([])
  })
})

describe('masks', () => {
  const mask = (ssn: ColumnMask) => columns({ users: { ssn } })

  test.each<[ColumnMask, unknown[]]>([
    [{ mask_type: 'partial', pattern: 'XXX-XX-####' }, ['XXX-XX-6789', 'XXX-XX-4321', 'XXX-XX-XXX3', null]],
    [{ mask_type: 'partial' }, ['XXXX-6789', 'XXXX-4321', 'XXXX-XXX3', null]],
    [{ mask_type: 'partial', pattern: '##/##' }, ['67/89', '43/21', 'XX/X3', null]],
    [{ mask_type: 'partial', pattern: 'hidden' }, ['hidden', 'hidden', 'hidden', null]],
    [{ mask_type: 'replace' }, ['***', '***', '***', null]],
    [{ mask_type: 'replace', replacement: "it's" }, ["it's", "it's", "it's", null]],
    [{ mask_type: 'null' }, [null, null, null, null]],
    [{ mask_type: 'custom', sql: 'substr(ssn, 1, 2)' }, ['12', '98', '12', null]],
  ])('return %o', async (given, expected) => {
    expect((await answer('SELECT ssn FROM users ORDER BY id', mask(given))).flat()).toEqual(expected)
  })

  test("show an email address's own domain", async () => {
    const policies = columns({ users: { email: { mask_type: 'partial', pattern: '****@domain.com' } } })
    expect((await answer('SELECT email FROM users ORDER BY id', policies)).flat()).toEqual([
      '****@a.org',
      '****@b.org',
      '****',
      null,
    ])
  })

  test('apply to a column with any name', async () => {
    database.exec(
      "CREATE TABLE IF NOT EXISTS odd (at TEXT, kept TEXT, [a \"b] TEXT); DELETE FROM odd; INSERT INTO odd VALUES ('12-34', '56-78', 'ab-cd')",
    )
    const partial: ColumnMask = { mask_type: 'partial', pattern: '*##' }
    const policies = columns({ odd: { at: partial, kept: partial, 'a "b': partial } })
    expect(await answer('SELECT * FROM odd', policies)).toEqual([['*34', '*78', '*cd']])
  })

  test('hash equal values equally and keep the salt out of the SQL', async () => {
    const result = await ask('SELECT ssn FROM users', mask({ mask_type: 'hash' }))
    expect(result.allowed && result.sql).not.toContain('salt')
    const expected = createHash('sha256').update('salt123-45-6789').digest('hex').slice(0, 16)
    expect((await answer('SELECT ssn FROM users ORDER BY id', mask({ mask_type: 'hash' })))[0]).toEqual([expected])
  })

  test('show the first range label that fits', async () => {
    const ranges = [
      { max: 1000, label: '< 1k' },
      { min: 1000, max: 5000, label: '1k-5k' },
    ]
    const policies = columns({ users: { salary: { mask_type: 'range', ranges } } })
    expect((await answer('SELECT salary FROM users ORDER BY id', policies)).flat()).toEqual([
      '< 1k',
      '1k-5k',
      null,
      null,
    ])
  })

  test('R10 apply below every expression of the user', async () => {
    const policies = mask({ mask_type: 'replace' })
    expect(await answer("SELECT count(*) FROM users WHERE ssn LIKE '123%'", policies)).toEqual([[0]])
    expect(await answer('SELECT ssn, count(*) FROM users GROUP BY ssn ORDER BY 2', policies)).toEqual([
      [null, 1],
      ['***', 3],
    ])
    expect(await answer('SELECT max(length(ssn)) FROM users', policies)).toEqual([[3]])
    expect(await answer('SELECT id FROM users ORDER BY ssn DESC, id DESC LIMIT 1', policies)).toEqual([[7]])
    expect(
      await answer('SELECT u.id FROM users u JOIN users v ON u.ssn = v.ssn AND u.id < v.id ORDER BY 1', policies),
    ).toEqual([[1], [1], [2]])
    expect(await answer('SELECT json_group_array(ssn) FROM users', policies)).toEqual([['["***","***","***",null]']])
  })

  test('appear in the receipt for outputs through aliases, subqueries, and functions', async () => {
    const result = await ask(
      'WITH q AS (SELECT name, upper(ssn) AS s FROM users) SELECT q.*, 1 AS one FROM q',
      mask({ mask_type: 'replace' }),
    )
    expect(result.allowed && result.receipt.maskedOutputs).toEqual([{ index: 1, column: 's', rule: 'columns' }])
    expect(result.allowed && result.receipt.masks[0]).toMatchObject({ column: 'ssn', maskType: 'replace' })
  })

  test('leave a disallowed column out of * and refuse it by name', async () => {
    const policies = mask({ mask_type: 'disallow' })
    expect((await answer('SELECT * FROM users WHERE id = 1', policies))[0]).toEqual([1, 'Ann', 'ann@a.org', 500, 't1'])
    const all = await ask('SELECT * FROM users', policies)
    if (!all.allowed) throw new Error(JSON.stringify(all.reasons))
    expect(all.receipt.columns[0]?.columns).toEqual(['id', 'name', 'email', 'salary', 'tenant_id'])
    expect(all.receipt.sentences).toEqual([
      'Read users: id, name, email, salary, tenant_id.',
      'The rule “columns” hides columns of users.',
      'At most 100 rows are returned.',
    ])
    for (const sql of [
      'SELECT ssn FROM users',
      'SELECT u."SSN" FROM users u',
      'SELECT 1 FROM users WHERE ssn IS NULL',
      'SELECT 1 FROM users a JOIN users b USING (ssn)',
      'SELECT "ssn" FROM users',
      'SELECT "ssn" AS s, id FROM users',
      'SELECT (SELECT max(x.ssn) FROM users x)',
    ]) {
      const result = await ask(sql, policies)
      expect(`${sql}: ${String(result.allowed)}`).toBe(`${sql}: false`)
    }
  })

  test('use the strictest of several, and require numbers for a range', async () => {
    const policies: Policies = {
      rowRules: null,
      columnRules: {
        rules: [
          { name: 'mild', tables: { users: { ssn: { mask_type: 'partial' } } } },
          { name: 'strict', tables: { Users: { SSN: { mask_type: 'null' } } } },
        ],
      },
      hashSalt: '',
    }
    expect((await answer('SELECT DISTINCT ssn FROM users', policies)).flat()).toEqual([null])
    const range = await ask('SELECT ssn FROM users', mask({ mask_type: 'range', ranges: [{ label: 'a' }] }))
    expect(range.allowed ? null : range.reasons[0]).toMatchObject({ code: 'policy_invalid' })
  })

  test('let row conditions see real values', async () => {
    const policies: Policies = {
      ...mask({ mask_type: 'null' }),
      rowRules: { rules: [{ name: 'r', tables: { users: { condition: "ssn LIKE '123%'" } } }] },
    }
    expect(await answer('SELECT id, ssn FROM users ORDER BY id', policies)).toEqual([
      [1, null],
      [7, null],
    ])
  })

  test('R23 refuse rowid of a protected table', async () => {
    expect((await ask('SELECT rowid FROM users', mask({ mask_type: 'null' }))).allowed).toBe(false)
  })

  test.each(['(SELECT max(ssn) FROM users)', 'nobody', 'ssn, name', ':current_user_id', ''])(
    'refuse the custom mask %s',
    async (sql) => {
      expect((await ask('SELECT ssn FROM users', mask({ mask_type: 'custom', sql }))).allowed).toBe(false)
    },
  )
})

describe('R23 views', () => {
  const policies = columns({ users: { ssn: { mask_type: 'null' } } })

  test('over a protected table are refused at any depth, unless they have rules', async () => {
    for (const view of ['rich', 'richer']) expect((await ask(`SELECT * FROM ${view}`, policies)).allowed).toBe(false)
    expect(await answer('SELECT count(*) FROM products', policies)).toEqual([[5]])
    const own = columns({ users: { ssn: { mask_type: 'null' } }, rich: { ssn: { mask_type: 'replace' } } })
    expect(await answer('SELECT ssn FROM rich WHERE id = 2', own)).toEqual([['***']])
  })
})
