import type { Catalogue, CatalogueTable } from '@parlance/contract'
import type { QueryScope } from '../query/run-query.ts'

type Shown = Pick<QueryScope, 'allowedTables' | 'policies'>

const made = new WeakMap<Catalogue, WeakMap<object, WeakMap<object, Promise<Catalogue>>>>()

/**
 * What a scope shows of a catalogue: its tables, without the columns that its rules take away. The same object as long
 * as catalogue, tables and rules are the same objects, so that what is made of it is made once.
 */
export async function visibleCatalogue({ allowedTables, policies }: Shown, catalogue: Catalogue): Promise<Catalogue> {
  if (allowedTables === null && !policies?.columnRules) return catalogue
  const byTables = made.get(catalogue) ?? new WeakMap<object, WeakMap<object, Promise<Catalogue>>>()
  made.set(catalogue, byTables)
  const byRules = byTables.get(allowedTables ?? catalogue) ?? new WeakMap<object, Promise<Catalogue>>()
  byTables.set(allowedTables ?? catalogue, byRules)
  const known = byRules.get(policies ?? catalogue) ?? makeVisible({ allowedTables, policies }, catalogue)
  byRules.set(policies ?? catalogue, known)
  return known
}

async function makeVisible({ allowedTables, policies }: Shown, catalogue: Catalogue): Promise<Catalogue> {
  const { visibleColumns } = await import('@parlance/sql')
  const keyOf = (schema: string | null, table: string) => JSON.stringify([schema, table])
  const names = allowedTables && new Set(allowedTables.map(({ schema, table }) => keyOf(schema, table)))
  const tables = catalogue.tables.filter(({ schema, name }) => !names || names.has(keyOf(schema, name)))
  if (!policies?.columnRules) return { ...catalogue, tables }
  const isLeft = (table: CatalogueTable) =>
    new Set(visibleColumns({ schema: table.schema, table: table.name }, catalogue, policies))
  return { ...catalogue, tables: tables.map((table) => withColumns(table, isLeft(table))) }
}

/** The table with these columns alone; the same object where that is all of them. */
function withColumns(table: CatalogueTable, names: ReadonlySet<string>): CatalogueTable {
  if (names.size === table.columns.length) return table
  const isLeft = (name: string) => names.has(name)
  return {
    ...table,
    columns: table.columns.filter(({ name }) => isLeft(name)),
    primaryKey: table.primaryKey.every(isLeft) ? table.primaryKey : [],
    ...(table.uniqueKeys ? { uniqueKeys: table.uniqueKeys.filter((key) => key.every(isLeft)) } : {}),
    foreignKeys: table.foreignKeys.filter((key) => key.columns.every(isLeft)),
  }
}
