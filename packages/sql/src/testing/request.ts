import type { Catalogue, CatalogueColumn, CatalogueTable, ColumnKind, SqlDialect } from '@parlance/contract'
import type { GatePrincipal, GateRequest } from '../contract.ts'

/** A table of text columns; `name:integer` gives a column another kind. */
export function table(name: string, columns: string[], schema: string | null = null): CatalogueTable {
  return {
    schema,
    name,
    objectType: 'TABLE',
    comment: null,
    columns: columns.map(column),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  }
}

function column(written: string): CatalogueColumn {
  const [name = '', kind = 'text'] = written.split(':')
  return { name, dataType: kind.toUpperCase(), kind: kind as ColumnKind, nullable: true, comment: null }
}

export const schemaOf: Record<SqlDialect, string | null> = {
  postgresql: 'public',
  sqlite: null,
  mysql: 'shop',
  tsql: 'dbo',
  oracle: 'SHOP',
  snowflake: 'PUBLIC',
  bigquery: 'shop',
  dremio: 'shop',
  hana: 'SHOP',
}

const upperCase: ReadonlySet<SqlDialect> = new Set<SqlDialect>(['oracle', 'snowflake', 'hana'])

/** A small shop: users with secrets, orders, their items, and a table outside every business area. */
export function shopCatalogue(dialect: SqlDialect): Catalogue {
  const schema = schemaOf[dialect]
  const spell = (name: string) => (upperCase.has(dialect) ? name.toUpperCase() : name)
  const make = (name: string, columns: string[]) =>
    table(
      spell(name),
      columns.map((entry) => {
        const [label = '', kind] = entry.split(':')
        return kind ? `${spell(label)}:${kind}` : spell(label)
      }),
      schema,
    )
  return {
    dialect,
    defaultSchema: schema,
    tables: [
      make('users', ['id:integer', 'name', 'email', 'ssn', 'salary:number', 'tenant_id', 'city']),
      make('orders', ['id:integer', 'user_id:integer', 'total:number', 'status', 'tenant_id', 'created_at:timestamp']),
      make('order_items', ['id:integer', 'order_id:integer', 'product', 'quantity:integer', 'price:number']),
      make('secrets', ['id:integer', 'password']),
    ],
  }
}

export const anyUser: GatePrincipal = { userId: '7', tenantId: 't1', deptId: null, attributes: { region: 'north' } }

/** A request over the small shop, without policies. */
export function shopRequest(sql: string, dialect: SqlDialect, changes: Partial<GateRequest> = {}): GateRequest {
  return {
    sql,
    dialect,
    catalogue: shopCatalogue(dialect),
    allowedTables: null,
    policies: null,
    principal: anyUser,
    limits: { maxRows: 1000 },
    now: '2025-06-15T10:20:30Z',
    ...changes,
  }
}
