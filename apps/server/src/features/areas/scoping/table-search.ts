import { describedTables } from '@parlance/contract'
import type { Catalogue, CatalogueTable, FoundTable } from '@parlance/contract'
import { findTables, indexCatalogue } from '@parlance/retrieval'
import type { CatalogueIndex } from '@parlance/retrieval'
import { findTable, nameOf } from './table-names.ts'

/** The most matching columns to list for one table. */
const listedColumns = 5

const indexes = new WeakMap<Catalogue, CatalogueIndex>()

/** A catalog prepared for search, once for as long as it is cached. */
export function tableIndexOf(catalogue: Catalogue): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known !== undefined) return known
  const made = indexCatalogue(catalogue)
  indexes.set(catalogue, made)
  return made
}

/**
 * Names all tables that match a search, and describes the best ones.
 * @param whole decides how to spell names
 */
export function searchCatalogue(
  catalogue: Catalogue,
  query: string,
  whole: Catalogue,
): { table_names: string[]; tables: FoundTable[] } {
  const { tables, columnsOf } = findTables(tableIndexOf(catalogue), query)
  return {
    table_names: tables.map((table) => nameOf(whole, table)),
    tables: tables.slice(0, describedTables).map((table) => ({
      table_name: nameOf(whole, table),
      schema: table.schema,
      comment: table.comment,
      row_estimate: rowEstimateOf(table),
      column_count: table.columns.length,
      matched_columns: columnsOf(table).slice(0, listedColumns),
    })),
  }
}

/** The estimate of a table's rows. Null if there is none or rules hide rows. */
export function rowEstimateOf({ rowEstimate, hidesRows }: CatalogueTable): number | null {
  return hidesRows ? null : rowEstimate
}

/** The other tables that foreign keys link with these, in either direction. `whole` decides how to spell names. */
export function joinedTables(catalogue: Catalogue, names: readonly string[], whole: Catalogue): string[] {
  const { neighbors } = tableIndexOf(catalogue)
  const positions = new Map(catalogue.tables.map((table, position) => [table, position]))
  const chosen = new Set(names.map((name) => positionOf(findTable(catalogue, name), positions)))
  const joined = new Set([...chosen].flatMap((position) => neighbors.get(position) ?? [])).difference(chosen)
  return catalogue.tables.filter((_, position) => joined.has(position)).map((table) => nameOf(whole, table))
}

function positionOf(
  found: CatalogueTable | 'ambiguous' | null,
  positions: ReadonlyMap<CatalogueTable, number>,
): number {
  return found === null || found === 'ambiguous' ? -1 : (positions.get(found) ?? -1)
}
