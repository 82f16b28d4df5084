import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Catalogue, CatalogueTable, Cell, SqlDialect } from '@parlance/contract'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createMariadbDatabase,
  createPostgresDatabase,
  startMariadb,
  startPostgres,
} from '../../drivers/src/testing/index.ts'
import type { GateAllowed, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { registerHash } from './testing/reference-policies.ts'
import { anyUser, table } from './testing/request.ts'
import { runReading } from './testing/sqlite-database.ts'

/**
 * Two databases that differ only in what the user may not see: hidden rows, hidden columns, and the masked parts of
 * values. Both must give the same answer to every query: the same rows in the same number and order, or the same error.
 */
type World = 'one' | 'other'

type Engine = 'sqlite' | 'postgresql' | 'mysql'

const policies: Policies = {
  rowRules: {
    rules: [
      {
        name: 'own orders',
        tables: {
          orders: { condition: 'user_id = :current_user_id' },
          order_items: {
            inherit_parent_security: true,
            requires: 'orders',
            join_condition: 'order_items.order_id = orders.id',
            always_apply: true,
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
            phone: { mask_type: 'custom', sql: 'substr(phone, 1, 3)' },
            bonus: { mask_type: 'null' },
            age: {
              mask_type: 'range',
              ranges: [
                { max: 30, label: 'young' },
                { min: 30, max: 40, label: 'thirties' },
              ],
            },
          },
        },
      },
    ],
  },
  hashSalt: 'salt',
}

const users = ['id:integer', 'name', 'email', 'ssn', 'salary:number', 'phone', 'bonus:integer', 'age:integer']
const columns: Record<string, string[]> = {
  users: [...users, 'tenant_id', 'city'],
  orders: ['id:integer', 'user_id:integer', 'total:number', 'status', 'tenant_id'],
  order_items: ['id:integer', 'order_id:integer', 'product', 'quantity:integer', 'price:number'],
  secrets: ['id:integer', 'password'],
}

const views = {
  people: 'CREATE VIEW people AS SELECT * FROM users',
  spent: 'CREATE VIEW spent AS SELECT user_id, sum(total) AS s FROM orders GROUP BY user_id',
}

const rows: Record<World, string[]> = {
  one: [
    "INSERT INTO users VALUES (1, 'Ann', 'a1@a.org', 'AAAAA-0001', 990001, '555a1', 990001, 31, 't1', 'x'), (7, 'Bob', 'a7@a.org', 'AAAAB-0007', 990007, '555a7', 990007, 32, 't1', 'y'), (9, 'Cy', '5', '11111110009', 0, '555a9', 0, 33, 't2', 'z')",
    "INSERT INTO orders VALUES (1, 1, 990010, 'row', 't1'), (2, 7, 20, 'mine', 't1'), (3, 1, 0, '5', 't1'), (4, NULL, 1, 'n', 't1')",
    "INSERT INTO order_items VALUES (1, 1, 'item', 1, 990020), (2, 2, 'pen', 1, 2), (3, NULL, 'orphan', 1, 2)",
    "INSERT INTO secrets VALUES (1, 'word')",
  ],
  other: [
    "INSERT INTO users VALUES (1, 'Ann', 'xyz@b.net', 'ZZZZZ-0001', 880001, '555z', 880001, 39, 't1', 'x'), (7, 'Bob', '0', 'YYYYY-0007', 880007, '555yyy', 5, 38, 't1', 'y'), (9, 'Cy', 'q', '22222220009', 1, '5550', 1, 37, 't2', 'z')",
    "INSERT INTO orders VALUES (2, 7, 20, 'mine', 't1'), (11, 2, 5, 'zzz', 't1'), (12, 3, 7, 'mine', 't9')",
    "INSERT INTO order_items VALUES (2, 2, 'pen', 1, 2), (5, 11, 'other', 0, 0)",
    "INSERT INTO secrets VALUES (2, 'q'), (3, 'r')",
  ],
}

const sqlTypes: Record<Engine, Record<string, string>> = {
  sqlite: { integer: 'INTEGER', number: 'REAL', text: 'TEXT' },
  postgresql: { integer: 'INTEGER', number: 'DOUBLE PRECISION', text: 'TEXT' },
  mysql: { integer: 'INTEGER', number: 'DOUBLE', text: 'VARCHAR(100)' },
}

function statements(engine: Engine, world: World): string[] {
  const tables = Object.entries(columns).map(([name, parts]) => {
    const written = parts.map((part) => {
      const [column = '', kind = 'text'] = part.split(':')
      return `${column} ${sqlTypes[engine][kind] ?? 'TEXT'}${column === 'id' && name !== 'secrets' ? ' PRIMARY KEY' : ''}`
    })
    return `CREATE TABLE ${name} (${written.join(', ')})`
  })
  return [...tables, ...Object.values(views), ...rows[world]]
}

function catalogueOf(dialect: SqlDialect, schema: string | null): Catalogue {
  const tables = Object.entries(columns).map(([name, parts]): CatalogueTable => {
    return { ...table(name, parts, schema), primaryKey: name === 'secrets' ? [] : ['id'] }
  })
  const view = (name: keyof typeof views, parts: string[]): CatalogueTable => {
    return { ...table(name, parts, schema), objectType: 'VIEW', definition: views[name] }
  }
  const both = [view('people', columns.users ?? []), view('spent', ['user_id:integer', 's:number'])]
  return { dialect, defaultSchema: schema, tables: [...tables, ...both] }
}

/** What the user sees: rows, or that there was an error (with rules, the product reveals no more). */
type Run = (allowed: GateAllowed) => Promise<string>

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

interface Place {
  catalogue: Catalogue
  run: Run
}

async function answer(sql: string, { catalogue, run }: Place): Promise<string> {
  const allowedTables = catalogue.tables
    .filter(({ name }) => name !== 'secrets')
    .map(({ schema, name }) => ({ schema, table: name }))
  const { dialect } = catalogue
  const limits = { maxRows: 100 }
  const request = { sql, dialect, catalogue, allowedTables, policies, principal: anyUser, limits }
  const result = await gate(request, parseSql)
  return result.allowed ? await run(result) : asText(result.reasons)
}

const folder = join(import.meta.dirname, '../corpus/two-worlds')
const formsOf = (engine: Engine): string[] =>
  ['any', engine].flatMap((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as string[])

function sqlitePlace(world: World): Place {
  const database = new DatabaseSync(':memory:')
  registerHash(database)
  for (const statement of statements('sqlite', world)) database.exec(statement)
  const run: Run = async (allowed) => asText(runReading(database, allowed).rows ?? 'error')
  return { catalogue: catalogueOf('sqlite', null), run }
}

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function postgresPlace(world: World, server: string): Promise<Place> {
  const { url, drop } = await createPostgresDatabase(server)
  const client = new pg.Client(url)
  await client.connect()
  closing.push(drop, () => client.end())
  for (const statement of statements('postgresql', world)) await client.query(statement)
  const run: Run = async ({ sql, params }) => {
    try {
      return asText((await client.query<Cell[]>({ text: sql, values: params, rowMode: 'array' })).rows)
    } catch {
      return 'error'
    }
  }
  return { catalogue: catalogueOf('postgresql', 'public'), run }
}

async function mariadbPlace(world: World, server: string): Promise<Place> {
  const { url, drop } = await createMariadbDatabase(server)
  const client = await createConnection({ uri: url, rowsAsArray: true })
  closing.push(drop, () => client.end())
  for (const statement of statements('mysql', world)) await client.query(statement)
  await client.query("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', max_statement_time = 20")
  const run: Run = async ({ sql, params }) => {
    try {
      return asText((await client.execute(sql, params))[0])
    } catch {
      return 'error'
    }
  }
  // The comparison leaves out the schema, because the two databases have different names.
  const schema = new URL(url).pathname.slice(1)
  return { catalogue: catalogueOf('mysql', schema), run }
}

const servers = { postgresql: await startPostgres(), mysql: await startMariadb() }

describe.each<Engine>(['sqlite', 'postgresql', 'mysql'])('R10 R22 R23 two worlds on %s', (engine) => {
  const server = engine === 'sqlite' ? null : servers[engine]
  const skip = server && 'skip' in server ? server.skip : null
  const places: Partial<Record<World, Place>> = {}

  beforeAll(async () => {
    for (const world of ['one', 'other'] as const) {
      if (server === null) places[world] = sqlitePlace(world)
      else if ('url' in server) {
        places[world] = await (engine === 'mysql' ? mariadbPlace : postgresPlace)(world, server.url)
      }
    }
  }, 120_000)

  test.for(formsOf(engine))('gives the same answer in both: %s', async (sql, context) => {
    const { one, other } = places
    if (!one || !other) return context.skip(skip ?? 'the worlds are not made')
    expect(await answer(sql, one)).toBe(await answer(sql, other))
  })

  test('gives different answers without the gate', async (context) => {
    const { one, other } = places
    if (!one || !other) return context.skip(skip ?? 'the worlds are not made')
    for (const sql of ['SELECT * FROM users', 'SELECT * FROM orders', 'SELECT * FROM order_items']) {
      const { catalogue } = one
      const request = { sql, dialect: catalogue.dialect, catalogue, allowedTables: null, policies: null }
      const plain = await gate({ ...request, principal: anyUser, limits: { maxRows: 100 } }, parseSql)
      if (!plain.allowed) throw new Error(asText(plain.reasons))
      expect(await one.run({ ...plain, sql })).not.toBe(await other.run({ ...plain, sql }))
    }
  })
})
