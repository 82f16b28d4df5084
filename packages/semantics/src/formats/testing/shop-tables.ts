import type { ColumnKind, SqlDialect } from '@parlance/contract'
import type { AreaContent, AreaTables, TableOfArea } from '../area-content.ts'

function table(name: string, columns: Record<string, ColumnKind>, keys: string[][] = []): TableOfArea {
  const list = Object.entries(columns).map(([column, kind]) => ({ name: column, kind }))
  return { name, schema: 'public', shortName: name, columns: list, keys }
}

/** A shop: customers have orders, orders have lines, and shops have visits that nothing else knows. */
export function shopTables(dialect: SqlDialect = 'postgresql'): AreaTables {
  return {
    dialect,
    tables: [
      table('customers', { id: 'integer', name: 'text', region: 'text', signed_up: 'date' }, [['id']]),
      table('orders', { id: 'integer', customer_id: 'integer', amount: 'number', status: 'text', ordered_at: 'date' }, [
        ['id'],
      ]),
      table('order_lines', { order_id: 'integer', product: 'text', quantity: 'integer', 'Unit Price': 'number' }),
      table('visits', { day: 'date', visitors: 'integer' }),
    ],
  }
}

/** An area about the shop that says nothing yet. */
export function emptyShop(): AreaContent {
  return {
    name: 'Shop',
    description: null,
    instructions: null,
    synonyms: [],
    tables: shopTables().tables.map(({ name }) => ({ table_name: name, description: null, synonyms: [], columns: [] })),
    relationships: [],
    definitions: { metrics: [], dimensions: [], filters: [], time_columns: [], value_synonyms: [] },
  }
}
