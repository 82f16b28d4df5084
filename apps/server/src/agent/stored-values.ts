import type { Catalogue, Cell, TableRef } from '@parlance/contract'
import type { ColumnPlace } from '@parlance/engine'
import type { QueryScope } from '../door/contract.ts'
import { findColumn } from './column-sql.ts'

/** A column of a connected database. */
export interface StoredPlace extends TableRef {
  column: string
}

/** Facts about a column, as of the last time the values were read. */
export interface ColumnProfile {
  /** Rows of the table. */
  rows: number
  /** Rows without a value. */
  nulls: number
  /** Distinct values; null if they were not counted. */
  distinct: number | null
  /** The least and the greatest value of a number or date; null for other columns. */
  min: Cell
  max: Cell
  /** The most frequent values with their rows, of a column with few; empty for other columns. */
  top: { value: string; rows: number }[]
}

/** What the server has stored about the values of databases. It is read without rules: see `storedPlace`. */
export interface StoredValues {
  /** Every value of a column, as it was when it was read; null if there are too many or none are stored. */
  listOf(connectionId: string, place: StoredPlace): Promise<Cell[] | null>
  /** Values that are equal or similar to a text, of the columns that are searchable. */
  search(
    connectionId: string,
    texts: string[],
    places: StoredPlace[],
  ): Promise<{ found: (StoredPlace & { value: string })[]; searched: StoredPlace[] }>
  profileOf(connectionId: string, place: StoredPlace): Promise<ColumnProfile | null>
}

/** For places without a store, such as a file on the command line. */
export const noStoredValues: StoredValues = {
  listOf: async () => null,
  search: async () => ({ found: [], searched: [] }),
  profileOf: async () => null,
}

/**
 * The column if what is stored about it may be used for this user: it must be in the user's catalog, and no row rule or
 * mask may limit it. For any other column, values come only from queries as the user.
 */
export async function storedPlace({
  catalogue,
  scope,
  table,
  column,
}: { catalogue: Catalogue; scope: QueryScope } & ColumnPlace): Promise<StoredPlace | null> {
  const found = findColumn(catalogue, table, column)
  if (found === null || found.table.hidesRows) return null
  const place = { schema: found.table.schema, table: found.table.name, column }
  if (scope.policies === null) return place
  const { isLimited } = await import('@parlance/sql')
  return isLimited(place, column, catalogue, scope.policies) ? null : place
}
