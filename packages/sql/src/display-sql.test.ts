import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlDialects } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { formatSql, hasSameTokens } from './display-sql.ts'

const folder = join(import.meta.dirname, '../corpus')
const corpus = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sql: string; dialect: string }[])

describe('display_sql', () => {
  test.each(sqlDialects)('preserves the tokens of every query in the corpus: %s', (dialect) => {
    let laidOut = 0
    const queries = corpus.filter((entry) => entry.dialect === dialect)
    for (const { sql } of queries) {
      const shown = formatSql(sql, dialect)
      expect(hasSameTokens(sql, shown, dialect) || shown === sql.trim()).toBe(true)
      if (shown.includes('\n')) laidOut++
    }
    expect(laidOut).toBeGreaterThan(queries.length * 0.5)
  })

  test('puts each clause on its own line', () => {
    const sql =
      "select name, `Match` from t join s on s.id=t.id where a='x  y' and b>:most order by name -- why\n limit 3"
    expect(formatSql(sql, 'mysql')).toBe(
      [
        'SELECT',
        '  name,',
        '  `Match`',
        'FROM',
        '  t',
        '  JOIN s ON s.id = t.id',
        'WHERE',
        "  a = 'x  y'",
        '  AND b > :most',
        'ORDER BY',
        '  name -- why',
        'LIMIT',
        '  3',
      ].join('\n'),
    )
  })

  test.each([
    ['postgresql', 'SELECT a FROM t WHERE b = $1 AND c = $2'],
    ['tsql', 'SELECT TOP (10) [a b] FROM t WHERE c = @p1'],
    ['oracle', 'SELECT a FROM t WHERE b = :1 FETCH FIRST 10 ROWS ONLY'],
    ['sqlite', 'SELECT a FROM t WHERE b = ? LIMIT 10'],
  ] as const)('lays out the SQL that runs, including placeholders: %s', (dialect, sql) => {
    const shown = formatSql(sql, dialect)
    expect(shown).toContain('\nFROM\n')
    expect(shown.replaceAll(/\s+/g, ' ')).toBe(sql)
  })

  test.each(['SELECT (', "SELECT 'open", 'not sql at all )'])(
    'does not change text that it cannot lay out: %s',
    (sql) => {
      expect(hasSameTokens(sql, formatSql(sql, 'sqlite'), 'sqlite') || formatSql(sql, 'sqlite') === sql).toBe(true)
    },
  )
})

describe('R25 SQL that would take long to lay out is unchanged', () => {
  const length = 30_000
  test.each([
    ['open parentheses', '('],
    ['nested comments', '/*'],
    ['nested cases', 'CASE WHEN a THEN '],
    ['a long list', '1,'],
    ['nested ranges', 'a BETWEEN '],
    ['brackets', '['],
    ['quotes', "'"],
    ['dollar quotes', '$a$ '],
    ['spaces', ' '],
    ['combining marks', '\u0301'],
  ])('%s', (_what, unit) => {
    const sql = `SELECT ${unit.repeat(length / unit.length)}1`
    for (const dialect of sqlDialects) expect(formatSql(sql, dialect)).toBe(sql)
  })

  test.each([
    ['cases inside of each other', `SELECT ${'CASE WHEN a THEN '.repeat(60)}1${' END'.repeat(60)}`],
    ['parentheses inside of each other', `SELECT ${'('.repeat(60)}1${')'.repeat(60)}`],
    ['many ranges', `SELECT ${'a BETWEEN 1 AND 2 OR '.repeat(101)}b`],
    ['a comment of 5,000 characters', `SELECT /* ${'/'.repeat(5_000)} */ 1`],
  ])('%s', (_what, sql) => {
    expect(formatSql(sql, 'postgresql')).toBe(sql)
  })
})
