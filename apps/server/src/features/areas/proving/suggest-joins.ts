import type { AreaJoin, Catalogue, CatalogueTable, ForeignKey } from '@parlance/contract'
import type { quoteName } from '@parlance/sql'
import { findTable, nameOf } from '../scoping/table-names.ts'

/** The most joins to suggest, which is also an area's limit. */
const mostJoins = 1000

/**
 * Suggests the joins that the foreign keys between these tables define, without duplicates. A key of several columns
 * becomes a condition, because no single pair of columns expresses it.
 */
export async function suggestJoins(names: string[], catalogues: Catalogue[]): Promise<AreaJoin[]> {
  const { quoteName: quote } = await import('@parlance/sql')
  const joins = new Map<string, AreaJoin>()
  for (const catalogue of catalogues) {
    const tables = new Map<CatalogueTable, string>()
    for (const name of names) {
      const found = findTable(catalogue, name)
      if (found !== null && found !== 'ambiguous') tables.set(found, nameOf(catalogue, found))
    }
    for (const [table, name] of tables) {
      for (const key of table.foreignKeys) {
        const referenced = referencedTable(key, table, catalogue)
        const other = referenced === null ? undefined : tables.get(referenced)
        if (other === undefined || key.columns.length !== key.referencedColumns.length) continue
        const join = toJoin(key, { left: name, right: other, catalogue, quote })
        if (join !== null && joins.size < mostJoins) joins.set(JSON.stringify(join), join)
      }
    }
  }
  return [...joins.values()]
}

/** Finds the table that a key refers to. */
export function referencedTable(key: ForeignKey, table: CatalogueTable, catalogue: Catalogue): CatalogueTable | null {
  const schema = key.referencedSchema ?? table.schema
  const found = findTable(catalogue, schema === null ? key.referencedTable : `${schema}.${key.referencedTable}`)
  return found === 'ambiguous' ? null : found
}

type JoinedColumns = Pick<ForeignKey, 'columns' | 'referencedColumns'>

interface Sides {
  left: string
  right: string
  catalogue: Catalogue
  quote: typeof quoteName
}

/** Makes a join of a key. Null for a key of several columns within one table. */
export function toJoin(
  { columns, referencedColumns }: JoinedColumns,
  { left, right, catalogue, quote }: Sides,
): AreaJoin | null {
  const [column, ...more] = columns
  const [referenced] = referencedColumns
  const join = { join_type: 'INNER' as const, left_table: left, right_table: right }
  if (column === undefined || referenced === undefined) return null
  if (more.length === 0) return { ...join, left_column: column, right_column: referenced }
  // A condition cannot distinguish a table from itself.
  if (left === right) return null
  const bare = (name: string) => name.slice(name.lastIndexOf('.') + 1)
  const path = (table: string, name: string) =>
    `${quote(bare(table), catalogue.dialect)}.${quote(name, catalogue.dialect)}`
  const pairs = columns.map((name, at) => `${path(left, name)} = ${path(right, referencedColumns[at] ?? '')}`)
  return { ...join, join_condition: pairs.join(' AND ') }
}
