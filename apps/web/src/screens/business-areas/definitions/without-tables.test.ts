import { definitionsSchema } from '@parlance/contract'
import { expect, it } from 'vitest'
import { withoutTables } from './without-tables.ts'

const count = (table: string) => ({ kind: 'aggregate', table, expression: 'COUNT(*)' })
const all = definitionsSchema.parse({
  metrics: [
    { name: 'Orders', computation: count('orders'), dimensions: ['Country', 'Status'] },
    { name: 'Customers', computation: count('customers') },
    { name: 'Rate', computation: { kind: 'formula', formula: '{Orders} / {customers}' } },
    { name: 'Double rate', computation: { kind: 'formula', formula: '{Rate} * 2' } },
    {
      name: 'Dated',
      computation: { ...count('orders'), time_column: { table: 'customers', column: 'since' } },
    },
  ],
  dimensions: [
    { name: 'Country', table: 'customers', expression: 'country' },
    { name: 'Status', table: 'orders', expression: 'status', parent: 'Country' },
  ],
  filters: [{ name: 'Active', table: 'customers', condition: 'is_active = 1' }],
  time_columns: [{ table: 'orders', column: 'ordered_on' }],
  value_synonyms: [{ table: 'customers', column: 'country', value: 'Germany', synonyms: ['DE'] }],
})

it('loses what reads a removed table, and the formulas that need a lost metric', () => {
  const { left, lost } = withoutTables(all, (table) => table === 'customers')
  expect(lost).toEqual(['Customers', 'Rate', 'Double rate', 'Dated', 'Country', 'Active', 'customers.country'])
  expect(left).toMatchObject({
    metrics: [{ name: 'Orders', dimensions: ['Status'] }],
    dimensions: [{ name: 'Status', parent: null }],
    filters: [],
    time_columns: [{ table: 'orders' }],
    value_synonyms: [],
  })
})

it('keeps everything if no definition reads a removed table', () => {
  expect(withoutTables(all, (table) => table === 'salaries')).toEqual({ left: all, lost: [] })
})
