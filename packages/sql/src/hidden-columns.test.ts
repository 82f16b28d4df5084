import { formatMessage, sqlDialects, type Catalogue, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { GateResult, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { visibleColumns } from './policy/visible.ts'
import { shopCatalogue, shopRequest } from './testing/request.ts'

/** Six letters that resemble no name in the shop, just as `salary` doesn't. */
const nowhere = 'zzqxwv'

const hides: Policies = {
  rowRules: { rules: [{ name: 'rows', tables: { orders: { condition: 'user_id = :current_user_id' } } }] },
  columnRules: {
    rules: [
      {
        name: 'pay',
        tables: { users: { salary: { mask_type: 'disallow' } }, orders: { total: { mask_type: 'disallow' } } },
      },
      { name: 'personal', tables: { users: { ssn: { mask_type: 'replace' } } } },
    ],
  },
  hashSalt: 'salt',
}

/** With a view over all of `users`, and another view over that one. */
function catalogueWithViews(dialect: SqlDialect): Catalogue {
  const catalogue = shopCatalogue(dialect)
  const [users] = catalogue.tables
  if (!users) throw new Error('the shop has users')
  const spell = (name: string) => (users.name === users.name.toUpperCase() ? name.toUpperCase() : name)
  const view = (name: string, definition: string) =>
    Object.assign(structuredClone(users), { name: spell(name), objectType: 'VIEW', definition })
  const views = [
    view('people', 'CREATE VIEW people AS SELECT * FROM users'),
    view('folk', 'CREATE VIEW folk AS SELECT id, salary FROM people'),
    view('sealed', ''),
  ]
  return { ...catalogue, tables: [...catalogue.tables, ...views] }
}

function ask(sql: string, dialect: SqlDialect, policies = hides): Promise<GateResult> {
  const catalogue = catalogueWithViews(dialect)
  const tables = catalogue.tables.map(({ schema, name }) => ({ schema, table: name }))
  return gate(shopRequest(sql, dialect, { policies, catalogue, allowedTables: tables }), parseSql)
}

/** What a user sees about a query. */
function told(result: GateResult): string {
  const { receipt, displaySql } = result.allowed ? result : { receipt: null, displaySql: null }
  return JSON.stringify(result.allowed ? { receipt, displaySql } : result.reasons)
}

const namedForms = [
  'SELECT salary FROM users',
  'SELECT u.salary FROM users u',
  'SELECT SALARY FROM users',
  'SELECT max(salary) FROM users',
  'SELECT id FROM users WHERE salary > 1',
  'SELECT id FROM users ORDER BY salary',
  'SELECT count(*) FROM users GROUP BY salary',
  'SELECT id, count(*) FROM users GROUP BY id HAVING min(salary) > 1',
  'SELECT u.id FROM users u JOIN orders o ON u.salary = o.id',
  'SELECT a.id FROM users a JOIN users b USING (salary)',
  'SELECT (SELECT salary FROM users) AS s',
  'SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM users WHERE salary = orders.id)',
  'SELECT id FROM users UNION SELECT salary FROM users',
  'WITH q AS (SELECT salary AS s FROM users) SELECT s FROM q',
  'WITH q AS (SELECT * FROM users) SELECT salary FROM q',
  'SELECT q.salary FROM (SELECT * FROM users) q',
  'SELECT salary FROM users u CROSS JOIN orders o',
  'SELECT sum(salary) OVER (ORDER BY id) FROM users',
  'SELECT CASE WHEN salary > 1 THEN 1 ELSE 0 END FROM users',
  'SELECT a.id FROM users a NATURAL JOIN users b WHERE salary = 1',
]

describe.each(sqlDialects)('R21 a hidden column on %s', (dialect) => {
  test.each(namedForms)('is refused with the same message as a nonexistent column: %s', async (sql) => {
    const hidden = await ask(sql, dialect)
    const unknown = await ask(sql.replace(/salary/gi, nowhere), dialect)
    expect(hidden.allowed).toBe(false)
    const plain = (result: GateResult) => told(result).replace(/salary|zzqxwv/gi, 'x')
    expect(plain(hidden)).toBe(plain(unknown))
  })

  test.each([
    'SELECT salry FROM users',
    'SELECT u.salry FROM users u',
    'SELECT sallary FROM users u JOIN orders o ON u.id = o.user_id',
    'SELECT x.salry FROM (SELECT * FROM users) x',
    'SELECT a.id FROM users a JOIN users b USING (salry)',
    'SELECT totl FROM orders',
    'SELECT * FROM users WHERE salery = 1',
    'SELECT salry FROM people',
    'SELECT p.salry FROM people p',
    'SELECT f.salry FROM folk f',
    'SELECT * FROM people JOIN folk USING (salry)',
    'SELECT p.zz FROM people p NATURAL JOIN users u',
    'SELECT * FROM folk',
    'SELECT (SELECT max(slary) FROM folk) FROM users',
  ])('is never suggested by a refusal, for its table or a view over it: %s', async (sql) => {
    const result = await ask(sql, dialect)
    expect(result.allowed).toBe(false)
    expect(told(result)).not.toMatch(/salary|total/i)
  })

  test.each([
    'SELECT * FROM users',
    'SELECT u.* FROM users u',
    'SELECT count(*) FROM users',
    'SELECT * FROM users u JOIN orders o ON u.id = o.user_id',
    'WITH q AS (SELECT * FROM users) SELECT * FROM q',
    'SELECT * FROM (SELECT * FROM orders) o',
  ])('never appears in a receipt: %s', async (sql) => {
    const result = await ask(sql, dialect)
    expect(result.allowed ? null : result.reasons).toBeNull()
    expect(told(result)).not.toMatch(/salary|total/i)
  })

  test('appears in the receipt only as left-out columns and their rule', async () => {
    const result = await ask('SELECT * FROM users', dialect)
    const receipt = result.allowed ? result.receipt : null
    expect(receipt?.leftOut.map(({ rule }) => rule)).toEqual(['pay'])
    expect(receipt?.sentences.join(' ')).toMatch(/The rule “pay” hides columns of \S+\./)
    expect(receipt?.masks.map(({ rule }) => rule)).toEqual(['personal'])
  })

  test('hides the columns of a refused view, but not those of a view with its own rules', () => {
    const catalogue = catalogueWithViews(dialect)
    const columnsOf = (name: string, policies: Policies) => {
      const table = catalogue.tables.find((entry) => entry.name.toLowerCase() === name)
      const ref = { schema: table?.schema ?? null, table: table?.name ?? '' }
      return visibleColumns(ref, catalogue, policies).map((column) => column.toLowerCase())
    }
    expect(columnsOf('people', hides)).toEqual([])
    expect(columnsOf('folk', hides)).toEqual([])
    const own = structuredClone(hides)
    own.columnRules?.rules.push({ name: 'view', tables: { people: { salary: { mask_type: 'disallow' } } } })
    expect(columnsOf('people', own)).toEqual(['id', 'name', 'email', 'ssn', 'tenant_id', 'city'])
  })

  test('does not reveal the content of a rule that cannot be enforced', async () => {
    const broken = structuredClone(hides)
    broken.rowRules?.rules.push({ name: 'broken', tables: { users: { condition: 'salry > 1' } } })
    const result = await ask('SELECT id FROM users', dialect, broken)
    expect(result.allowed ? null : result.reasons.map(({ code }) => code)).toEqual(['policy_invalid'])
    expect(told(result)).not.toMatch(/sal(?:a)?ry/i)
  })
})

describe('R21 double-quoted text in SQLite', () => {
  test.each([
    'SELECT "salary" FROM users',
    'SELECT "salary" AS s, id FROM users',
    'SELECT id FROM users WHERE "salary" > 1',
    'SELECT max("salary") FROM users',
    'SELECT id FROM users ORDER BY "salary"',
    'SELECT u."salary" FROM users u',
  ])('does not distinguish a hidden column from a missing one in any form: %s', async (sql) => {
    const plain = (result: GateResult) => told(result).replace(/salary|zzqxwv/gi, 'x')
    const hidden = await ask(sql, 'sqlite')
    const unknown = await ask(sql.replaceAll('salary', nowhere), 'sqlite')
    expect(plain(hidden)).toBe(plain(unknown))
    const statement = (result: GateResult) => (result.allowed ? result.sql.replace(/'(?:salary|zzqxwv)'/g, 'x') : '')
    expect(statement(hidden)).toBe(statement(unknown))
    expect(statement(hidden)).not.toMatch(/salary/)
  })

  test('reads a misspelled double-quoted word as a missing column, not as a word in every row', async () => {
    const result = await ask('SELECT "nmae" FROM users', 'sqlite')
    expect(result.allowed ? null : formatMessage(result.reasons[0]!.message)).toBe(
      'There is no column nmae here. Did you mean name? Put strings in single quotes.',
    )
    expect((await ask('SELECT "label" AS l', 'sqlite')).allowed).toBe(true)
    expect((await ask('SELECT id FROM users WHERE name = "Ann"', 'sqlite')).allowed).toBe(true)
  })
})
