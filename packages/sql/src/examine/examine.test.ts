import { describe, expect, test } from 'vitest'
import type { Catalogue, CatalogueTable, SqlDialect } from '@parlance/contract'
import { parseSql } from '../parse/index.ts'
import { schemaOf, table } from '../testing/request.ts'
import { examine } from './examine.ts'

function keyed(name: string, columns: string[], primaryKey: string[]): CatalogueTable {
  return { ...table(name, columns), primaryKey }
}

const tables = [
  keyed('customers', ['id:integer', 'name', 'city', 'credit:number'], ['id']),
  keyed('orders', ['id:integer', 'customer_id:integer', 'total:number', 'status', 'ordered_on:date'], ['id']),
  keyed(
    'order_items',
    ['order_id:integer', 'line:integer', 'product_id:integer', 'quantity:integer'],
    ['order_id', 'line'],
  ),
  keyed('products', ['id:integer', 'name', 'category', 'price:number'], ['id']),
  keyed('product_tags', ['product_id:integer', 'tag_id:integer'], ['product_id', 'tag_id']),
  keyed('tags', ['id:integer', 'name'], ['id']),
  keyed('notes', ['customer_id:integer', 'note'], []),
]

async function look(sql: string, dialect: SqlDialect = 'sqlite') {
  const schema = schemaOf[dialect]
  const catalogue: Catalogue = { dialect, defaultSchema: schema, tables: tables.map((one) => ({ ...one, schema })) }
  const found = await examine({ sql, dialect, catalogue }, parseSql)
  if (!found) throw new Error(`unreadable: ${sql}`)
  return found
}

async function multiplied(sql: string, dialect?: SqlDialect): Promise<string[]> {
  const { fanOuts } = await look(sql, dialect)
  return fanOuts.map((one) => `${one.aggregate}: ${one.table.table} by ${one.multipliedBy.table}`)
}

describe.each(['sqlite', 'postgresql', 'mysql', 'tsql'] as const)('join fan-out on %s', (dialect) => {
  test.each([
    [
      'SELECT SUM(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id',
      'SUM(o.total): orders by order_items',
    ],
    [
      'SELECT SUM(c.credit) FROM customers c, orders o WHERE o.customer_id = c.id',
      'SUM(c.credit): customers by orders',
    ],
    [
      'SELECT p.category, SUM(o.total) AS t FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id GROUP BY p.category',
      'SUM(o.total): orders by order_items',
    ],
    ['SELECT COUNT(c.id) FROM customers c JOIN orders o ON o.customer_id = c.id', 'COUNT(c.id): customers by orders'],
    [
      'SELECT AVG(c.credit) FROM customers c LEFT JOIN orders o ON c.id = o.customer_id',
      'AVG(c.credit): customers by orders',
    ],
  ])('%s', async (sql, expected) => {
    expect(await multiplied(sql, dialect)).toEqual([expected])
  })

  test.each([
    'SELECT SUM(o.total) FROM orders o JOIN customers c ON o.customer_id = c.id',
    'SELECT c.city, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.city',
    'SELECT SUM(i.quantity * p.price) FROM order_items i JOIN products p ON p.id = i.product_id JOIN orders o ON o.id = i.order_id',
    'SELECT COUNT(DISTINCT c.id) FROM customers c JOIN orders o ON o.customer_id = c.id',
    'SELECT c.name, COUNT(c.id) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
    'SELECT MAX(c.credit) FROM customers c JOIN orders o ON o.customer_id = c.id',
    'SELECT t.name, AVG(p.price) FROM products p JOIN product_tags x ON x.product_id = p.id JOIN tags t ON t.id = x.tag_id GROUP BY t.name',
    'SELECT o.id, SUM(c.credit) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY o.id',
    'SELECT SUM(c.credit) FROM customers c JOIN notes n ON n.customer_id = c.id',
    'SELECT SUM(c.credit) FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)',
    'SELECT SUM(c.credit) FROM customers c JOIN (SELECT customer_id FROM orders GROUP BY customer_id) o ON o.customer_id = c.id',
    'SELECT SUM(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id AND i.line = 1',
  ])('finds nothing in %s', async (sql) => {
    expect(await multiplied(sql, dialect)).toEqual([])
  })
})

test('finds no repeated rows in a join by another unique key', async () => {
  const passports = {
    ...keyed('passports', ['id:integer', 'customer_id:integer'], ['id']),
    uniqueKeys: [['customer_id']],
  }
  const catalogue: Catalogue = { dialect: 'sqlite', defaultSchema: null, tables: [...tables, passports] }
  const sql = 'SELECT SUM(c.credit) FROM customers c JOIN passports p ON p.customer_id = c.id'
  expect((await examine({ sql, dialect: 'sqlite', catalogue }, parseSql))?.fanOuts).toEqual([])
  const unknown = { ...catalogue, tables: [...tables, { ...passports, uniqueKeys: undefined }] }
  expect((await examine({ sql, dialect: 'sqlite', catalogue: unknown }, parseSql))?.fanOuts).toHaveLength(1)
})

describe('a LIMIT below an aggregate', () => {
  test('finds a LIMIT below an aggregate in a subquery and in a WITH query', async () => {
    expect((await look('SELECT SUM(total) FROM (SELECT total FROM orders LIMIT 100) t')).limitedInputs).toEqual([
      { rows: 100, ordered: false },
    ])
    const ordered = 'WITH t AS (SELECT total FROM orders ORDER BY total DESC LIMIT 3) SELECT AVG(total) FROM t'
    expect((await look(ordered)).limitedInputs).toEqual([{ rows: 3, ordered: true }])
  })

  test('does not report a LIMIT of the result itself', async () => {
    const found = await look('SELECT status, COUNT(*) FROM orders GROUP BY status LIMIT 5')
    expect(found).toMatchObject({ limitedInputs: [], ownLimit: 5 })
    expect((await look('SELECT TOP 7 id FROM orders', 'tsql')).ownLimit).toBe(7)
  })
})

describe('the first rows by a value', () => {
  const added = async (sql: string, dialect: SqlDialect = 'sqlite') => (await look(sql, dialect)).ranking?.sql ?? null

  test.each([
    [
      'SELECT name FROM products ORDER BY price DESC LIMIT 1',
      'SELECT name , price AS parlance_order_1 FROM products ORDER BY price DESC LIMIT 51',
    ],
    [
      'SELECT customer_id, SUM(total) AS spent FROM orders GROUP BY customer_id ORDER BY spent DESC, customer_id LIMIT 3;',
      'SELECT customer_id, SUM(total) AS spent , SUM(total) AS parlance_order_1 FROM orders GROUP BY customer_id ORDER BY spent DESC, customer_id LIMIT 53',
    ],
    [
      'SELECT c.name, COUNT(*) n FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY 2 DESC, c.name LIMIT 5',
      'SELECT c.name, COUNT(*) n , COUNT(*) AS parlance_order_1 FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY 2 DESC, c.name LIMIT 55',
    ],
    [
      'SELECT DISTINCT total FROM orders ORDER BY total LIMIT 2',
      'SELECT DISTINCT total , total AS parlance_order_1 FROM orders ORDER BY total LIMIT 52',
    ],
    [
      'SELECT name FROM products ORDER BY price DESC LIMIT 1 OFFSET 2',
      'SELECT name , price AS parlance_order_1 FROM products ORDER BY price DESC LIMIT 51 OFFSET 2',
    ],
  ])('%s', async (sql, expected) => {
    expect((await added(sql))?.trim()).toBe(expected)
    expect((await look(sql)).ranking?.rows).toBe(Number(/LIMIT (\d+)/.exec(sql)?.[1]))
  })

  test('extends rankings of other dialects', async () => {
    expect(await added('SELECT TOP 5 name FROM products ORDER BY price DESC', 'tsql')).toBe(
      'SELECT TOP 55 name , price AS parlance_order_1 FROM products ORDER BY price DESC',
    )
    expect(await added('SELECT TOP (5) name FROM products ORDER BY price DESC', 'tsql')).toContain('TOP (55) name')
    expect(
      await added('SELECT name FROM products ORDER BY price DESC NULLS LAST FETCH FIRST 3 ROWS ONLY', 'postgresql'),
    ).toBe(
      'SELECT name , price AS parlance_order_1 FROM products ORDER BY price DESC NULLS LAST FETCH FIRST 53 ROWS ONLY',
    )
  })

  test('does not mistake skipped rows for the number of rows', async () => {
    for (const sql of [
      'SELECT name FROM products ORDER BY price OFFSET 5 LIMIT 5',
      'SELECT name FROM products ORDER BY price OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY',
    ]) {
      expect(await added(sql, 'postgresql')).toBeNull()
    }
  })

  test.each([
    'SELECT name FROM products ORDER BY name LIMIT 5',
    'SELECT name FROM products ORDER BY id DESC LIMIT 5',
    'SELECT name FROM products ORDER BY price DESC LIMIT 5, 5',
    'SELECT name FROM products LIMIT 5',
    'SELECT name FROM products ORDER BY price',
    'SELECT name FROM products ORDER BY price LIMIT 5000',
    'SELECT DISTINCT name FROM products ORDER BY price LIMIT 5',
    'SELECT name FROM products UNION SELECT name FROM tags ORDER BY 1 LIMIT 5',
  ])('finds no ranking in %s', async (sql) => {
    expect(await added(sql)).toBeNull()
  })
})

describe.each(['sqlite', 'postgresql', 'bigquery', 'dremio'] as const)('filters on %s', (dialect) => {
  test('lists the literals compared with each column', async () => {
    const sql =
      "SELECT SUM(CASE WHEN o.status = 'open' THEN 1 ELSE 0 END) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = 'Oslo' AND lower(c.name) IN ('ana', 'ben') AND o.status <> 'void' AND o.total = 3"
    const { comparisons } = await look(sql, dialect)
    expect(
      comparisons.map(({ table: of, column, values, isPlainFilter }) => [of.table, column, values, isPlainFilter]),
    ).toEqual([
      ['orders', 'status', ['open'], false],
      ['customers', 'city', ['Oslo'], true],
      ['customers', 'name', ['ana', 'ben'], false],
      ['orders', 'status', ['void'], false],
    ])
  })

  test('lists the date bounds of a filter', async () => {
    const bounds = async (where: string) => (await look(`SELECT id FROM orders WHERE ${where}`, dialect)).dateFilters
    const filter = {
      table: { schema: schemaOf[dialect], table: 'orders' },
      column: 'ordered_on',
    }
    expect(await bounds("ordered_on >= '2031-01-01' AND ordered_on < '2032-01-01'")).toEqual([
      { ...filter, from: '2031-01-01', to: '2032-01-01' },
    ])
    expect(await bounds("ordered_on BETWEEN '2031-01-01' AND '2031-12-31'")).toEqual([
      { ...filter, from: '2031-01-01', to: '2031-12-31' },
    ])
    expect(await bounds("substr(ordered_on, 1, 4) = '2031'")).toEqual([{ ...filter, from: null, to: null }])
    expect(await bounds('total > 5')).toEqual([])
  })
})

test('does not examine a query that it cannot read', async () => {
  const catalogue: Catalogue = { dialect: 'sqlite', defaultSchema: null, tables }
  expect(await examine({ sql: 'SELECT FROM WHERE', dialect: 'sqlite', catalogue }, parseSql)).toBeNull()
})
