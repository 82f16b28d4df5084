import type { ColumnMask, Policies, RowTableRule } from '../contract.ts'
import type { IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'
import { maskFacts } from './mask-types.ts'

/** A row rule as it applies to one table. */
export interface TableRowRule {
  rule: string
  /** The key under which the rules name the table; `ALL` for every table. */
  key: string
  entry: RowTableRule
}

export interface TableMask {
  rule: string
  mask: ColumnMask
}

/** All rules of a table. */
export interface TableRules {
  rows: TableRowRule[]
  /** The strictest mask of each column. */
  masks: Map<IndexedColumn, TableMask>
  /** Some rule names this very table, not just ALL. */
  named: boolean
}

const known = new WeakMap<Policies, WeakMap<IndexedTable, TableRules>>()

/** Returns the rules of a table, or null if it has none. Names match regardless of case, so that no rule is missed. */
export function rulesOf(table: IndexedTable, policies: Policies): TableRules | null {
  let byTable = known.get(policies)
  if (!byTable) known.set(policies, (byTable = new WeakMap()))
  let rules = byTable.get(table)
  if (!rules) byTable.set(table, (rules = collect(table, policies)))
  return rules.named || rules.rows.length > 0 || rules.masks.size > 0 ? rules : null
}

function collect(table: IndexedTable, policies: Policies): TableRules {
  const rules: TableRules = { rows: [], masks: new Map(), named: false }
  for (const { name, tables } of policies.rowRules?.rules ?? []) {
    for (const [key, entry] of Object.entries(tables)) {
      const direct = namesTable(key, table)
      if (direct) rules.named = true
      if (direct || (key === 'ALL' && appliesToAll(entry, table))) rules.rows.push({ rule: name, key, entry })
    }
  }
  for (const { name, tables } of policies.columnRules?.rules ?? []) {
    for (const [key, columns] of Object.entries(tables)) {
      const direct = namesTable(key, table)
      if (direct) rules.named = true
      if (direct || key === 'ALL') addMasks(rules, name, columns, table)
    }
  }
  return rules
}

/** Whether the rules' name of a table, with or without its schema, refers to this one. */
export function namesTable(key: string, table: IndexedTable): boolean {
  const { schema, table: name } = table.ref
  const written = key.toLowerCase()
  return written === name.toLowerCase() || (schema !== null && written === `${schema}.${name}`.toLowerCase())
}

function appliesToAll(entry: RowTableRule, table: IndexedTable): boolean {
  return entry.when_column_exists === undefined || columnNamed(entry.when_column_exists, table).length > 0
}

/** Columns with this name, regardless of case. */
export function columnNamed(name: string, table: IndexedTable): IndexedColumn[] {
  const wanted = name.toLowerCase()
  return [...table.columns.values()].filter((column) => column.name.toLowerCase() === wanted)
}

function addMasks(rules: TableRules, rule: string, columns: Record<string, ColumnMask>, table: IndexedTable): void {
  for (const [name, mask] of Object.entries(columns)) {
    for (const column of columnNamed(name, table)) {
      const present = rules.masks.get(column)
      if (!present || rankOf(mask) < rankOf(present.mask)) rules.masks.set(column, { rule, mask })
    }
  }
}

function rankOf(mask: ColumnMask): number {
  return maskFacts[mask.mask_type].rank
}

/** Whether the rules remove this column. */
export function isDisallowed(column: IndexedColumn, policies: Policies): boolean {
  return rulesOf(column.table, policies)?.masks.get(column)?.mask.mask_type === 'disallow'
}
