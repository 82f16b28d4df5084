import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { DenialReason, GateRequest } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { shopRequest } from './testing/request.ts'

async function refuse(sql: string, dialect: SqlDialect, changes: Partial<GateRequest> = {}): Promise<DenialReason[]> {
  const result = await gate(shopRequest(sql, dialect, changes), parseSql)
  if (result.allowed) throw new Error(`allowed: ${result.sql}`)
  return result.reasons
}

describe.each(sqlDialects)('messages of a refusal on %s', (dialect) => {
  const allowedTables = shopRequest('', dialect)
    .catalogue.tables.filter((table) => table.name.toLowerCase() !== 'secrets')
    .map(({ schema, name }) => ({ schema, table: name }))

  test.each([
    'SELECT * FROM secrets',
    'SELECT * FROM SECRETS s',
    'SELECT * FROM shop.secrets',
    'SELECT secrets.password FROM secrets',
    'SELECT 1 FROM users WHERE id IN (SELECT id FROM secrets)',
    'SELECT CAST(NULL AS secrets) FROM users',
  ])('R21 does not reveal that a table outside the area exists: %s', async (sql) => {
    const unknown = sql.replace(/secrets/gi, (name) => (name === 'SECRETS' ? 'ZZQXWVT' : 'zzqxwvt'))
    const [there, nowhere] = await Promise.all(
      [sql, unknown].map((written) =>
        gate(shopRequest(written, dialect, { allowedTables }), parseSql).then((result) =>
          JSON.stringify(result).replace(/secrets|zzqxwvt/gi, 'x'),
        ),
      ),
    )
    expect(there).toBe(nowhere)
  })

  test('R21 suggests only what the user may read', async () => {
    expect(JSON.stringify(await refuse('SELECT * FROM secretz', dialect, { allowedTables }))).not.toMatch(/secrets/i)
    const columnRules = { rules: [{ name: 'pay', tables: { users: { salary: { mask_type: 'disallow' as const } } } }] }
    const policies = { rowRules: null, columnRules, hashSalt: 'salt' }
    for (const sql of ['SELECT salry FROM users', 'SELECT u.salry FROM users u']) {
      expect(JSON.stringify(await refuse(sql, dialect, { policies }))).not.toMatch(/salary/i)
    }
  })

  test('does not repeat names that are invisible, change the text direction, or are long', async () => {
    const quote = dialect === 'mysql' || dialect === 'bigquery' ? '`' : '"'
    const name = `a\u{202e}b\u{200b}${'x'.repeat(dialect === 'postgresql' ? 40 : 400)}`
    for (const sql of [
      `SELECT ${quote}${name}${quote} FROM users u JOIN orders o ON u.id = o.id`,
      `SELECT u.${quote}${name}${quote} FROM users u`,
      `SELECT * FROM ${quote}${name}${quote}`,
      `SELECT ${quote}${name}${quote}.* FROM users`,
      `SELECT ${'f'.repeat(60)}${'g'.repeat(dialect === 'postgresql' ? 0 : 400)}(1) FROM users`,
    ]) {
      const result = await gate(shopRequest(sql, dialect), parseSql)
      // SQLite reads an unknown quoted word as text.
      if (result.allowed) continue
      for (const { message } of result.reasons) {
        const text = formatMessage(message)
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(text.length).toBeLessThan(220)
      }
    }
  })
})

test('a refusal is a message with values, so that it can be translated', async () => {
  const [reason] = await refuse('SELECT id\nFROM userz', 'sqlite')
  expect(reason?.message).toEqual({
    text: '{part1} {part2}',
    values: {
      part1: { text: 'There is no table {table}.', values: { table: 'userz' } },
      part2: { text: 'Did you mean {name}?', values: { name: 'users' } },
    },
  })
  const [other] = await refuse('SELECT count(*) FROM users JOIN orders USING (zz) WHERE', 'sqlite')
  expect(other?.message.values).toMatchObject({ part2: { text: 'See the end of the query.' } })
})

const repeated = (count: number, part: (index: number) => string, between = '') =>
  Array.from({ length: count }, (_, index) => part(index)).join(between)

/** Each of these once made a parser or the proof exceed its time or memory limit. */
const hostile: Record<string, string> = {
  parentheses: `SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
  'a megabyte': `SELECT '${'x'.repeat(1 << 20)}'`,
  'unknown columns': `SELECT ${repeated(3000, (index) => `zq${index}`, ',')} FROM users`,
  'joined tables': `SELECT 1 FROM users a${repeated(2000, (index) => `,users a${index}`)}`,
  'columns that double': `WITH q0 AS (SELECT * FROM users),${repeated(20, (index) => `q${index + 1} AS (SELECT a.*, b.* FROM q${index} a, q${index} b)`, ',')} SELECT * FROM q20`,
  casts: `SELECT 1${'::int'.repeat(3000)}`,
  prefixes: `SELECT ${'INTERVAL '.repeat(2000)}1`,
  infixes: `SELECT 1${" XOR 1 ILIKE 'x'".repeat(1000)}`,
  calls: `SELECT ${'abs('.repeat(28)}1${')'.repeat(28)}`,
  'half a character': 'SELECT \u{d800}',
}

describe.each(sqlDialects)('R18 size and depth on %s', (dialect) => {
  test.each(Object.entries(hostile))('reads or refuses %s, and answers the next query', async (_, sql) => {
    const result = await gate(shopRequest(sql, dialect), parseSql)
    expect(result.allowed ? 0 : result.reasons.length).toBeLessThanOrEqual(20)
    const next = await gate(shopRequest('SELECT id FROM users', dialect), parseSql)
    expect(next.allowed).toBe(true)
  })
})
