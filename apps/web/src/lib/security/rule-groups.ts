import type { ColumnSecurityRule, RowSecurityRule, RowTableRule } from '@parlance/contract'
import { withMasks, type MaskRow } from './column-rules.ts'
import { forTable, isBlank } from './row-rules.ts'

/** A rule as the Advanced Builder edits it: its parts are ordered, and names may be empty or duplicate for a while. */
export interface RuleGroup<Rule, Item> {
  id: number
  /** Name, description and everything else that is stored next to the parts. */
  rule: Rule
  items: (Item & { id: number })[]
}

/** A condition on one table; `other` is its previous form as direct or inherited. */
export interface TableItem {
  table: string
  entry: RowTableRule
  other?: RowTableRule
}

export type RowGroup = RuleGroup<RowSecurityRule, TableItem>
export type MaskGroup = RuleGroup<ColumnSecurityRule, MaskRow>

export function tableItems(rule: RowSecurityRule): TableItem[] {
  return Object.entries(rule.tables).map(([table, entry]) => ({ table, entry }))
}

/** The group's rule; a table that occurs twice needs a second rule with the same name, so that none is lost. */
export function rowRulesOfGroup({ rule, items }: Omit<RowGroup, 'id'>): RowSecurityRule[] {
  const layers: Map<string, RowTableRule>[] = [new Map()]
  for (const { table, entry } of items) {
    let layer = layers.find((tables) => !tables.has(table))
    if (layer === undefined) layers.push((layer = new Map()))
    layer.set(table, entry)
  }
  return layers.map((tables) => ({ ...rule, tables: Object.fromEntries(tables) }))
}

export function maskRulesOfGroup({ rule, items }: Omit<MaskGroup, 'id'>): ColumnSecurityRule[] {
  return withMasks(
    rule,
    items.map(({ table, column, mask }) => ({ table, column, mask })),
  )
}

export const newTableItem: TableItem = { table: '', entry: { condition: '', always_apply: true } }

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

/** The rule with a description; an empty one is not saved. */
export function withDescription<Rule extends { description?: string | undefined }>(
  rule: Rule,
  description: string,
): Rule {
  return { ...rule, description: description === '' ? undefined : description }
}
