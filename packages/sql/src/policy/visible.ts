import type { Catalogue } from '@parlance/contract'
import type { Policies, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import { qualifiedName } from './guard-template.ts'
import { columnNamed, isDisallowed, rulesOf } from './table-rules.ts'
import { isClosedView } from './views.ts'

/**
 * The columns of a table that the rules don't remove, in the catalogue's order. Empty for an unknown table and for a
 * view that is refused because it shows what rules protect: it may have columns that they remove from the table below.
 */
export function visibleColumns(ref: TableRef, catalogue: Catalogue, policies: Policies | null): string[] {
  const index = indexOf(catalogue)
  const table = index.findRef(ref)
  if (table !== null && policies !== null && isClosedView(table, index, policies, true)) return []
  const columns = [...(table?.columns.values() ?? [])]
  return columns.filter((column) => policies === null || !isDisallowed(column, policies)).map(({ name }) => name)
}

/** Whether the rules may leave out rows of a table; for a view, too little is known to rule it out. */
export function mayHideRows(ref: TableRef, catalogue: Catalogue, policies: Policies): boolean {
  const table = indexOf(catalogue).findRef(ref)
  if (table === null || (table.entry.objectType !== 'TABLE' && policies.rowRules !== null)) return true
  return (rulesOf(table, policies)?.rows.length ?? 0) > 0
}

/**
 * Whether the rules may change or leave out values of a column, so that only a query with the rules shows what is left.
 * For a view or an unknown table or column, too little is known to rule it out.
 */
export function isLimited(ref: TableRef, column: string, catalogue: Catalogue, policies: Policies | null): boolean {
  if (policies === null) return false
  const table = indexOf(catalogue).findRef(ref)
  if (table === null || table.entry.objectType !== 'TABLE') return true
  const rules = rulesOf(table, policies)
  const found = columnNamed(column, table)
  return found.length === 0 || (rules !== null && (rules.rows.length > 0 || found.some((one) => rules.masks.has(one))))
}

/** The columns of a table whose values a mask changes. Empty for an unknown table. */
export function maskedColumns(ref: TableRef, catalogue: Catalogue, policies: Policies | null): string[] {
  const table = indexOf(catalogue).findRef(ref)
  const rules = table === null || policies === null ? null : rulesOf(table, policies)
  return [...(rules?.masks.keys() ?? [])].map(({ name }) => name)
}

/** A table's full name as SQL of its dialect; null if the catalogue doesn't have it. */
export function tableSql(ref: TableRef, catalogue: Catalogue): string | null {
  const table = indexOf(catalogue).findRef(ref)
  return table === null ? null : qualifiedName(table, catalogue.dialect)
}
