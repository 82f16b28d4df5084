import type { SqlDialect } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { expressionPieces } from './expression-pieces.ts'

const orders = {
  name: 'orders',
  columns: ['id', 'amount', 'Discount Rate', 'created_at', 'date', 'status'].map((name) => ({ name })),
}

/** The pieces as one text in which each column is in angle brackets. */
function split(sql: string, dialect: SqlDialect = 'postgresql'): string | null {
  const pieces = expressionPieces(sql, dialect, orders)
  return pieces?.map((one) => (typeof one === 'string' ? one : `<${one.column}>`)).join('') ?? null
}

describe('expressionPieces', () => {
  it.each([
    ['SUM(amount)', 'SUM(<amount>)'],
    ['SUM(orders.amount * (1 - "Discount Rate"))', 'SUM(<amount> * (1 - <Discount Rate>))'],
    [
      "SUM(CASE WHEN status <> 'cancelled' THEN AMOUNT ELSE 0 END)",
      "SUM(CASE WHEN <status> <> 'cancelled' THEN <amount> ELSE 0 END)",
    ],
    ['COUNT(*) FILTER (WHERE amount > 5)', 'COUNT(*) FILTER (WHERE <amount> > 5)'],
    ["created_at >= DATE '2026-01-01'", "<created_at> >= DATE '2026-01-01'"],
    ['EXTRACT(YEAR FROM created_at)', 'EXTRACT(YEAR FROM <created_at>)'],
    ['CAST(date AS DATE)', 'CAST(<date> AS DATE)'],
    ['created_at::date', '<created_at>::date'],
    ["'amount'", "'amount'"],
  ])('finds the columns in %s', (sql, expected) => {
    expect(split(sql)).toBe(expected)
  })

  it('finds names in the quotes of each dialect', () => {
    expect(split('SUM(`Discount Rate`)', 'mysql')).toBe('SUM(<Discount Rate>)')
    expect(split('SUM([Discount Rate])', 'tsql')).toBe('SUM(<Discount Rate>)')
  })

  it.each([
    'SUM(salary)',
    'SUM(users.amount)',
    'SUM(public.orders.amount)',
    '(SELECT MAX(amount) FROM orders)',
    'EXISTS (SELECT 1)',
    'amount = :value',
    'amount; DROP TABLE orders',
    "amount || 'x",
  ])('refuses %s', (sql) => {
    expect(split(sql)).toBeNull()
  })
})
