import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSampleDatabase } from './create-sample-database.ts'
import { generateRows } from './generate.ts'

const today = '2026-03-15'
const folder = mkdtempSync(join(tmpdir(), 'parlance-sample-'))
const path = join(folder, 'new', 'shop.db')
let made: { tableCount: number; rowCount: number }
let db: DatabaseSync

beforeAll(async () => {
  made = await createSampleDatabase(path, { today })
  db = new DatabaseSync(path, { readOnly: true })
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

function one(sql: string): unknown {
  return Object.values(db.prepare(sql).get() ?? {})[0]
}

describe('the sample database', () => {
  it('contains six tables and at least 20,000 rows, as it claims', () => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all()
    const counts = tables.map((table) => Number(one(`SELECT count(*) FROM ${String(table.name)}`)))
    expect(made).toEqual({ tableCount: tables.length, rowCount: counts.reduce((sum, count) => sum + count, 0) })
    expect(tables.map((table) => table.name)).toEqual([
      'categories',
      'products',
      'customers',
      'orders',
      'order_items',
      'reviews',
    ])
    expect(made.rowCount).toBeGreaterThanOrEqual(20_000)
  })

  it('covers two years that end today, without missing a day', () => {
    expect(one('SELECT min(order_date) FROM orders')).toBe('2024-03-16')
    expect(one('SELECT max(order_date) FROM orders')).toBe(today)
    expect(one('SELECT count(DISTINCT order_date) FROM orders')).toBe(730)
    expect(one(`SELECT count(*) FROM orders WHERE shipped_date > '${today}' OR shipped_date <= order_date`)).toBe(0)
    expect(one(`SELECT count(*) FROM reviews WHERE date(created_at) > '${today}'`)).toBe(0)
    expect(one(`SELECT count(*) FROM customers WHERE date(created_at) > '${today}'`)).toBe(0)
  })

  it('generates consistent keys, totals, and order of events', () => {
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    expect(one('PRAGMA integrity_check')).toBe('ok')
    const wrongTotals = `SELECT count(*) FROM orders o WHERE abs(o.total - (SELECT sum(quantity * unit_price *
      (1 - discount)) FROM order_items i WHERE i.order_id = o.id)) > 0.0001`
    expect(one(wrongTotals)).toBe(0)
    expect(
      one('SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id)'),
    ).toBe(0)
    const early = 'FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.order_date < date(c.created_at)'
    expect(one(`SELECT count(*) ${early}`)).toBe(0)
    expect(
      one(
        "SELECT count(*) FROM orders WHERE status IN ('pending', 'processing', 'cancelled') AND shipped_date IS NOT NULL",
      ),
    ).toBe(0)
    const unbought = `SELECT count(*) FROM reviews r WHERE NOT EXISTS (SELECT 1 FROM orders o JOIN order_items i
      ON i.order_id = o.id WHERE o.customer_id = r.customer_id AND i.product_id = r.product_id)`
    expect(one(unbought)).toBe(0)
  })

  it('contains what questions need: returns, cancellations, unsold products, repeat customers, NULLs, a season', () => {
    const statuses = db
      .prepare('SELECT DISTINCT status FROM orders ORDER BY 1')
      .all()
      .map((row) => row.status)
    expect(statuses).toEqual(['cancelled', 'delivered', 'pending', 'processing', 'returned', 'shipped'])
    expect(one('SELECT count(*) FROM products WHERE id NOT IN (SELECT product_id FROM order_items)')).toBeGreaterThan(3)
    expect(one('SELECT count(*) FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)')).toBeGreaterThan(50)
    expect(one('SELECT max(n) FROM (SELECT count(*) n FROM orders GROUP BY customer_id)')).toBeGreaterThan(8)
    expect(one('SELECT count(*) FROM customers WHERE phone IS NULL')).toBeGreaterThan(100)
    expect(one('SELECT count(*) FROM reviews WHERE body IS NULL')).toBeGreaterThan(100)
    expect(one('SELECT count(DISTINCT rating) FROM reviews')).toBe(5)
    const perMonth = (month: string) =>
      Number(one(`SELECT sum(total) FROM orders WHERE order_date LIKE '2025-${month}%'`))
    expect(perMonth('12')).toBeGreaterThan(1.3 * perMonth('07'))
  })

  it('generates the same data for the same day and different data for another', () => {
    expect(generateRows(today)).toEqual(generateRows(today))
    expect(generateRows('2026-03-16').orders).not.toEqual(generateRows(today).orders)
  })

  it('leaves only the file behind, and nothing if it fails', async () => {
    expect(readdirSync(join(folder, 'new'))).toEqual(['shop.db'])
    await expect(createSampleDatabase(join(path, 'below', 'x.db'), { today })).rejects.toThrow(/ENOTDIR|EEXIST/)
    await expect(createSampleDatabase(join(folder, 'new'), { today })).rejects.toThrow(/EISDIR|ENOTEMPTY|directory/)
    expect(readdirSync(folder)).toEqual(['new'])
  })
})
