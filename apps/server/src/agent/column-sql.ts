import { dialectFacts, quoteName } from '@parlance/contract'
import type { Catalogue, CatalogueTable, SqlDialect } from '@parlance/contract'
import { tableName } from './table-name.ts'

/** A column of a catalog. Its names come from the catalog, never from the question (R13). */
export interface FoundColumn {
  table: CatalogueTable
  column: string
}

/** The column that a table's shown name and a column's name mean; null if the catalog has none. */
export function findColumn(catalogue: Catalogue, table: string, column: string): FoundColumn | null {
  const found = catalogue.tables.find((candidate) => tableName(candidate, catalogue) === table)
  const name = found?.columns.find((candidate) => candidate.name === column)?.name
  return found && name !== undefined ? { table: found, column: name } : null
}

/** A query for a column's distinct values. The gate still proves it. */
export function distinctValues(
  { table, column }: FoundColumn,
  { catalogue: { dialect }, limit, where = null }: { catalogue: Catalogue; limit: number; where?: string | null },
): string {
  const condition = where === null ? '' : ` WHERE ${where}`
  const rest = `${quoteName(column, dialect)} FROM ${pathOf(table, dialect)}${condition}`
  return withLimit('SELECT DISTINCT', rest, limit, dialect)
}

/** A table's full name as SQL. */
export function pathOf({ schema, name }: CatalogueTable, dialect: SqlDialect): string {
  return [schema, name]
    .filter((part) => part !== null)
    .map((part) => quoteName(part, dialect))
    .join('.')
}

/** A SELECT with a limit of rows, as its dialect writes it. */
export function withLimit(select: string, rest: string, limit: number, dialect: SqlDialect): string {
  switch (dialectFacts[dialect].rowLimit) {
    case 'top':
      return `${select} TOP ${limit} ${rest}`
    case 'fetch':
      return `${select} ${rest} FETCH FIRST ${limit} ROWS ONLY`
    case 'limit':
      return `${select} ${rest} LIMIT ${limit}`
  }
}
