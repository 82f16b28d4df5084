import type { Catalogue, CatalogueChanges, CatalogueColumn, CatalogueTable } from '@parlance/contract'

/** The most names in each list. The counts include the rest. */
const listed = 200

/** Finds the differences between two readings of a database. Null if no query could notice any. */
export function findChanges(
  before: { catalogue: Catalogue; at: string },
  after: { catalogue: Catalogue; at: string },
): CatalogueChanges | null {
  const old = byName(before.catalogue)
  const now = byName(after.catalogue)
  const added = [...now.keys()].filter((name) => !old.has(name))
  const removed = [...old.keys()].filter((name) => !now.has(name))
  const changed = [...now].flatMap(([name, table]) => {
    const known = old.get(name)
    return known === undefined ? [] : (changesOf(name, known, table) ?? [])
  })
  if (added.length + removed.length + changed.length === 0) return null
  return {
    found_at: after.at,
    since: before.at,
    added: { count: added.length, tables: added.slice(0, listed) },
    removed: { count: removed.length, tables: removed.slice(0, listed) },
    changed: { count: changed.length, tables: changed.slice(0, listed) },
  }
}

/** A table's name in lists, with its schema if it has one. */
export function fullName({ schema, name }: Pick<CatalogueTable, 'schema' | 'name'>): string {
  return schema === null ? name : `${schema}.${name}`
}

function byName({ tables }: Catalogue): Map<string, CatalogueTable> {
  return new Map(tables.map((table) => [fullName(table), table]))
}

type TableChange = CatalogueChanges['changed']['tables'][number]

function changesOf(table: string, before: CatalogueTable, after: CatalogueTable): TableChange | null {
  if (isAlike(before, after)) return null
  const old = describeColumns(before)
  const now = describeColumns(after)
  const added = [...now.keys()].filter((name) => !old.has(name))
  const removed = [...old.keys()].filter((name) => !now.has(name))
  const changed = [...now].filter(([name, text]) => old.has(name) && old.get(name) !== text).map(([name]) => name)
  const isReplaced = before.objectType !== after.objectType || before.definition !== after.definition
  if (added.length + removed.length + changed.length === 0 && !isReplaced) return null
  return {
    table,
    added_columns: added.slice(0, listed),
    removed_columns: removed.slice(0, listed),
    changed_columns: changed.slice(0, listed),
  }
}

/** Most tables are unchanged. This check builds nothing, because ten thousand are compared at once. */
function isAlike(before: CatalogueTable, after: CatalogueTable): boolean {
  return (
    before.objectType === after.objectType &&
    before.definition === after.definition &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, index) => isSameColumn(column, after.columns[index])) &&
    before.primaryKey.join() === after.primaryKey.join() &&
    JSON.stringify(before.uniqueKeys) === JSON.stringify(after.uniqueKeys) &&
    before.foreignKeys.length === after.foreignKeys.length &&
    (before.foreignKeys.length === 0 || JSON.stringify(before.foreignKeys) === JSON.stringify(after.foreignKeys))
  )
}

function isSameColumn(left: CatalogueColumn, right: CatalogueColumn | undefined): boolean {
  return left.name === right?.name && left.dataType === right.dataType && left.nullable === right.nullable
}

/** Describes everything that a query could notice about each column as one text. */
function describeColumns(table: CatalogueTable): Map<string, string> {
  return new Map(table.columns.map((column) => [column.name, describeColumn(table, column)]))
}

function describeColumn(
  { primaryKey, foreignKeys }: CatalogueTable,
  { name, dataType, nullable }: CatalogueColumn,
): string {
  const references = foreignKeys
    .filter(({ columns }) => columns.includes(name))
    .map(
      (key) =>
        `${key.referencedSchema ?? ''}.${key.referencedTable}.${key.referencedColumns[key.columns.indexOf(name)]}`,
    )
  return JSON.stringify([dataType, nullable, primaryKey.indexOf(name), references.toSorted()])
}
