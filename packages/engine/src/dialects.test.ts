import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { openShop, shopToday } from './testing/shop.ts'
import { translate } from './translate.ts'

const shop = openShop()
afterAll(() => shop.close())

async function sqlOf(question: string, dialect: SqlDialect): Promise<string> {
  const catalogue = { ...shop.catalogue, dialect }
  const found = await translate({ question, catalogue, today: shopToday, history: [], valuesOf: shop.valuesOf })
  if (!found.understood) throw new Error(formatMessage(found.reason))
  return found.sql.replaceAll(/\s+/g, ' ')
}

describe('dialects', () => {
  it.each(sqlDialects)('writes one SELECT for %s', async (dialect) => {
    const sql = await sqlOf('Which five products earned the most in 2024?', dialect)
    expect(sql).toMatch(/^SELECT [^;]+$/)
  })

  it('truncates dates in the dialect’s way', async () => {
    expect(await sqlOf('number of orders by month', 'sqlite')).toContain("STRFTIME('%Y-%m', order_date)")
    expect(await sqlOf('number of orders by month', 'postgresql')).toContain("DATE_TRUNC('month', order_date)")
    expect(await sqlOf('number of orders by month', 'mysql')).toContain("DATE_FORMAT(order_date, '%Y-%m')")
    expect(await sqlOf('number of orders by quarter', 'mysql')).toContain(
      "CONCAT(YEAR(order_date), '-Q', QUARTER(order_date))",
    )
  })

  it('limits rows in the dialect’s way', async () => {
    expect(await sqlOf('top 3 products by price', 'mysql')).toMatch(/LIMIT 3$/)
    expect(await sqlOf('top 3 products by price', 'tsql')).toMatch(/^SELECT TOP 3 /)
    expect(await sqlOf('top 3 products by price', 'oracle')).toMatch(/FETCH FIRST 3 ROWS ONLY$/)
  })

  it('keeps the decimals of an average of integers where the database would cut them off', async () => {
    expect(await sqlOf('average stock of products', 'tsql')).toContain('AVG(1.0 * stock)')
    expect(await sqlOf('average length of product names', 'tsql')).toContain('AVG(1.0 * LEN(name))')
    expect(await sqlOf('average price of products', 'tsql')).toContain('AVG(price)')
    expect(await sqlOf('average stock of products', 'postgresql')).toContain('AVG(stock)')
  })

  it('counts the characters of a text in the dialect’s way', async () => {
    expect(await sqlOf('product names longer than 5', 'postgresql')).toContain('LENGTH(name) > 5')
    expect(await sqlOf('product names longer than 5', 'mysql')).toContain('CHAR_LENGTH(name) > 5')
    expect(await sqlOf('product names longer than 5', 'tsql')).toContain('LEN(name) > 5')
  })

  it('writes no AS before the alias of a table for Oracle, which does not know it', async () => {
    const tables = shop.catalogue.tables.map((table) => ({ ...table, schema: 'SALES', foreignKeys: [] }))
    const aliased = async (dialect: SqlDialect) => {
      const catalogue = { ...shop.catalogue, dialect, tables }
      const request = { question: 'How many customers are there?', today: shopToday, history: [] }
      const found = await translate({ ...request, catalogue, valuesOf: async () => ({ values: null }) })
      return found.understood ? found.sql.replaceAll(/\s+/g, ' ') : formatMessage(found.reason)
    }
    expect(await aliased('postgresql')).toMatch(/FROM .*customers AS /)
    expect(await aliased('oracle')).toMatch(/FROM .*customers"? "customers"/)
  })

  it('quotes names that the engine would fold or that it reserves', async () => {
    const tables = shop.catalogue.tables.map((table) => ({
      ...table,
      name: table.name === 'orders' ? 'Order' : table.name,
    }))
    const request = {
      question: 'How many orders are there?',
      today: shopToday,
      history: [],
      valuesOf: async () => ({ values: null }),
    }
    const quoted = async (dialect: SqlDialect) => {
      const found = await translate({ ...request, catalogue: { ...shop.catalogue, dialect, tables } })
      return found.understood ? found.sql : formatMessage(found.reason)
    }
    expect(await quoted('postgresql')).toContain('FROM "Order"')
    expect(await quoted('mysql')).toContain('FROM `Order`')
    expect(await quoted('tsql')).toContain('FROM [Order]')
  })
})
