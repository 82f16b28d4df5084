import type { ResultColumn, Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { hasNumericName, isNumericColumn } from './numeric-column.ts'

const column = (name: string): ResultColumn => ({ name, dataType: '', kind: 'text' })
const rows = (...values: Row): Row[] => values.map((value) => [value])

describe('numeric columns', () => {
  it.each(['amount', 'unitPrice', 'total_cost', 'ORDER_COUNT', 'qty', 'tax rate', 'percentage'])(
    'CH-148 recognizes a numeric column by a whole word of its name: %s',
    (name) => expect(hasNumericName(name)).toBe(true),
  )

  it.each(['summary', 'accounting', 'rated', 'discounted', 'country'])(
    'CH-148 does not recognize a numeric column by a part of a word: %s',
    (name) => expect(hasNumericName(name)).toBe(false),
  )

  it.each(['customer_id', 'invoice_no', 'line_num', 'phonenumber', 'tot_sales', 'avg_stay'])(
    'CH-149 CH-150 recognizes a numeric column by the beginning or end of its name: %s',
    (name) => expect(hasNumericName(name)).toBe(true),
  )

  it('CH-151 recognizes a numeric column by eight in ten of the nonempty values of the first ten rows', () => {
    expect(isNumericColumn(column('x'), 0, rows('1', '2.5', '-3', '1,200', 'n/a'))).toBe(true)
    expect(isNumericColumn(column('x'), 0, rows('1', '2', '3', 'n/a'))).toBe(false)
    expect(isNumericColumn(column('x'), 0, rows('1', null, '', null))).toBe(true)
    expect(isNumericColumn(column('x'), 0, rows(null, null))).toBe(false)
    expect(isNumericColumn(column('x'), 0, rows(...Array<string>(10).fill('a'), '1', '2', '3'))).toBe(false)
  })

  it('recognizes a numeric column by the kind from the database', () => {
    expect(isNumericColumn({ name: 'x', dataType: 'NUMERIC', kind: 'number' }, 0, [])).toBe(true)
  })
})
