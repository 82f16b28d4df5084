import { expressionPieces } from '@parlance/sql/text'
import { describe, expect, it } from 'vitest'
import { aggregateParts } from './aggregates.ts'

const table = { name: 'orders', columns: [{ name: 'amount' }, { name: 'x_column_0_' }, { name: 'id' }] }

function split(sql: string): string[] | null {
  const pieces = expressionPieces(sql, 'postgresql', table) ?? []
  const parts = aggregateParts(pieces, 'postgresql')
  const text = (one: string | { column: string }) => (typeof one === 'string' ? one : `<${one.column}>`)
  return (
    parts?.map((one) => {
      if (typeof one === 'string' || 'column' in one) return text(one)
      return `${one.fn}${one.isDistinct ? ' distinct' : ''}: ${one.argument?.map(text).join('') ?? '*'}`
    }) ?? null
  )
}

describe('aggregateParts', () => {
  it('splits an expression into its aggregates', () => {
    expect(split('SUM(amount)')).toEqual(['sum: <amount>'])
    expect(split('COUNT(*)')).toEqual(['count: *'])
    expect(split('COUNT(DISTINCT id)')).toEqual(['count distinct: <id>'])
    expect(split('1.0 * SUM(COALESCE(amount, 0)) / NULLIF(COUNT(*), 0)')).toEqual([
      '1.0 * ',
      'sum: COALESCE(<amount>, 0)',
      ' / NULLIF(',
      'count: *',
      ', 0)',
    ])
  })

  it('is not confused by a column with a strange name', () => {
    expect(split('SUM(amount + x_column_0_)')).toEqual(['sum: <amount> + <x_column_0_>'])
  })

  it.each([
    'PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount)',
    'COUNT(*) FILTER (WHERE amount > 5)',
    'COUNT(DISTINCT id, amount)',
    'amount + 1',
  ])('does not split %s', (sql) => {
    expect(split(sql)).toBeNull()
  })
})
