import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Catalogue, SqlDialect } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DenialCode, GateAllowed, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { honestCatalogue } from './testing/honest.ts'
import { anyUser } from './testing/request.ts'
import { registerHash } from './testing/reference-policies.ts'
import { runReading, runRows } from './testing/sqlite-database.ts'
import { unguarded } from './testing/unguarded.ts'

/** One attack, or one honest query that must not leak anything. */
interface Attack {
  rule: string
  dialect: SqlDialect
  sql: string
  policy: 'shop'
  allowed: boolean
  code?: DenialCode
}

const folder = join(import.meta.dirname, '../corpus')
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const attacksOf = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Attack[]

/** Own orders and what belongs to them; masked or removed secrets of users; one table outside the area. */
const policies: Record<Attack['policy'], Policies> = {
  shop: {
    rowRules: {
      rules: [
        {
          name: 'own orders',
          tables: {
            orders: { condition: 'user_id = :current_user_id', always_apply: true },
            order_items: {
              inherit_parent_security: true,
              requires: 'orders',
              join_condition: 'order_items.order_id = orders.id',
            },
          },
        },
      ],
    },
    columnRules: {
      rules: [
        {
          name: 'personal data',
          tables: {
            users: {
              ssn: { mask_type: 'partial', pattern: 'XXX-XX-####' },
              email: { mask_type: 'replace', replacement: '[hidden]' },
              salary: { mask_type: 'disallow' },
            },
          },
        },
      ],
    },
    hashSalt: 'salt',
  },
}

/** What no answer may contain: every hidden value has this word, and hidden numbers begin with these digits. */
const forbidden = ['CANARY', '9900']

function catalogueFor(dialect: SqlDialect): Catalogue {
  const catalogue = honestCatalogue(dialect)
  const users = catalogue.tables[0]!
  const view = {
    ...users,
    name: 'people',
    objectType: 'VIEW' as const,
    definition: 'CREATE VIEW people AS SELECT * FROM users',
  }
  return { ...catalogue, tables: [...catalogue.tables, view] }
}

const catalogues = new Map<SqlDialect, Catalogue>()

function gateAttack({ sql, dialect, policy }: Attack) {
  const catalogue = catalogues.get(dialect) ?? catalogueFor(dialect)
  catalogues.set(dialect, catalogue)
  const allowedTables = catalogue.tables
    .filter((entry) => entry.name.toLowerCase() !== 'secrets')
    .map((entry) => ({ schema: entry.schema, table: entry.name }))
  return gate(
    {
      sql,
      dialect,
      catalogue,
      allowedTables,
      policies: policies[policy],
      principal: anyUser,
      limits: { maxRows: 100 },
    },
    parseSql,
  )
}

let database: DatabaseSync

beforeAll(() => {
  database = new DatabaseSync(':memory:')
  registerHash(database)
  database.exec(`
    CREATE TABLE users (id INTEGER, name TEXT, email TEXT, ssn TEXT, salary REAL, tenant_id TEXT, city TEXT);
    CREATE TABLE orders (id INTEGER, user_id INTEGER, total REAL, status TEXT, tenant_id TEXT, created_at TEXT);
    CREATE TABLE order_items (id INTEGER, order_id INTEGER, product TEXT, quantity INTEGER, price REAL);
    CREATE TABLE secrets (id INTEGER, password TEXT);
    CREATE VIEW people AS SELECT * FROM users;
    INSERT INTO users VALUES (1, 'Ann', 'ann@CANARY.org', 'CANARY-SSN-0001', 990001, 't1', 'x'), (7, 'Bob', 'bob@CANARY.org', 'CANARY-SSN-0007', 990007, 't1', 'y');
    INSERT INTO orders VALUES (1, 1, 990010, 'CANARY-ROW', 't1', 'x'), (2, 7, 20, 'mine', 't1', 'x');
    INSERT INTO order_items VALUES (1, 1, 'CANARY-ITEM', 1, 990020), (2, 2, 'pen', 1, 2), (3, NULL, 'CANARY-ORPHAN', 1, 2);
    INSERT INTO secrets VALUES (1, 'CANARY-SECRET');
  `)
})

afterAll(() => database.close())

/** The rows or error that the database would return, as one text. */
function answerOf(result: GateAllowed): string {
  const outcome = runReading(database, result)
  return JSON.stringify(outcome, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

describe.each(files)('%s', (file) => {
  const attacks = attacksOf(file)

  test('has a case for every rule that it names', () => {
    expect(attacks.length).toBeGreaterThan(20)
  })

  describe.each([...Map.groupBy(attacks, ({ rule, dialect }) => `${rule} ${dialect}`)])('%s', (_, group) => {
    test.each(group.filter(({ allowed }) => !allowed).map((attack) => [attack.sql.slice(0, 120), attack] as const))(
      'refuses %s',
      async (_name, attack) => {
        const result = await gateAttack(attack)
        expect(result.allowed ? result.sql : null).toBeNull()
        const codes = result.allowed ? [] : result.reasons.map((reason) => reason.code)
        expect(codes).toContain(attack.code ?? codes[0])
        expect(JSON.stringify(result)).not.toContain('undefined')
      },
    )

    test.each(group.filter(({ allowed }) => allowed).map((attack) => [attack.sql.slice(0, 120), attack] as const))(
      'answers without a leak %s',
      async (_name, attack) => {
        const result = await gateAttack(attack)
        expect(result.allowed ? null : result.reasons).toBeNull()
        if (!result.allowed) return
        const answer = attack.dialect === 'sqlite' ? answerOf(result) : result.sql
        const leaked =
          attack.dialect === 'sqlite'
            ? forbidden.filter((word) => answer.includes(word) && !attack.sql.includes(word))
            : [unguarded(result.sql)].filter(Boolean)
        expect(leaked).toEqual([])
        expect(answer).not.toContain('no such column')
      },
    )
  })
})

test('finds the canaries without the gate', () => {
  const plain = runRows(database, 'SELECT * FROM users, orders, order_items, secrets')
  expect(
    forbidden.every((word) =>
      JSON.stringify(plain.rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).includes(
        word,
      ),
    ),
  ).toBe(true)
})
