import type { RowSecurityRule, RowTableRule } from '@parlance/contract'
import type { PartsOfRule } from './rule-groups.ts'
import { entryGap, forTable, isBlank, rowRuleTexts } from './row-rules.ts'

/** A condition on one table; `other` is its previous form as direct or inherited. */
export interface TableItem {
  table: string
  entry: RowTableRule
  other?: RowTableRule
}

/** The conditions of a row rule. */
export const tableItems: PartsOfRule<RowSecurityRule, TableItem> = {
  partsOf: ({ tables }) => Object.entries(tables).map(([table, entry]) => ({ table, entry })),
  placeOf: ({ table }) => table,
  tablesOf: (items) => Object.fromEntries(items.map(({ table, entry }) => [table, entry])),
}

/** A new condition for a table; the name may be empty. */
export function newTableItem(table: string): TableItem {
  return { table, entry: { condition: '', always_apply: true } }
}

/** What is missing in a condition; null if it is complete. */
export function tableItemGap({ table, entry }: TableItem) {
  return isBlank(table) ? rowRuleTexts.simple : entryGap(entry)
}

/** The item with another table. */
export function withTable(item: TableItem, table: string): TableItem {
  return { ...item, table, entry: forTable(table, item.entry) }
}

/** Turns a direct condition into an inherited one, or back; the next change restores the previous form. */
export function withKind({ table, entry, other }: TableItem, kind: 'direct' | 'inherited'): TableItem {
  const isInherited = entry.inherit_parent_security === true
  if (isInherited === (kind === 'inherited')) return other === undefined ? { table, entry } : { table, entry, other }
  const fresh: RowTableRule =
    kind === 'direct'
      ? { condition: '', always_apply: true }
      : { inherit_parent_security: true, always_apply: true, requires: entry.requires ?? '', join_condition: '' }
  return { table, entry: other ?? fresh, other: entry }
}

/** The entry with an optional text changed; empty text is left out. */
export function withText(entry: RowTableRule, field: 'when_column_exists' | 'requires', text: string): RowTableRule {
  const { [field]: _, ...rest } = entry
  return isBlank(text) ? rest : { ...entry, [field]: text }
}
