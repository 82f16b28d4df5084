import { sqlDialects, type Catalogue, type CatalogueTable, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { dialectOf } from '../dialects/index.ts'
import { parseSql } from '../parse/index.ts'
import { schemaOf, table } from '../testing/request.ts'
import type { Findings } from './contract.ts'
import { examine } from './examine.ts'

/** SQL that has a problem, and SQL like it that hasn't. */
interface Twins {
  wrong: string[]
  right: string[]
}

const columns: Record<string, string[]> = {
  customers: ['id:integer', 'name', 'city', 'joined_on:date', 'referred_by:integer'],
  orders: ['id:integer', 'customer_id:integer', 'total:number', 'status', 'ordered_on:date', 'points:integer'],
  items: ['order_id:integer', 'line:integer', 'product_id:integer', 'quantity:integer', 'unit_price:number'],
  products: ['id:integer', 'name', 'price:number', 'tax_rate:number', 'release_year:integer', 'sales_per_year:integer'],
  notes: ['note', 'written'],
  payments: ['amount:number', 'code:integer'],
}
const keys: Record<string, string[]> = {
  customers: ['id'],
  orders: ['id'],
  items: ['order_id', 'line'],
  products: ['id'],
  payments: ['amount', 'code'],
}

/** A small shop, spelled as the dialect folds names. */
function shopOf(dialect: SqlDialect): Catalogue {
  const { folding } = dialectOf(dialect)
  const spell = (name: string) => (folding === 'upper' ? name.toUpperCase() : name)
  const tables = Object.entries(columns).map(([name, own]): CatalogueTable => {
    const spelled = own.map((column) => {
      const [label = '', kind = 'text'] = column.split(':')
      return `${spell(label)}:${kind}`
    })
    return { ...table(spell(name), spelled, schemaOf[dialect]), primaryKey: (keys[name] ?? []).map(spell) }
  })
  return { dialect, defaultSchema: schemaOf[dialect], tables }
}

async function found<Name extends keyof Findings>(
  name: Name,
  sql: string,
  dialect: SqlDialect,
): Promise<Findings[Name]> {
  const examination = await examine({ sql, dialect, catalogue: shopOf(dialect) }, parseSql)
  if (!examination) throw new Error(`unreadable in ${dialect}: ${sql}`)
  return examination[name]
}

const limit = (select: string, rest: string, n: number, dialect: SqlDialect) => {
  const { rowLimit } = dialectOf(dialect)
  if (rowLimit === 'top') return `${select} TOP ${n} ${rest}`
  return rowLimit === 'fetch' ? `${select} ${rest} FETCH FIRST ${n} ROWS ONLY` : `${select} ${rest} LIMIT ${n}`
}

const twins = {
  crossJoins: {
    wrong: [
      'SELECT COUNT(*) FROM customers c, orders o',
      'SELECT SUM(o.total) FROM orders o CROSS JOIN customers c',
      'SELECT c.name FROM customers c JOIN orders o ON o.id = o.id',
      'SELECT c.name FROM customers c JOIN orders o ON 1 = 1',
      "SELECT c.name FROM customers c, orders o, items i WHERE i.order_id = o.id AND c.city = 'Oslo'",
      'SELECT c.name FROM customers c JOIN orders o ON c.id <> o.customer_id',
      "SELECT c.name FROM customers c, orders o WHERE c.city = 'Oslo' OR o.status = 'open'",
      'SELECT c.name FROM customers c, orders o WHERE o.id = 7',
      'SELECT c.name, t.n FROM customers c, (SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id) t',
    ],
    right: [
      'SELECT COUNT(*) FROM customers c, orders o WHERE o.customer_id = c.id',
      'SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id',
      'SELECT a.name FROM customers a JOIN customers b ON a.city = b.city AND a.id <> b.id',
      'SELECT a.name FROM customers a JOIN customers b ON a.id <> b.id',
      'SELECT o.total / t.all_total FROM orders o CROSS JOIN (SELECT SUM(total) AS all_total FROM orders) t',
      'SELECT c.name, o.total FROM customers c, orders o WHERE c.id = 5 AND o.id = 7',
      'SELECT o.id FROM orders o JOIN customers c ON o.ordered_on > c.joined_on',
      'SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o, items i WHERE o.customer_id = c.id AND i.product_id = c.id)',
      'SELECT d.city, p.name, COUNT(o.id) FROM (SELECT DISTINCT city FROM customers) d CROSS JOIN products p LEFT JOIN orders o ON o.status = d.city AND o.points = p.id GROUP BY d.city, p.name',
      'WITH t AS (SELECT customer_id, SUM(total) AS spent FROM orders GROUP BY customer_id) SELECT c.name, t.spent FROM customers c JOIN t ON t.customer_id = c.id',
    ],
  },
  nullComparisons: {
    wrong: [
      'SELECT name FROM customers WHERE city = NULL',
      'SELECT name FROM customers WHERE city <> NULL',
      'SELECT SUM(CASE WHEN status = NULL THEN 1 ELSE 0 END) FROM orders',
      'SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id = NULL',
      "SELECT name FROM customers WHERE city NOT IN ('Oslo', NULL)",
    ],
    right: [
      'SELECT name FROM customers WHERE city IS NULL',
      'SELECT name FROM customers WHERE city IS NOT NULL',
      'SELECT CASE WHEN city IS NULL THEN NULL ELSE 1 END FROM customers',
      "SELECT name FROM customers WHERE city IN ('Oslo', NULL)",
      "SELECT NULLIF(city, 'Oslo') FROM customers WHERE COALESCE(city, 'Oslo') = 'Oslo'",
    ],
  },
  notIns: {
    wrong: [
      'SELECT name FROM customers WHERE id NOT IN (SELECT referred_by FROM customers)',
      'SELECT name FROM customers WHERE NOT id IN (SELECT o.customer_id FROM orders o WHERE o.total > 5)',
      "SELECT COUNT(*) FROM products WHERE id NOT IN (SELECT product_id FROM items) AND name <> 'Desk'",
    ],
    right: [
      'SELECT name FROM customers WHERE id NOT IN (SELECT id FROM orders)',
      'SELECT name FROM customers WHERE id NOT IN (SELECT referred_by FROM customers WHERE referred_by IS NOT NULL)',
      'SELECT name FROM customers WHERE id IN (SELECT referred_by FROM customers)',
      'SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM customers r WHERE r.referred_by = c.id)',
      'SELECT name FROM customers WHERE NOT (id NOT IN (SELECT referred_by FROM customers))',
    ],
  },
  distinctSums: {
    wrong: ['SELECT SUM(DISTINCT total) FROM orders', 'SELECT status, AVG(DISTINCT total) FROM orders GROUP BY status'],
    right: ['SELECT SUM(total) FROM orders', 'SELECT COUNT(DISTINCT customer_id), MAX(DISTINCT total) FROM orders'],
  },
  averagesOfAverages: {
    wrong: [
      'SELECT AVG(mean) FROM (SELECT customer_id, AVG(total) AS mean FROM orders GROUP BY customer_id) t',
      'WITH t AS (SELECT status, ROUND(AVG(total), 2) AS mean FROM orders GROUP BY status) SELECT AVG(t.mean) FROM t',
    ],
    right: [
      'SELECT AVG(spent) FROM (SELECT customer_id, SUM(total) AS spent FROM orders GROUP BY customer_id) t',
      'SELECT AVG(total) FROM orders',
      'SELECT MAX(mean) FROM (SELECT customer_id, AVG(total) AS mean FROM orders GROUP BY customer_id) t',
    ],
  },
  unsuitableSums: {
    wrong: [
      'SELECT SUM(unit_price) FROM items',
      'SELECT SUM(i.unit_price) FROM items i JOIN orders o ON o.id = i.order_id',
      'SELECT SUM(id) FROM orders',
      'SELECT SUM(code) FROM payments',
      'SELECT SUM(o.customer_id) FROM orders o',
      'SELECT SUM(release_year) FROM products',
      'SELECT SUM(tax_rate) FROM products',
      'SELECT ROUND(SUM(COALESCE(price, 0)), 2) FROM products',
      'SELECT SUM(CASE WHEN line = 1 THEN unit_price ELSE 0 END) FROM items',
      'SELECT SUM(p.price * (1 - p.tax_rate)) FROM products p',
    ],
    right: [
      'SELECT SUM(quantity * unit_price) FROM items',
      'SELECT SUM(i.unit_price * (1 + p.tax_rate) * i.quantity) FROM items i JOIN products p ON p.id = i.product_id',
      'SELECT SUM(total) FROM orders',
      'SELECT SUM(amount) FROM payments',
      'SELECT SUM(quantity) FROM items',
      'SELECT SUM(sales_per_year) FROM products',
      'SELECT AVG(price), MAX(release_year), COUNT(id) FROM products',
      'SELECT SUM(CASE WHEN price > 5 THEN 1 ELSE 0 END) FROM products',
      'SELECT SUM(o.total * p.tax_rate) FROM orders o JOIN items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id',
    ],
  },
  outerJoins: {
    wrong: [
      "SELECT c.name, COUNT(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.status = 'open' GROUP BY c.name",
      'SELECT c.id, SUM(o.total) FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id WHERE o.total > 5 GROUP BY c.id',
      'SELECT c.name, COUNT(*) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
    ],
    right: [
      "SELECT c.name, COUNT(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status = 'open' GROUP BY c.name",
      "SELECT c.name, COUNT(o.id) FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.status = 'open' GROUP BY c.name",
      "SELECT o.status, COUNT(*) FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE c.city = 'Oslo' GROUP BY o.status",
      'SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL',
      "SELECT c.name, COUNT(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE c.city = 'Oslo' GROUP BY c.name",
      'SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
    ],
  },
  mergedNames: {
    wrong: [
      'SELECT c.name, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name',
      'SELECT p.name, COUNT(*) FROM items i JOIN products p ON i.product_id = p.id GROUP BY p.name ORDER BY COUNT(*) DESC',
    ],
    right: [
      'SELECT c.name, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name',
      'SELECT c.name, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY o.customer_id, c.name',
      'SELECT c.city, SUM(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.city',
      'SELECT name, COUNT(*) FROM customers GROUP BY name',
    ],
  },
  lostRows: {
    wrong: [
      'SELECT SUM(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id',
      'SELECT c.city, COUNT(*) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.city',
      "SELECT COUNT(*) FROM orders o, customers c WHERE c.id = o.customer_id AND o.status = 'open'",
    ],
    right: [
      'SELECT SUM(o.total) FROM orders o LEFT JOIN customers c ON c.id = o.customer_id',
      "SELECT SUM(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.city = 'Oslo'",
      'SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id',
      'SELECT SUM(total) FROM orders',
    ],
  },
  plainCounts: {
    wrong: ['SELECT COUNT(city) FROM customers', "SELECT COUNT(o.customer_id) FROM orders o WHERE o.status = 'open'"],
    right: [
      'SELECT COUNT(*) FROM customers',
      'SELECT COUNT(id) FROM customers',
      'SELECT COUNT(DISTINCT city) FROM customers',
    ],
  },
} satisfies Partial<Record<keyof Findings, Twins>>

describe.each(sqlDialects)('on %s', (dialect) => {
  test.each(
    Object.entries(twins).flatMap(([name, { wrong, right }]) => [
      ...wrong.map((sql) => [name as keyof typeof twins, 'finds', sql] as const),
      ...right.map((sql) => [name as keyof typeof twins, 'accepts', sql] as const),
    ]),
  )('%s %s %s', async (name, verb, sql) => {
    expect(await found(name, sql, dialect)).toHaveLength(verb === 'finds' ? 1 : 0)
  })

  test('finds whole quotients where the dialect drops their decimals', async () => {
    const { truncatesDivision, truncatesAverage } = dialectOf(dialect).values
    const wrong = [
      'SELECT points / id FROM orders',
      "SELECT SUM(CASE WHEN status = 'open' THEN 1 ELSE 0 END) / COUNT(*) FROM orders",
      'SELECT COUNT(*) / COUNT(DISTINCT customer_id) FROM orders',
      'SELECT 100 * SUM(points) / SUM(customer_id) FROM orders',
      'SELECT ROUND(COUNT(id) / NULLIF(COUNT(DISTINCT status), 0), 2) FROM orders',
      'SELECT SUM(points) / 12 FROM orders',
      'SELECT a.n / b.n FROM (SELECT COUNT(*) AS n FROM orders) a CROSS JOIN (SELECT COUNT(*) AS n FROM customers) b',
      'SELECT status FROM orders GROUP BY status ORDER BY SUM(points) / COUNT(*)',
    ]
    for (const sql of wrong)
      expect([sql, await found('integerDivisions', sql, dialect)]).toEqual([
        sql,
        truncatesDivision ? [{ isAverage: false }] : [],
      ])
    const right = [
      'SELECT total / points FROM orders',
      'SELECT 1.0 * points / id FROM orders',
      'SELECT CAST(points AS DECIMAL(10,2)) / id FROM orders',
      'SELECT SUM(total) / COUNT(*) FROM orders',
      'SELECT COUNT(*) * 100.0 / SUM(points) FROM orders',
      'SELECT FLOOR(points / id) FROM orders',
      'SELECT release_year / 10 * 10 FROM products GROUP BY release_year / 10 * 10',
    ]
    for (const sql of right) expect([sql, await found('integerDivisions', sql, dialect)]).toEqual([sql, []])
    const average = await found('integerDivisions', 'SELECT AVG(points) FROM orders', dialect)
    expect(average).toEqual(truncatesAverage ? [{ isAverage: true }] : [])
    expect(await found('integerDivisions', 'SELECT AVG(points * 1.0), AVG(total) FROM orders', dialect)).toEqual([])
  })

  test('finds subqueries that pick any row', async () => {
    const pick = (order: string) => limit('SELECT', `customer_id FROM orders${order}`, 1, dialect)
    const around = (subquery: string) => `SELECT name FROM customers WHERE id = (${subquery})`
    expect(await found('unorderedPicks', around(pick('')), dialect)).toEqual([{ rows: 1 }])
    expect(await found('unorderedPicks', around(pick(' ORDER BY total DESC')), dialect)).toEqual([])
    expect(await found('unorderedPicks', around('SELECT MAX(customer_id) FROM orders'), dialect)).toEqual([])
  })

  test('lists the values that dates are compared with', async () => {
    const of = async (where: string) =>
      (await found('dateTexts', `SELECT id FROM orders WHERE ${where}`, dialect)).map(
        ({ isWhole, isOrdered, isUpperBound }) => ({ isWhole, isOrdered, isUpperBound }),
      )
    expect(await of("ordered_on = '01/02/2024'")).toEqual([{ isWhole: false, isOrdered: false, isUpperBound: false }])
    expect(await of("ordered_on <= '2024'")).toEqual([{ isWhole: false, isOrdered: true, isUpperBound: true }])
    expect(await of("'2024' >= ordered_on")).toEqual([{ isWhole: false, isOrdered: true, isUpperBound: true }])
    expect(await of("ordered_on BETWEEN '2024-01-01' AND '2024-12-31'")).toEqual([
      { isWhole: true, isOrdered: true, isUpperBound: false },
      { isWhole: true, isOrdered: true, isUpperBound: true },
    ])
    expect(await of("status = '2024'")).toEqual([])
  })
})
