import { describe, expect, it } from 'vitest'
import { compareSql } from './sql-difference.ts'

const text = (line: { text: string }[] | null) =>
  line
    ?.map((token) => token.text)
    .join('')
    .trimEnd() ?? null
const compared = (left: string, right: string) =>
  compareSql(left, right).map(({ left: ours, right: theirs, isSame }) => [isSame ? '=' : '≠', text(ours), text(theirs)])

describe('two queries side by side', () => {
  it('lines up what they have in common', () => {
    const left = 'SELECT region,\n  SUM(amount)\n  / COUNT(*)\nFROM orders\nGROUP BY region'
    const right = 'SELECT region,\n  AVG(amount)\nFROM orders\nGROUP BY region'
    expect(compared(left, right)).toEqual([
      ['=', 'SELECT region,', 'SELECT region,'],
      ['≠', '  SUM(amount)', '  AVG(amount)'],
      ['≠', '  / COUNT(*)', null],
      ['=', 'FROM orders', 'FROM orders'],
      ['=', 'GROUP BY region', 'GROUP BY region'],
    ])
  })

  it('breaks a query in one line at its clauses, but not inside parentheses', () => {
    const sql =
      'SELECT a FROM t LEFT JOIN u ON t.x = u.x WHERE b IN (SELECT c FROM v) GROUP BY a ORDER BY a DESC LIMIT 3'
    expect(compared(sql, sql).map(([, line]) => line)).toEqual([
      'SELECT a',
      'FROM t',
      'LEFT JOIN u ON t.x = u.x',
      'WHERE b IN (SELECT c FROM v)',
      'GROUP BY a',
      'ORDER BY a DESC',
      'LIMIT 3',
    ])
  })

  it('lays out both alike if only one has lines', () => {
    expect(compared('SELECT SUM(a) FROM t LIMIT 5', 'SELECT\n  SUM(\n    a\n  )\nFROM\n  u\nLIMIT\n  5')).toEqual([
      ['=', 'SELECT SUM(a)', 'SELECT SUM(a)'],
      ['≠', 'FROM t', 'FROM u'],
      ['=', 'LIMIT 5', 'LIMIT 5'],
    ])
  })

  it('does not change the text of strings and columns named like clauses', () => {
    const sql = `SELECT 'where to  go' AS "from", left(x, 2) FROM t`
    expect(compared(sql, sql).map(([, line]) => line)).toEqual([
      `SELECT 'where to  go' AS "from", left(x, 2)`,
      'FROM t',
    ])
  })

  it('compares very long queries line by line', () => {
    const long = Array.from({ length: 600 }, (_, at) => `-- ${at}`).join('\n')
    const lines = compareSql(long, long.replace('-- 7\n', '-- other\n'))
    expect(lines.filter(({ isSame }) => !isSame)).toHaveLength(1)
  })
})
