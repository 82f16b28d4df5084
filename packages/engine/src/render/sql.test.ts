import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { Decline } from '../decline.ts'
import type { Filter, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { openShop } from '../testing/shop.ts'
import { writingOf } from '@parlance/sql/writing'
import { renderSql } from './sql.ts'

const shop = openShop()
afterAll(() => shop.close())

const name = { kind: 'column', ref: { table: 'customers', column: 'name' } } as const
const city = { kind: 'column', ref: { table: 'customers', column: 'city' } } as const
const status = { kind: 'column', ref: { table: 'orders', column: 'status' } } as const
const total = { kind: 'column', ref: { table: 'orders', column: 'total' } } as const

const names: Query = {
  subject: 'customers',
  select: [{ expression: name, alias: 'name' }],
  distinct: false,
  filters: [],
  groups: [],
  having: [],
  order: [],
  limit: null,
  spoken: ['customers'],
  top: null,
}

function write(query: Query, dialect: SqlDialect = 'sqlite'): string {
  const sql = renderSql(modelSchema({ ...shop.catalogue, dialect }, []), query, () => null)
  return sql instanceof Decline ? `declined: ${formatMessage(sql.reason)}` : sql.replaceAll(/\s+/g, ' ')
}
const where = (...filters: Filter[]) => write({ ...names, filters })
const orders = (negated: boolean): Filter => ({
  kind: 'related',
  table: 'orders',
  of: 'customers',
  negated,
  filters: [],
  having: null,
})

describe('renderSql', () => {
  it('reads one table without qualifying its columns', () => {
    expect(write(names)).toBe('SELECT name FROM customers')
  })

  it('joins the table of a shown column by its foreign key', () => {
    expect(
      write({
        ...names,
        subject: 'orders',
        spoken: ['orders'],
        select: [...names.select, { expression: total, alias: 'total' }],
      }),
    ).toBe(
      'SELECT customers.name, orders.total FROM orders JOIN customers ON orders.customer_id = customers.customer_id',
    )
  })

  it('tests for rows that belong to the subject without joining them', () => {
    expect(where({ kind: 'compare', left: status, operator: '=', value: 'shipped' })).toBe(
      "SELECT customers.name FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.customer_id AND orders.status = 'shipped')",
    )
  })

  it('excludes a row if any of its related rows has the excluded value', () => {
    expect(where({ kind: 'compare', left: status, operator: '<>', value: 'shipped' })).toMatch(
      /WHERE NOT EXISTS \(.* AND orders\.status = 'shipped'\)$/,
    )
  })

  it('negates a relation as a whole', () => {
    expect(where(orders(true))).toMatch(/WHERE NOT EXISTS \(SELECT 1 FROM orders WHERE .*\)$/)
  })

  it('groups by the key of the rows that a name identifies', () => {
    const rows = { kind: 'rows', table: 'orders' } as const
    const key = { kind: 'column', ref: { table: 'customers', column: 'customer_id' } } as const
    const grouped: Query = {
      ...names,
      select: [...names.select, { expression: rows, alias: 'orders_count' }],
      groups: [key, name],
      order: [{ expression: rows, descending: true }],
      limit: 1,
    }
    expect(write(grouped)).toMatch(
      /COUNT\(\*\) AS orders_count .* GROUP BY customers\.customer_id ORDER BY orders_count DESC LIMIT 1$/,
    )
    expect(write(grouped, 'postgresql')).toMatch(/GROUP BY customers\.customer_id, customers\.name /)
  })

  it('declines a sum of rows that the joins repeat', () => {
    const query: Query = {
      ...names,
      select: [
        { expression: { kind: 'aggregate', fn: 'sum', distinct: false, of: total }, alias: 'total' },
        {
          expression: {
            kind: 'aggregate',
            fn: 'sum',
            distinct: false,
            of: { kind: 'column', ref: { table: 'order_items', column: 'quantity' } },
          },
          alias: 'quantity',
        },
      ],
      spoken: ['orders', 'order_items'],
    }
    expect(write(query)).toBe('declined: Adding up orders in these groups would count some rows more than once.')
  })

  it('computes parts of the rows, their change, and their percentage without dividing by zero', () => {
    const shipped = { kind: 'compare', left: status, operator: '=', value: 'shipped' } as const
    const open = { ...shipped, value: 'pending' }
    const rows = { kind: 'rows', table: 'orders' } as const
    const sum = { kind: 'aggregate', fn: 'sum', distinct: false, of: total } as const
    const average = { ...sum, fn: 'avg' } as const
    const only = (expression: Query['select'][number]['expression']) =>
      write({ ...names, subject: 'orders', spoken: ['orders'], select: [{ expression, alias: 'x' }] })
    expect(only({ kind: 'part', of: rows, when: shipped })).toContain("COUNT(CASE WHEN status = 'shipped' THEN 1 END)")
    expect(only({ kind: 'part', of: sum, when: shipped })).toContain('THEN total ELSE 0 END) AS x')
    expect(only({ kind: 'part', of: average, when: shipped })).toContain(
      "AVG(CASE WHEN status = 'shipped' THEN total END)",
    )
    expect(only({ kind: 'change', of: rows, from: open, to: shipped })).toMatch(
      / \/ NULLIF\(COUNT\(.*'pending'.*\), 0\) AS x/,
    )
    expect(only({ kind: 'change', of: sum, from: open, to: shipped })).toMatch(/ \/ NULLIF\(ABS\(SUM\(.*'pending'/)
    expect(only({ kind: 'percentage', of: rows, filters: [shipped] })).toContain('/ NULLIF(COUNT(*), 0)')
  })

  it('counts a row once in a part, however the joins multiply it', () => {
    const when = { kind: 'compare', left: status, operator: '=', value: 'shipped' } as const
    const part = { kind: 'part', of: { kind: 'rows', table: 'customers' }, when } as const
    expect(write({ ...names, select: [{ expression: part, alias: 'x' }] })).toContain(
      "COUNT(DISTINCT CASE WHEN orders.status = 'shipped' THEN customers.customer_id END)",
    )
  })

  it('declines tables that are not connected', () => {
    const apart = {
      ...shop.catalogue,
      tables: shop.catalogue.tables.map((table) => ({ ...table, foreignKeys: [], columns: table.columns.slice(0, 2) })),
    }
    const products = { kind: 'column', ref: { table: 'products', column: 'name' } } as const
    const sql = renderSql(
      modelSchema(apart, []),
      { ...names, select: [...names.select, { expression: products, alias: 'name' }] },
      () => null,
    )
    expect(sql instanceof Decline ? formatMessage(sql.reason) : sql).toMatch(
      /are not connected\. Ask about each one separately\.$/,
    )
  })

  it('treats an empty text as missing', () => {
    expect(where({ kind: 'missing', left: city, negated: false })).toBe(
      "SELECT name FROM customers WHERE (city IS NULL OR city = '')",
    )
  })

  it('excludes the day after a period', () => {
    const period: Filter = {
      kind: 'period',
      ref: { table: 'orders', column: 'order_date' },
      from: '2024-01-01',
      before: '2025-01-01',
      label: '2024',
      negated: false,
    }
    expect(where(period)).toContain("orders.order_date >= '2024-01-01' AND orders.order_date < '2025-01-01'")
  })
})

describe('dialects', () => {
  it.each(sqlDialects)('does not end a text early at a quote on %s', (dialect) => {
    const text = writingOf(dialect).text("O'Brien")
    expect(text.replaceAll("''", '').replaceAll("\\'", '')).toBe("'OBrien'")
  })

  it.each(['mysql', 'bigquery'] as const)('does not end a text early at a backslash on %s', (dialect) => {
    expect(writingOf(dialect).text('a\\')).toBe(String.raw`'a\\'`)
  })

  it.each(sqlDialects)('does not end the quotes of a name early on %s', (dialect) => {
    const { quote } = writingOf(dialect)
    const quoted = quote('a"b`c]d')
    const close = quoted.at(-1) ?? ''
    expect(quoted.slice(1, -1).replaceAll(close + close, '')).not.toContain(close)
  })

  it('writes a day as a date literal if a text is not a date', () => {
    expect(writingOf('oracle').date('2024-01-31')).toBe("DATE '2024-01-31'")
    expect(writingOf('dremio').date('2024-01-31')).toBe("DATE '2024-01-31'")
    expect(writingOf('sqlite').date('2024-01-31')).toBe("'2024-01-31'")
  })
})
