import { definitionsSchema, noDefinitions, portableKey, type Definitions } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { openDefinedShop } from '../testing/defined-shop.ts'
import { databaseOf } from '../testing/sqlite-database.ts'
import { proposeDefinitions } from './propose.ts'

const shop = openDefinedShop()
const desk = databaseOf(`
CREATE TABLE agents (id INTEGER PRIMARY KEY, name TEXT, is_active INTEGER NOT NULL);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, agent_id INTEGER REFERENCES agents, created_at DATE, updated_at DATE, hourly_rate REAL, hours REAL, unit_price REAL, fiscal_year INTEGER);
`)
afterAll(() => {
  shop.close()
  desk.close()
})

async function proposed(database: typeof shop, definitions: Definitions = noDefinitions, isOver = () => false) {
  return await proposeDefinitions({
    catalogue: database.catalogue,
    definitions,
    nameOf: ({ name }) => name,
    valuesOf: (table, column) => database.valuesOf(table.name, column),
    isOver,
  })
}

async function keysOf(...asked: Parameters<typeof proposed>): Promise<string[]> {
  return (await proposed(...asked)).map(({ item }) => portableKey(item).replaceAll('"', ''))
}

describe('proposed definitions', () => {
  it('are dates, metrics, dimensions, and states of the tables that people ask about', async () => {
    expect(await keysOf(shop)).toEqual([
      '[time_column,orders]',
      '[metric,orders]',
      '[metric,total order amount]',
      '[metric,average order amount]',
      '[metric,share of cancelled orders]',
      '[dimension,order status]',
      '[filter,open orders]',
      '[filter,cancelled orders]',
      '[filter,completed orders]',
      '[dimension,customer segment]',
      '[filter,internal customers]',
      '[metric,revenue]',
      '[metric,total order line quantity]',
      '[dimension,region country]',
      '[dimension,region state]',
      '[dimension,product category]',
      '[time_column,payments]',
      '[metric,payments]',
      '[time_column,returns]',
      '[metric,returns]',
    ])
  })

  it('add up no rates, prices, and years, and date rows by nothing that changes later', async () => {
    const found = await proposed(desk)
    const sums = JSON.stringify(found).match(/SUM\([^)]*\)/g)
    expect(sums).toEqual(['SUM(hours)'])
    expect(found.map(({ item }) => item)).toContainEqual({
      kind: 'time_column',
      value: { table: 'tickets', column: 'created_at' },
    })
    expect(JSON.stringify(found)).toContain('is_active = 1')
  })

  it('leave out what the area already says, whatever it is called', async () => {
    const definitions = definitionsSchema.parse({
      metrics: [
        { name: 'Sales', computation: { kind: 'aggregate', table: 'ORDERS', expression: 'sum( "amount" )' } },
        { name: 'Orders', computation: { kind: 'aggregate', table: 'orders', expression: 'COUNT(order_id)' } },
      ],
      time_columns: [{ table: 'orders', column: 'shipped_on' }],
    })
    const keys = await keysOf(shop, definitions)
    expect(keys).not.toContain('[metric,orders]')
    expect(keys).not.toContain('[metric,total order amount]')
    expect(keys).not.toContain('[metric,average order amount]')
    expect(keys).not.toContain('[time_column,orders]')
    expect(keys).toContain('[metric,share of cancelled orders]')
  })

  it('end when the time is over', async () => {
    expect(await keysOf(shop, noDefinitions, () => true)).toEqual([])
  })
})
