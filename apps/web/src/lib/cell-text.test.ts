import type { ResultColumn } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { compareCells, fractionDigits, plainCellText, shownCellText } from './cell-text.ts'

const column = (name: string, kind: ResultColumn['kind']): ResultColumn => ({ name, dataType: '', kind })

describe('cells', () => {
  it('shows a sign for characters that could reverse them, keeps legitimate right-to-left text, and copies them unchanged', () => {
    const text = column('file', 'text')
    expect(shownCellText('invoice\u202Efdp.exe', text)).toBe('invoice\uFFFDfdp.exe')
    expect(shownCellText(`${'x'.repeat(499)}\u202E${'y'.repeat(10)}`, text)).toBe(`${'x'.repeat(499)}\uFFFD…`)
    expect(shownCellText('שלום C++\u200F', text)).toBe('שלום C++\u200F')
    expect(plainCellText('invoice\u202Efdp.exe')).toBe('invoice\u202Efdp.exe')
  })

  it('groups the digits of quantities and never rounds', () => {
    expect(shownCellText('12345678901234567890.123456789', column('total', 'number'))).toBe(
      '12,345,678,901,234,567,890.123456789',
    )
    expect(shownCellText(-1234.5, column('balance', 'number'))).toBe('-1,234.5')
    expect(shownCellText(999, column('n', 'integer'))).toBe('999')
    expect(shownCellText('1e21', column('n', 'number'))).toBe('1e21')
  })

  it.each(['id', 'customer_id', 'CustomerId', 'CustomerID', 'ORDER_ID'])('does not group the digits of %s', (name) => {
    expect(shownCellText(1234567, column(name, 'integer'))).toBe('1234567')
  })

  it('shows the significant digits of a binary fraction without its noise', () => {
    expect(shownCellText(893.9699999999999, column('revenue', 'number'))).toBe('893.97')
    expect(shownCellText(194.22000000000003, column('revenue', 'number'))).toBe('194.22')
    expect(shownCellText(0.1234567890123, column('share', 'number'))).toBe('0.1234567890123')
  })

  it('uses the same number of decimals in a column of money, and keeps the value', () => {
    const money = column('revenue', 'number')
    const rows = [[98870.2], [null], [144869.16], [35], [893.9699999999999], ['12.5']]
    expect(fractionDigits(money, 0, rows)).toBe(2)
    expect(rows.map(([cell]) => shownCellText(cell ?? null, money, 2))).toEqual([
      '98,870.20',
      '',
      '144,869.16',
      '35.00',
      '893.97',
      '12.50',
    ])
    expect(shownCellText(-0.5, money, 2)).toBe('-0.50')
    expect(shownCellText('12345678901234567890.5', money, 2)).toBe('12,345,678,901,234,567,890.50')
  })

  it('keeps the original decimals if a column has long ones, none, or no quantities', () => {
    const average = column('average', 'number')
    expect(fractionDigits(average, 0, [[1.5], [2.3333333333333335]])).toBeNull()
    expect(fractionDigits(average, 0, [[1.5], [1e-7]])).toBeNull()
    expect(fractionDigits(average, 0, [['1.5'], ['1e30']])).toBeNull()
    expect(fractionDigits(column('n', 'integer'), 0, [[1], [2]])).toBeNull()
    expect(fractionDigits(column('id', 'number'), 0, [[1.25]])).toBeNull()
    expect(fractionDigits(column('price', 'text'), 0, [['1.25']])).toBeNull()
    expect(fractionDigits(average, 0, [['n/a'], [1.25]])).toBe(2)
    // A value with more decimals than the column is shown in full, and text stays unchanged.
    expect(shownCellText(2.125, average, 2)).toBe('2.125')
    expect(shownCellText('n/a', average, 2)).toBe('n/a')
    expect(shownCellText(Number.MAX_VALUE, average, 2)).toBe('1.7976931348623157e+308')
  })

  it('does not group the digits of identifiers or dates', () => {
    expect(shownCellText(119588, column('order_id', 'integer'))).toBe('119588')
    expect(shownCellText(2026, column('year', 'integer'))).toBe('2026')
    expect(shownCellText('12345', column('zip', 'text'))).toBe('12345')
  })

  it('shows a metric as it says, exactly, whatever its name, and leaves other values unchanged', () => {
    const euros = { style: 'currency', decimals: null, unit: 'EUR' } as const
    const revenue: ResultColumn = { ...column('revenue_no', 'number'), format: euros }
    expect(shownCellText(1234.5, revenue)).toBe('€1,234.50')
    expect(shownCellText('12345678901234567890.25', revenue)).toBe('€12,345,678,901,234,567,890.25')
    expect(shownCellText('***', revenue)).toBe('***')
    expect(shownCellText(null, revenue)).toBe('')
    const share: ResultColumn = { ...column('share', 'number'), format: { style: 'percent', decimals: 1, unit: null } }
    expect(shownCellText(0.1234, share)).toBe('12.3%')
    expect(plainCellText(0.1234)).toBe('0.1234')
  })

  it('renders only the beginning of a huge text', () => {
    expect(shownCellText('x'.repeat(1_000_000), column('note', 'text'))).toHaveLength(501)
    // A database without strict types stores text among numbers too.
    expect(shownCellText('x'.repeat(1_000_000), column('total', 'number'))).toHaveLength(501)
  })

  it('sorts numbers that arrive as text as numbers, and text by language', () => {
    expect(['10', '9', '-1'].toSorted((a, b) => compareCells(a, b, true))).toEqual(['-1', '9', '10'])
    expect(['b', 'A', 'a10', 'a9'].toSorted((a, b) => compareCells(a, b, false))).toEqual(['A', 'a9', 'a10', 'b'])
  })

  it('sorts numbers before other values, dates by their digits, and numbers beyond the exact range', () => {
    const mixed = ['n/a', '1,200', '5%', '30']
    expect(mixed.toSorted((a, b) => compareCells(a, b, true))).toEqual(['5%', '30', '1,200', 'n/a'])
    const dates = ['2026-10-01', '2026-02-11', '2025-12-31']
    expect(dates.toSorted((a, b) => compareCells(a, b, false))).toEqual(['2025-12-31', '2026-02-11', '2026-10-01'])
    const large = ['9007199254740993', '9007199254740992']
    expect(large.toSorted((a, b) => compareCells(a, b, true))).toEqual(['9007199254740992', '9007199254740993'])
  })
})
