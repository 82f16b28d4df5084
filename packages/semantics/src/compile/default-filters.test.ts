import { definitionsSchema, type Cell, type DefinitionsInput } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { openTables } from '../../../engine/src/testing/queries.ts'
import { Refusal, type CompiledQuery } from '../contract.ts'
import { metricQuery, modelOf, shopDefinitions, shopRows, shopTables } from '../testing/shop.ts'
import { compile } from './compile.ts'
import { unappliedDefaults } from './unapplied-defaults.ts'

const shop = openTables(shopTables + shopRows)
afterAll(() => shop.close())

const definitions = definitionsSchema.parse({
  ...shopDefinitions,
  filters: [
    { name: 'Active customers', table: 'customers', condition: 'is_active = 1', applies_by_default: true },
    { name: 'Inactive', table: 'customers', condition: 'is_active = 0' },
    { name: 'Not cancelled', table: 'orders', condition: "status <> 'cancelled'", applies_by_default: true },
  ],
} satisfies DefinitionsInput)
const model = modelOf(shop.catalogue, { definitions })

function compiled(query: Parameters<typeof metricQuery>[0]): CompiledQuery {
  const found = compile(metricQuery(query), model)
  if (found instanceof Refusal) throw new Error(found.code)
  return found
}

const rowsOf = (query: Parameters<typeof metricQuery>[0]): Cell[][] => shop.rows(compiled(query).sql)

describe('a default filter', () => {
  it('applies to each metric of its table, and to no other table', () => {
    expect(rowsOf({ metrics: ['Order total', 'Customers', 'Pieces'] })).toEqual([[205, 4, 22]])
    expect(compiled({ metrics: ['Customers'] }).used.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'metric Customers',
      'filter Active customers',
    ])
  })

  it('applies once to the metrics of a formula, and counts no row twice', () => {
    expect(rowsOf({ metrics: ['Unpaid', 'Net'], group_by: ['Customer'] })).toEqual([
      ['Cid', 30, 0],
      ['Dee', 20, 20],
      [null, 4, 5],
      ['Ana', 0, 135],
      ['Eve', -9, 0],
    ])
  })

  it('does not apply to a metric with its own condition', () => {
    expect(rowsOf({ metrics: ['Paid orders', 'Orders'] })).toEqual([[5, 5]])
    expect(compiled({ metrics: ['Paid orders'] }).used).toHaveLength(1)
  })

  it('does not apply if the query leaves it out', () => {
    expect(rowsOf({ metrics: ['Order total'], without_filters: ['not cancelled'] })).toEqual([[275]])
  })

  it('does not apply if the query filters or groups by a column that it reads', () => {
    expect(rowsOf({ metrics: ['Orders'], group_by: ['Status'] })).toEqual([
      ['paid', 5],
      ['cancelled', 1],
    ])
    expect(
      rowsOf({ metrics: ['Orders'], where: [{ dimension: 'Status', operator: 'in', values: ['cancelled'] }] }),
    ).toEqual([[1]])
    expect(rowsOf({ metrics: ['Customers'], filters: ['Inactive'] })).toEqual([[1]])
  })
})

describe('SQL that was written before a default filter', () => {
  const lacking = (sql: string) => unappliedDefaults(model, sql).map(({ name }) => name)

  it('lacks the filters of the tables that it reads', () => {
    expect(lacking('SELECT COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id')).toEqual([
      'Active customers',
      'Not cancelled',
    ])
    expect(lacking("SELECT 'customers' FROM products -- orders")).toEqual([])
  })

  it('lacks none whose columns it reads', () => {
    expect(lacking('SELECT COUNT(*) FROM "Customers" WHERE IS_ACTIVE = 1')).toEqual([])
    expect(lacking('SELECT status, COUNT(*) FROM orders GROUP BY 1')).toEqual([])
  })
})
