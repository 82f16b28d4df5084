import type { Catalogue, CatalogueTable, ForeignKey } from '@parlance/contract'
import type { mayHideRows, Policies, visibleColumns } from '@parlance/sql'
import type { QueryScope } from './contract.ts'

type Shown = Pick<QueryScope, 'allowedTables' | 'policies'>

const made = new WeakMap<Catalogue, WeakMap<object, WeakMap<object, Promise<Catalogue>>>>()

/**
 * The part of a catalog that a scope shows: its tables, without the columns that its rules remove, and without keys
 * that refer to either. Returns the same object for the same catalog, tables, and rules, so anything derived from it is
 * computed only once.
 */
export async function visibleCatalogue({ allowedTables, policies }: Shown, catalogue: Catalogue): Promise<Catalogue> {
  if (allowedTables === null && policies === null) return catalogue
  const byTables = made.get(catalogue) ?? new WeakMap<object, WeakMap<object, Promise<Catalogue>>>()
  made.set(catalogue, byTables)
  const byRules = byTables.get(allowedTables ?? catalogue) ?? new WeakMap<object, Promise<Catalogue>>()
  byTables.set(allowedTables ?? catalogue, byRules)
  const known = byRules.get(policies ?? catalogue) ?? makeVisible({ allowedTables, policies }, catalogue)
  byRules.set(policies ?? catalogue, known)
  return known
}

const names = new WeakMap<Catalogue, ReadonlySet<string>>()

/** Whether SQL names a table or column that is in the whole catalog but not in the visible one. */
export async function writesHidden(sql: string, whole: Catalogue, visible: Catalogue): Promise<boolean> {
  const { tokenize } = await import('@parlance/sql/text')
  const tokens = tokenize(sql, whole.dialect)
  if (!Array.isArray(tokens)) return true
  const [all, shown] = [namesIn(whole), namesIn(visible)]
  return tokens.some(({ kind, start, end }) => {
    if (kind !== 'word' && kind !== 'quoted') return false
    const name = sql.slice(start + (kind === 'quoted' ? 1 : 0), end - (kind === 'quoted' ? 1 : 0)).toLowerCase()
    return all.has(name) && !shown.has(name)
  })
}

function namesIn(catalogue: Catalogue): ReadonlySet<string> {
  const known =
    names.get(catalogue) ??
    new Set(
      catalogue.tables
        .flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)])
        .map((name) => name.toLowerCase()),
    )
  names.set(catalogue, known)
  return known
}

async function makeVisible({ allowedTables, policies }: Shown, catalogue: Catalogue): Promise<Catalogue> {
  const allowed = allowedTables && new Set(allowedTables.map(({ schema, table }) => keyOf(schema, table)))
  const tables = catalogue.tables.filter(({ schema, name }) => !allowed || allowed.has(keyOf(schema, name)))
  const left = policies === null ? tables : await withoutHidden(tables, catalogue, policies)
  return { ...catalogue, tables: withoutFarKeys(left) }
}

async function withoutHidden(
  tables: CatalogueTable[],
  catalogue: Catalogue,
  policies: Policies,
): Promise<CatalogueTable[]> {
  const sql = await import('@parlance/sql')
  const left = tables.map((table) => withoutHiddenParts(table, { catalogue, policies, ...sql }))
  // A refused view shows no columns.
  return left.filter(({ columns }, at) => columns.length > 0 || tables[at]?.columns.length === 0)
}

interface Means {
  catalogue: Catalogue
  policies: Policies
  visibleColumns: typeof visibleColumns
  mayHideRows: typeof mayHideRows
}

function withoutHiddenParts(table: CatalogueTable, means: Means): CatalogueTable {
  const ref = { schema: table.schema, table: table.name }
  const { catalogue, policies } = means
  const left = withColumns(table, new Set(means.visibleColumns(ref, catalogue, policies)))
  return means.mayHideRows(ref, catalogue, policies) ? { ...left, hidesRows: true } : left
}

/** The table with only these columns; the same object if that is all of them. */
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

/** Removes keys that would name a table or column that isn't among these. */
function withoutFarKeys(tables: CatalogueTable[]): CatalogueTable[] {
  const known = new Map(tables.map((table) => [looseKeyOf(table.schema, table.name), table]))
  const isNear = (key: ForeignKey, { schema }: CatalogueTable): boolean => {
    const found = known.get(looseKeyOf(key.referencedSchema ?? schema, key.referencedTable))
    const columns = new Set(found?.columns.map(({ name }) => name.toLowerCase()))
    return found !== undefined && key.referencedColumns.every((name) => columns.has(name.toLowerCase()))
  }
  return tables.map((table) => {
    const foreignKeys = table.foreignKeys.filter((key) => isNear(key, table))
    return foreignKeys.length === table.foreignKeys.length ? table : { ...table, foreignKeys }
  })
}

function keyOf(schema: string | null, table: string): string {
  return JSON.stringify([schema, table])
}

/** SQLite stores a key's table name as its author spelled it. */
function looseKeyOf(schema: string | null, table: string): string {
  return keyOf(schema, table).toLowerCase()
}
