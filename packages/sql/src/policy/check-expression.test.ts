import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { parseSql } from '../parse/index.ts'
import { schemaOf, shopCatalogue } from '../testing/request.ts'
import { checkExpression, type ExpressionUse } from './check-expression.ts'

async function outcomeOf(use: ExpressionUse, sql: string, dialect: SqlDialect = 'postgresql'): Promise<string> {
  const catalogue = shopCatalogue(dialect)
  const name = catalogue.tables[1]?.name ?? ''
  const problem = await checkExpression(
    { sql, use, table: { schema: schemaOf[dialect], table: name } },
    catalogue,
    parseSql,
  )
  if (problem === null) return 'fine'
  return `${formatMessage(problem.message)}${problem.position === null ? '' : ` (${problem.position})`}`
}

describe('an expression of a metric', () => {
  it.each([
    'SUM(total)',
    'COUNT(*)',
    'COUNT(DISTINCT user_id)',
    'SUM(orders.total * 2) / NULLIF(COUNT(*), 0)',
    "SUM(CASE WHEN status = 'paid' THEN total ELSE 0 END)",
    "COUNT(*) FILTER (WHERE status = 'paid')",
    'PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY total)',
    'ROUND(AVG(total), 2) -- rounded',
  ])('summarizes rows: %s', async (sql) => {
    expect(await outcomeOf('aggregate', sql)).toBe('fine')
  })

  it.each([
    ['total', 'total is a column of each row. Write it inside of a function such as SUM or COUNT. (0)'],
    ['SUM(total) + total', 'total is a column of each row. Write it inside of a function such as SUM or COUNT. (13)'],
    ['1 + 1', 'A metric summarizes rows. Use a function such as SUM, COUNT, or AVG.'],
    ['SUM(COUNT(total))', 'A function such as SUM cannot contain another one. (4)'],
    ['SUM(total) OVER (ORDER BY id)', 'Window functions (OVER) are not supported here. (11)'],
    ['SUM(total), 1', 'Write one expression, without a comma outside of parentheses.'],
    ['SUM(total', 'The parentheses in the expression do not match.'],
    ['SUM((SELECT MAX(id) FROM orders))', 'Subqueries are not supported here. Use columns of the table.'],
    ['SUM(:total)', 'Parameters are not supported here. Write a value.'],
  ])('is refused: %s', async (sql, expected) => {
    expect(await outcomeOf('aggregate', sql)).toBe(expected)
  })

  it('may read only columns of its own table', async () => {
    expect(await outcomeOf('aggregate', 'SUM(salary)')).toContain('salary')
    expect(await outcomeOf('aggregate', 'SUM(users.salary)')).not.toBe('fine')
  })
})

describe('an expression of a dimension', () => {
  it.each(['status', 'UPPER(status)', "CASE WHEN total > 5 THEN 'big' ELSE 'small' END"])(
    'is a value of each row: %s',
    async (sql) => {
      expect(await outcomeOf('value', sql)).toBe('fine')
    },
  )

  it.each([
    ['MAX(status)', 'This is a value of each row, so it cannot contain a function such as SUM or COUNT. (0)'],
    ["'all'", 'This is the same for each row. Use a column of the table.'],
    ['1', 'This is the same for each row. Use a column of the table.'],
    ['ROW_NUMBER() OVER (ORDER BY id)', 'Window functions (OVER) are not supported here. (13)'],
  ])('is refused: %s', async (sql, expected) => {
    expect(await outcomeOf('value', sql)).toBe(expected)
  })
})

describe('a condition', () => {
  it.each(["status = 'paid'", 'total > 5 AND status IS NOT NULL', 'NOT (total IN (1, 2))', "status LIKE 'p%'"])(
    'tests each row: %s',
    async (sql) => {
      expect(await outcomeOf('condition', sql)).toBe('fine')
    },
  )

  it.each([
    ['total', 'This is not a condition. Compare a column with a value. (0)'],
    ['total + 1', 'This is not a condition. Compare a column with a value.'],
    ['1 = 1', 'This is the same for each row. Use a column of the table.'],
    ['total = NULL', 'This condition is the same for each row. Change it.'],
    ['SUM(total) > 5', 'This is a value of each row, so it cannot contain a function such as SUM or COUNT. (0)'],
    ['status = :status', 'Parameters are not supported here. Write a value.'],
  ])('is refused: %s', async (sql, expected) => {
    expect(await outcomeOf('condition', sql)).toBe(expected)
  })
})

describe.each(sqlDialects)('on %s', (dialect) => {
  it.each<[ExpressionUse, string]>([
    ['aggregate', 'SUM(total) / COUNT(DISTINCT user_id)'],
    ['aggregate', "COUNT(CASE WHEN status = 'paid' THEN 1 END)"],
    ['aggregate', 'AVG(total) + MAX(total)'],
    ['value', "CASE WHEN total > 5 THEN 'big' ELSE status END"],
    ['condition', "status <> 'cancelled' AND total BETWEEN 1 AND 5"],
  ])('accepts as %s: %s', async (use, sql) => {
    expect(await outcomeOf(use, sql, dialect)).toBe('fine')
  })

  it('refuses an aggregate in a condition, and a row in a metric', async () => {
    expect(await outcomeOf('condition', 'SUM(total) > 1', dialect)).toContain('This is a value of each row')
    expect(await outcomeOf('aggregate', 'total + SUM(total)', dialect)).toContain('is a column of each row')
  })
})
