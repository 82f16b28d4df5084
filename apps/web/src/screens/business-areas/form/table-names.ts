import type { AreaTableInput, DatabaseTables } from '@parlance/contract'

export type ListedTable = DatabaseTables['tables'][number]

/** Tables by lower-case name; a database may have several that differ only in case. */
export type TableIndex = ReadonlyMap<string, ListedTable[]>

/** The key to compare names: databases treat case differently, and users ignore it. */
export function keyOfName(name: string): string {
  return name.toLowerCase()
}

export function indexTables(tables: ListedTable[]): TableIndex {
  const index = new Map<string, ListedTable[]>()
  for (const table of tables) {
    const key = keyOfName(table.table_name)
    const known = index.get(key)
    if (known === undefined) index.set(key, [table])
    else known.push(table)
  }
  return index
}

/** The table with that name: in the same spelling if possible, else in any. */
export function findTable(index: TableIndex, name: string): ListedTable | null {
  const found = index.get(keyOfName(name)) ?? []
  return found.find((table) => table.table_name === name) ?? found[0] ?? null
}

/** Whether the area or a comment in the database describes a table. */
export function isDescribed({ table_name: name, description }: AreaTableInput, index: TableIndex | null): boolean {
  if ((description ?? '').trim() !== '') return true
  return index !== null && findTable(index, name)?.has_comment === true
}

/**
 * Reads names separated by commas or line breaks. A name that contains one of these is in double quotes, with inner
 * double quotes doubled. Duplicates are dropped.
 */
export function parseTableNames(text: string): string[] {
  const names = new Map<string, string>()
  for (const [, quoted, plain] of text.matchAll(
    /[^\S\n]{0,50}(?:"((?:[^"]|""){0,500})"\s{0,50}(?=[,\n]|$)|([^,\n]+))[,\n]?/g,
  )) {
    const name = quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"')
    if (name.trim() !== '') names.set(name, name)
  }
  return [...names.keys()]
}

/** Writes names so that `parseTableNames` reads them back unchanged. */
export function formatTableNames(names: string[]): string {
  return names.map((name) => (needsQuotes(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')
}

function needsQuotes(name: string): boolean {
  return name !== name.trim() || /[,\n]/.test(name) || name.startsWith('"')
}
