import type { Catalogue } from '@parlance/contract'
import type { Policies, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import { qualifiedName } from './guard-template.ts'
import { isDisallowed, rulesOf } from './table-rules.ts'
import { isClosedView } from './views.ts'

/**
 * The columns of a table that the rules do not take away, in the catalogue's order; none for an unknown table, nor for a
 * view that is refused because it shows what rules protect: it may have columns that they take away from the table below.
 */
export function visibleColumns(ref: TableRef, catalogue: Catalogue, policies: Policies | null): string[] {
  const index = indexOf(catalogue)
  const table = index.findRef(ref)
  if (table !== null && policies !== null && isClosedView(table, index, policies, true)) return []
  const columns = [...(table?.columns.values() ?? [])]
  return columns.filter((column) => policies === null || !isDisallowed(column, policies)).map(({ name }) => name)
}

/** Whether the rules may leave out rows of a table; of what stands below a view too little is known to say no. */
export function mayHideRows(ref: TableRef, catalogue: Catalogue, policies: Policies): boolean {
  const table = indexOf(catalogue).findRef(ref)
  if (table === null || (table.entry.objectType !== 'TABLE' && policies.rowRules !== null)) return true
  return (rulesOf(table, policies)?.rows.length ?? 0) > 0
}

/** A table's whole name as SQL of its dialect; null when the catalogue does not have it. */
export function tableSql(ref: TableRef, catalogue: Catalogue): string | null {
  const table = indexOf(catalogue).findRef(ref)
  return table === null ? null : qualifiedName(table, catalogue.dialect)
}
