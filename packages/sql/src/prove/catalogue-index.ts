import type { Catalogue, CatalogueColumn, CatalogueTable, SqlDialect } from '@parlance/contract'
import type { TableRef } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import type { Identifier } from '../parse/model.ts'
import { catalogueKey, nameKey } from './names.ts'

/** A column of the catalogue; one object per column, so that sets of columns compare by identity. */
export interface IndexedColumn {
  table: IndexedTable
  name: string
  column: CatalogueColumn
}

export interface IndexedTable {
  entry: CatalogueTable
  ref: TableRef
  /** By name key, in the catalogue's order. */
  columns: Map<string, IndexedColumn>
}

export interface CatalogueIndex {
  catalogue: Catalogue
  dialect: SqlDialect
  /** The table that a written name refers to; 'ambiguous' if several differ only by case. */
  find(name: Identifier[]): IndexedTable | 'ambiguous' | null
  /** The same for a name as the catalogue or an area spells it. */
  findRef(ref: TableRef): IndexedTable | null
  /** Tables of any schema with this name, regardless of case. */
  named(name: string): CatalogueTable[]
}

interface Entry {
  entry: CatalogueTable
  indexed: IndexedTable | null
}

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

/** The index of a catalogue, built once for each catalogue object. */
export function indexOf(catalogue: Catalogue): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known) return known
  const made = makeIndex(catalogue)
  indexes.set(catalogue, made)
  return made
}

function makeIndex(catalogue: Catalogue): CatalogueIndex {
  const { dialect } = catalogue
  const byKey = new Map<string, Entry[]>()
  const byName = new Map<string, CatalogueTable[]>()
  for (const entry of catalogue.tables) {
    push(byKey, tableKey(schemaKeyOf(entry.schema, catalogue), catalogueKey(entry.name, dialect)), {
      entry,
      indexed: null,
    })
    push(byName, entry.name.toLowerCase(), entry)
  }
  const indexed = (entry: Entry) => (entry.indexed ??= indexTable(entry.entry, dialect))
  const pick = (key: string, exact: string): IndexedTable | 'ambiguous' | null => {
    const found = byKey.get(key) ?? []
    if (found.length <= 1) return found[0] ? indexed(found[0]) : null
    const same = found.filter((candidate) => candidate.entry.name === exact)
    return same.length === 1 ? indexed(same[0]!) : 'ambiguous'
  }
  return {
    catalogue,
    dialect,
    find(name) {
      const last = name.at(-1)!
      const schema = name.length === 1 ? schemaKeyOf(null, catalogue) : writtenSchema(name.slice(0, -1), dialect)
      const found = pick(tableKey(schema, nameKey(last, dialect)), last.text)
      if (found || name.length < 3 || !isOwnDatabase(name[0]!, catalogue)) return found
      return pick(tableKey(writtenSchema(name.slice(1, -1), dialect), nameKey(last, dialect)), last.text)
    },
    findRef(ref) {
      const found = pick(tableKey(schemaKeyOf(ref.schema, catalogue), catalogueKey(ref.table, dialect)), ref.table)
      return found === 'ambiguous' ? null : found
    },
    named: (name) => byName.get(name.toLowerCase()) ?? [],
  }
}

/** `shop.dbo.orders` in the database shop, or a BigQuery table with its own project. */
function isOwnDatabase(name: Identifier, { database, dialect }: Catalogue): boolean {
  return typeof database === 'string' && nameKey(name, dialect) === catalogueKey(database, dialect)
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

function tableKey(schema: string, table: string): string {
  return `${schema}\u0000${table}`
}

/** No schema means the default one. */
function schemaKeyOf(schema: string | null, catalogue: Catalogue): string {
  const name = schema ?? catalogue.defaultSchema ?? dialectOf(catalogue.dialect).scoping.mainSchema ?? ''
  return catalogueKey(name, catalogue.dialect)
}

function writtenSchema(parts: Identifier[], dialect: SqlDialect): string {
  return parts.map((part) => nameKey(part, dialect)).join('.')
}

function indexTable(entry: CatalogueTable, dialect: SqlDialect): IndexedTable {
  const table: IndexedTable = { entry, ref: { schema: entry.schema, table: entry.name }, columns: new Map() }
  for (const column of entry.columns) {
    table.columns.set(columnKey(column.name, dialect), { table, name: column.name, column })
  }
  return table
}

/** Column names fold like other names, except in dialects where they are never case-sensitive. */
function columnKey(name: string, dialect: SqlDialect): string {
  return catalogueKey(name, dialect)
}
