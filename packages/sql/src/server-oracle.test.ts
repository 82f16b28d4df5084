import {
  createMariadbDatabase,
  createPostgresDatabase,
  startMariadb,
  startPostgres,
} from '../../drivers/src/testing/index.ts'
import type { Catalogue, Cell, SqlDialect } from '@parlance/contract'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ColumnMask, Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { failingQueries } from './testing/failing-queries.ts'
import { randomFrom } from './testing/random.ts'
import type { Random } from './testing/random.ts'
import { randomQuery, shopTables } from './testing/random-queries.ts'
import { maskedValue } from './testing/reference-policies.ts'
import { anyUser, table } from './testing/request.ts'
import { createTables, insertRows, randomShop, shopPolicy } from './testing/shop-database.ts'

const person = { userId: '7', tenantId: 't1' }
const seed = Number(process.env.PARLANCE_FUZZ_SEED ?? 1)
const rounds = Number(process.env.PARLANCE_FUZZ_ROUNDS ?? 60)

interface Outcome {
  rows: unknown[][] | null
  error: string | null
}

type Run = (sql: string, params?: Cell[]) => Promise<Outcome>

function catalogue(dialect: SqlDialect, schema: string): Catalogue {
  const tables = Object.entries(shopTables).map(([name, columns]) =>
    table(
      name,
      columns.map((column) => `${column.name}:${column.type}`),
      schema,
    ),
  )
  return { dialect, defaultSchema: schema, tables }
}

const sorted = (rows: unknown[][]) => JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted())

interface Comparison {
  catalogue: Catalogue
  policies: Policies
  /** Runs the gate's rewritten query, and the same query where the rules are already applied. */
  gated: Run
  expected: Run
  plain: Run
  random: Random
  quote: '"' | '`'
  rounds: number
}

async function compareQueries(setting: Comparison): Promise<{ wrong: unknown[]; compared: number; telling: number }> {
  const result = { wrong: [] as unknown[], compared: 0, telling: 0 }
  for (let round = 0; round < setting.rounds; round++) {
    const sql = randomQuery(setting.random, setting.quote)
    const expected = await setting.expected(sql)
    if (!expected.rows) continue
    const { dialect } = setting.catalogue
    const request = { sql, dialect, catalogue: setting.catalogue, allowedTables: null, limits: { maxRows: 100_000 } }
    const allowed = await gate(
      { ...request, policies: setting.policies, principal: { ...anyUser, ...person } },
      parseSql,
    )
    if (!allowed.allowed) {
      result.wrong.push({ sql, reasons: allowed.reasons })
      continue
    }
    const found = await setting.gated(allowed.sql, allowed.params)
    if (!found.rows || sorted(found.rows) !== sorted(expected.rows)) {
      result.wrong.push({
        sql,
        gated: allowed.sql,
        error: found.error,
        expected: expected.rows.slice(0, 3),
        found: found.rows?.slice(0, 3),
      })
    }
    result.compared++
    const plain = await setting.plain(sql)
    if (plain.rows && sorted(plain.rows) !== sorted(expected.rows)) result.telling++
  }
  return result
}

function runner(client: pg.Client): Run {
  return async (sql, params = []) => {
    try {
      const result = await client.query<unknown[]>({ text: sql, values: params, rowMode: 'array' })
      return { rows: result.rows, error: null }
    } catch (error) {
      return { rows: null, error: String(error) }
    }
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('R10 random queries on PostgreSQL', { timeout: 120_000 }, async () => {
  const server = await startPostgres()
  const skip = 'skip' in server ? server.skip : null

  async function shopDatabase() {
    if ('skip' in server) throw new Error(server.skip)
    const { url, drop } = await createPostgresDatabase(server.url)
    onTestFinished(drop)
    const random = randomFrom(seed)
    const { policies, apply } = shopPolicy(person)
    const shop = randomShop(random)
    const owner = await connect(url)
    const quote = (name: string) => `"${name}"`
    await owner.query('CREATE SCHEMA copy')
    for (const sql of [...createTables(quote), ...insertRows(shop)]) await owner.query(sql)
    for (const sql of [...createTables(quote, 'text', 'copy.'), ...insertRows(apply(shop), 'copy.')])
      await owner.query(sql)
    return { url, owner, policies, random }
  }

  test.skipIf(skip !== null)(
    `return the same rows as a filtered and masked copy${skip ? `: ${skip}` : ''}`,
    async () => {
      const { url, owner, policies, random } = await shopDatabase()
      const copy = await connect(url)
      await copy.query('SET search_path = copy')
      const [gated, expected] = [runner(owner), runner(copy)]
      const outcome = await compareQueries({
        catalogue: catalogue('postgresql', 'public'),
        policies,
        gated,
        expected,
        plain: gated,
        random,
        quote: '"',
        rounds,
      })
      expect(outcome.wrong.slice(0, 3)).toEqual([])
      expect(outcome.compared).toBeGreaterThan(rounds / 2)
      expect(outcome.telling).toBeGreaterThan(outcome.compared / 4)
    },
  )

  test.skipIf(skip !== null)(
    `return the same rows as PostgreSQL's own row-level security${skip ? `: ${skip}` : ''}`,
    async () => {
      const { url, owner, policies, random } = await shopDatabase()
      const role = `reader_${Date.now()}`
      for (const sql of [
        `CREATE ROLE ${role}`,
        `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
        ...Object.keys(shopTables).map((name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`),
        "CREATE POLICY p ON users USING (tenant_id = 't1')",
        "CREATE POLICY p ON orders USING (tenant_id = 't1' AND (user_id = 7 OR status = 'paid'))",
        'CREATE POLICY p ON order_items USING (EXISTS (SELECT 1 FROM orders o WHERE order_items.order_id = o.id))',
      ]) {
        await owner.query(sql)
      }
      onTestFinished(async () => {
        await owner.query(`DROP OWNED BY ${role}`)
        await owner.query(`DROP ROLE ${role}`)
      })
      const reader = await connect(url)
      await reader.query(`SET ROLE ${role}`)
      const rowsOnly = { ...policies, columnRules: null }
      const [gated, expected] = [runner(owner), runner(reader)]
      const outcome = await compareQueries({
        catalogue: catalogue('postgresql', 'public'),
        policies: rowsOnly,
        gated,
        expected,
        plain: gated,
        random,
        quote: '"',
        rounds,
      })
      expect(outcome.wrong.slice(0, 3)).toEqual([])
      expect(outcome.compared).toBeGreaterThan(rounds / 2)
      expect(outcome.telling).toBeGreaterThan(outcome.compared / 4)
    },
  )

  test.skipIf(skip !== null)('produce the masks that their definitions describe', async () => {
    const { owner } = await shopDatabase()
    for (const sql of maskedTable('text')) await owner.query(sql)
    for (const { found, expected } of await maskedColumns('postgresql', 'public', runner(owner)))
      expect(found).toEqual(expected)
  })

  test.skipIf(skip !== null)('R22 never fail because of a hidden row', async () => {
    const { owner, policies } = await shopDatabase()
    await owner.query("INSERT INTO orders VALUES (999, 1, 5, 'LEAK-ME', 't2')")
    const request = {
      dialect: 'postgresql' as const,
      catalogue: catalogue('postgresql', 'public'),
      allowedTables: null,
    }
    for (const sql of failingQueries) {
      const principal = { ...anyUser, ...person }
      const result = await gate({ ...request, sql, policies, principal, limits: { maxRows: 100 } }, parseSql)
      if (!result.allowed) throw new Error(`${sql}: ${JSON.stringify(result.reasons)}`)
      expect(`${sql}: ${(await runner(owner)(result.sql, result.params)).error}`).toBe(`${sql}: null`)
    }
  })

  test.skipIf(skip !== null)('return the same rows as the copy for a GROUP BY of a guarded primary key', async () => {
    const { url, owner, policies } = await shopDatabase()
    await owner.query('ALTER TABLE users ADD PRIMARY KEY (id); ALTER TABLE copy.users ADD PRIMARY KEY (id)')
    const copy = await connect(url)
    await copy.query('SET search_path = copy')
    const of = catalogue('postgresql', 'public')
    const keyed = { ...of, tables: of.tables.map((entry) => ({ ...entry, primaryKey: ['id'] })) }
    for (const sql of [
      'SELECT u.id, u.name, u.email, count(o.id) FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.id',
      'SELECT users.*, sum(total) FROM users JOIN orders ON user_id = users.id GROUP BY users.id',
      'SELECT j.uid, j.uname, count(*) FROM (users u JOIN orders o ON o.user_id = u.id) AS j (uid, uname) GROUP BY j.uid',
      'SELECT id, u.name, count(*) FROM users u LEFT JOIN orders o USING (id) GROUP BY id ORDER BY u.email, id',
      "SELECT max(total) FROM orders o JOIN users u ON o.user_id = u.id GROUP BY u.id HAVING u.name <> 'Ann'",
    ]) {
      const principal = { ...anyUser, ...person }
      const request = {
        sql,
        dialect: 'postgresql' as const,
        catalogue: keyed,
        allowedTables: null,
        policies,
        principal,
      }
      const result = await gate({ ...request, limits: { maxRows: 100 } }, parseSql)
      if (!result.allowed) throw new Error(`${sql}: ${JSON.stringify(result.reasons)}`)
      const [found, expected] = [await runner(owner)(result.sql, result.params), await runner(copy)(sql)]
      expect(sorted(found.rows ?? [[found.error]])).toBe(sorted(expected.rows ?? []))
    }
  })

  test.skipIf(skip !== null)('R22 do not evaluate an expression on a hidden row', async () => {
    const { owner, policies } = await shopDatabase()
    await owner.query("INSERT INTO users VALUES (99, 'LEAK-ME', 'x', 'y', 1, 't2')")
    const sql = "SELECT id FROM users WHERE name IN ('Ann', 'Bob', 'Cid', 'Dee') OR name::int > 0"
    const request = {
      sql,
      dialect: 'postgresql' as const,
      catalogue: catalogue('postgresql', 'public'),
      allowedTables: null,
      limits: { maxRows: 10 },
    }
    const allowed = await gate(
      { ...request, policies: { ...policies, columnRules: null }, principal: { ...anyUser, ...person } },
      parseSql,
    )
    if (!allowed.allowed) throw new Error(JSON.stringify(allowed.reasons))
    const outcome = await runner(owner)(allowed.sql, allowed.params)
    expect(JSON.stringify(outcome)).not.toContain('LEAK-ME')
    expect(JSON.stringify(await runner(owner)(sql))).toContain('LEAK-ME')
  })
})

const texts = [
  '123-45-6789',
  '123',
  'a',
  '',
  '12',
  'Zoë-1',
  'ann@a.org',
  'a@b@c',
  '@',
  null,
  '(555) 010-9999',
  "O'B",
  '__--__',
]
const textMasks: ColumnMask[] = [
  { mask_type: 'partial', pattern: 'XXX-XX-####' },
  { mask_type: 'partial' },
  { mask_type: 'partial', pattern: '#-##' },
  { mask_type: 'partial', pattern: '****@domain.com' },
  { mask_type: 'replace', replacement: "it's \\" },
  { mask_type: 'null' },
  { mask_type: 'hash' },
]
const ranges: ColumnMask = {
  mask_type: 'range',
  ranges: [
    { max: -1.5, label: 'low' },
    { min: -1.5, max: 10, label: 'some' },
    { min: 20, label: 'many' },
  ],
}

/** Compares each mask as the engine computes it with the same mask in plain code. */
async function maskedColumns(
  dialect: SqlDialect,
  schema: string,
  run: Run,
): Promise<{ found: unknown; expected: unknown }[]> {
  const results: { found: unknown; expected: unknown }[] = []
  const of = { dialect, defaultSchema: schema, tables: [table('masked', ['id:integer', 'v', 'n:integer'], schema)] }
  for (const [column, mask] of [...textMasks.map((given) => ['v', given] as const), ['n', ranges] as const]) {
    const columnRules = { rules: [{ name: 'm', tables: { masked: { [column]: mask } } }] }
    const request = {
      sql: `SELECT ${column} FROM masked ORDER BY id`,
      dialect,
      catalogue: of,
      allowedTables: null,
      limits: { maxRows: 100 },
    }
    const policies = { rowRules: null, columnRules, hashSalt: 'salt' }
    const allowed = await gate({ ...request, policies, principal: anyUser }, parseSql)
    const outcome = allowed.allowed ? await run(allowed.sql, allowed.params) : allowed
    const values = column === 'v' ? texts : texts.map((_, index) => index * 3 - 6)
    const expected = values.map((value) => [maskedValue(value, mask, 'salt')])
    results.push({ found: 'rows' in outcome ? (outcome.rows ?? outcome.error) : outcome, expected })
  }
  return results
}

function maskedTable(textType: string): string[] {
  const rows = texts.map(
    (value, index) => `(${index}, ${value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`}, ${index * 3 - 6})`,
  )
  return [`CREATE TABLE masked (id integer, v ${textType}, n integer)`, `INSERT INTO masked VALUES ${rows.join(', ')}`]
}

describe('R10 random queries on MariaDB', async () => {
  const server = await startMariadb()
  const skip = 'skip' in server ? server.skip : null

  async function connectMaria(url: string) {
    const connection = await createConnection({ uri: url, rowsAsArray: true })
    onTestFinished(() => connection.end())
    await connection.query("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY'")
    // MariaDB turns `IN (SELECT rank() …)` into EXISTS, and then compares wrong ranks.
    await connection.query("SET SESSION optimizer_switch = 'in_to_exists=off'")
    return connection
  }

  test.skipIf(skip !== null)(
    `return the same rows as a filtered and masked copy${skip ? `: ${skip}` : ''}`,
    async () => {
      if ('skip' in server) throw new Error(server.skip)
      const [full, filtered] = [await createMariadbDatabase(server.url), await createMariadbDatabase(server.url)]
      onTestFinished(async () => {
        await full.drop()
        await filtered.drop()
      })
      const random = randomFrom(seed)
      const { policies, apply } = shopPolicy(person)
      const shop = randomShop(random)
      const [database, copy] = [await connectMaria(full.url), await connectMaria(filtered.url)]
      const quote = (name: string) => `\`${name}\``
      for (const sql of [...createTables(quote, 'varchar(100)'), ...insertRows(shop)]) await database.query(sql)
      for (const sql of [...createTables(quote, 'varchar(100)'), ...insertRows(apply(shop))]) await copy.query(sql)
      const run =
        (connection: typeof database): Run =>
        async (sql, params = []) => {
          try {
            const [rows] = await connection.execute(sql, params)
            return { rows: rows as unknown[][], error: null }
          } catch (error) {
            return { rows: null, error: String(error) }
          }
        }
      const schema = new URL(full.url).pathname.slice(1)
      for (const sql of maskedTable('varchar(100)')) await database.query(sql)
      for (const { found, expected } of await maskedColumns('mysql', schema, run(database)))
        expect(found).toEqual(expected)
      const [gated, expected] = [run(database), run(copy)]
      const outcome = await compareQueries({
        catalogue: catalogue('mysql', schema),
        policies,
        gated,
        expected,
        plain: gated,
        random,
        quote: '`',
        rounds: rounds / 2,
      })
      expect(outcome.wrong.slice(0, 3)).toEqual([])
      expect(outcome.compared).toBeGreaterThan(rounds / 6)
      expect(outcome.telling).toBeGreaterThan(outcome.compared / 4)
    },
    120_000,
  )
})
