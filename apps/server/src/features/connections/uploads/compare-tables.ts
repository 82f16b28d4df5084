import type { UploadChanges } from '@parlance/contract'

interface Table {
  name: string
  columns: { name: string }[]
}

const keyOf = ({ name }: { name: string }) => name.toLowerCase()

/** Lists what a new database lacks and adds, compared with the one that it replaces. The case of names does not count. */
export function compareTables(before: Table[], after: Table[]): UploadChanges {
  const known = new Map(before.map((table) => [keyOf(table), table]))
  const found = new Map(after.map((table) => [keyOf(table), table]))
  return {
    missing_tables: before.filter((table) => !found.has(keyOf(table))).map(({ name }) => name),
    added_tables: after.filter((table) => !known.has(keyOf(table))).map(({ name }) => name),
    missing_columns: before.flatMap((table) => {
      const columns = missingColumns(table, found.get(keyOf(table)))
      return columns.length === 0 ? [] : [{ table: table.name, columns }]
    }),
  }
}

function missingColumns(before: Table, after: Table | undefined): string[] {
  if (after === undefined) return []
  const kept = new Set(after.columns.map(keyOf))
  return before.columns.filter((column) => !kept.has(keyOf(column))).map(({ name }) => name)
}
