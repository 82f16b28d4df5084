import type { Policies } from '../contract.ts'
import type { Random } from './random.ts'
import { shopSizes, shopTables } from './random-queries.ts'

/** A row by column name. */
export type ShopRow = Record<string, string | number | null>
export type ShopRows = Record<string, ShopRow[]>

/** Random rows of the shop, with repeated values and NULLs. */
export function randomShop(random: Random, scale = 1): ShopRows {
  const maybe = <Value>(value: Value) => (random.chance(0.1) ? null : value)
  const rows: ShopRows = { users: [], orders: [], order_items: [] }
  for (let id = 1; id <= shopSizes.users * scale; id++) {
    rows.users!.push({
      id,
      name: maybe(random.pick(['Ann', 'Bob', 'Cid', 'Dee'])),
      email: maybe(random.pick(['ann@a.org', 'bob@b.org', 'none', 'x@y@z'])),
      ssn: maybe(`${100 + random.below(3)}-45-000${random.below(5)}`),
      salary: maybe(random.below(30)),
      tenant_id: maybe(random.pick(['t1', 't2'])),
    })
  }
  for (let id = 1; id <= shopSizes.orders * scale; id++) {
    const status = maybe(random.pick(['paid', 'open', "it's"]))
    rows.orders!.push({
      id,
      user_id: maybe(1 + random.below(12)),
      total: maybe(random.below(30)),
      status,
      tenant_id: maybe(random.pick(['t1', 't2'])),
    })
  }
  for (let id = 1; id <= shopSizes.order_items * scale; id++) {
    rows.order_items!.push({
      id,
      order_id: maybe(1 + random.below(20)),
      product: maybe(random.pick(['pen', 'ink', 'pad'])),
      quantity: maybe(random.below(9)),
    })
  }
  return rows
}

export function createTables(quote: (name: string) => string, textType = 'text', schema = ''): string[] {
  return Object.entries(shopTables).map(
    ([table, columns]) =>
      `CREATE TABLE ${schema}${quote(table)} (${columns.map(({ name, type }) => `${quote(name)} ${type === 'text' ? textType : 'integer'}`).join(', ')})`,
  )
}

/** INSERT statements for rows, with values as literals. */
export function insertRows(rows: ShopRows, schema = ''): string[] {
  const literal = (value: string | number | null) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  return Object.entries(rows).flatMap(([table, entries]) => {
    if (entries.length === 0) return []
    const columns = Object.keys(entries[0]!)
    const values = entries.map((row) => `(${columns.map((column) => literal(row[column] ?? null)).join(', ')})`)
    return [`INSERT INTO ${schema}${table} (${columns.join(', ')}) VALUES ${values.join(', ')}`]
  })
}

/** The rules of the shop in the documents' form, and what they leave of its rows, computed in plain code. */
export interface ShopPolicy {
  policies: Policies
  apply: (rows: ShopRows) => ShopRows
}

/** Rows of the user's tenant, items inherited from own orders, masks on the secrets. */
export function shopPolicy(person: { userId: string; tenantId: string }): ShopPolicy {
  const policies: Policies = {
    rowRules: {
      rules: [
        {
          name: 'tenant',
          tables: { ALL: { condition: 'tenant_id = :current_tenant_id', when_column_exists: 'tenant_id' } },
        },
        { name: 'own', tables: { orders: { condition: "user_id = :current_user_id OR status = 'paid'" } } },
        {
          name: 'items',
          tables: {
            order_items: {
              inherit_parent_security: true,
              requires: 'orders',
              join_condition: 'order_items.order_id = orders.id',
            },
          },
        },
      ],
    },
    columnRules: {
      rules: [
        {
          name: 'personal',
          tables: {
            users: {
              ssn: { mask_type: 'partial', pattern: 'XXX-XX-####' },
              email: { mask_type: 'partial', pattern: '****@domain.com' },
              salary: { mask_type: 'null' },
            },
            order_items: { product: { mask_type: 'replace', replacement: "it's" } },
          },
        },
      ],
    },
    hashSalt: 'salt',
  }
  return { policies, apply: (rows) => filterShop(rows, person) }
}

function filterShop(rows: ShopRows, person: { userId: string; tenantId: string }): ShopRows {
  const tenant = (row: ShopRow) => row.tenant_id === person.tenantId
  const orders = rows.orders!.filter(
    (row) => tenant(row) && (row.user_id === Number(person.userId) || row.status === 'paid'),
  )
  const visible = new Set(orders.map((row) => row.id))
  return {
    users: rows
      .users!.filter(tenant)
      .map((row) => ({ ...row, ssn: maskSsn(row.ssn ?? null), email: maskEmail(row.email ?? null), salary: null })),
    orders,
    order_items: rows
      .order_items!.filter((row) => row.order_id !== null && visible.has(row.order_id ?? null))
      .map((row) => ({ ...row, product: row.product === null ? null : "it's" })),
  }
}

function maskSsn(value: string | number | null): string | null {
  return value === null ? null : `XXX-XX-${String(value).slice(-4)}`
}

function maskEmail(value: string | number | null): string | null {
  if (value === null) return null
  const parts = String(value).split('@')
  return parts.length === 2 ? `****@${parts[1]}` : '****'
}
