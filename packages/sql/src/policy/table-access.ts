import type { Catalogue, Message } from '@parlance/contract'
import type { GatePrincipal, Parse, Policies, Receipt, TableRef } from '../contract.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'
import { textLiteral } from '../rewrite/literals.ts'
import { constantCondition } from './constant-conditions.ts'
import { fillRules } from './guard.ts'
import type { Filling, GuardContext } from './guard.ts'
import type { TemplateCondition, TemplateRow } from './guard-template.ts'
import { PolicyError } from './policy-error.ts'
import { principalValue } from './rule-parameters.ts'
import { isDisallowed, rulesOf } from './table-rules.ts'
import type { TableMask } from './table-rules.ts'
import { isClosedView } from './views.ts'

/** What the rules let one user see of a table, as the gate enforces it. */
export interface TableAccess {
  /** The row rules of the table. Empty if every row is visible. */
  rows: RowAccess[]
  masked: Omit<Receipt['masks'][number], 'table'>[]
  hidden: string[]
  /** Whether no row can ever meet the rules. */
  isNever: boolean
  /** Why queries that read the table are refused; null if they aren't. */
  refusal: Message | 'closed-view' | null
}

/** A row rule with the user's values. */
export interface RowAccess {
  rule: string
  /** The condition, or the join with the parent table. */
  text: RowText[]
  /** The parent table whose visible rows decide; null if the rule has its own condition. */
  parent: TableRef | null
  /** The rule applies only to queries that also read this table; null if it always applies. */
  onlyWith: string | null
  /** Parameters without a value, also of parent tables, so that no row is visible. */
  unset: string[]
  /** Parameters whose value doesn't fit the column, with the same effect. */
  unsuitable: string[]
  /** The rules of parent tables that use these parameters. */
  origins: { rule: string; table: TableRef }[]
}

/** SQL, or a parameter with the user's value as a literal; null if it has none. */
export type RowText = string | { parameter: string; literal: string | null }

export interface AccessRequest {
  catalogue: Catalogue
  /** Null if the area has no rules. */
  policies: Policies | null
  principal: GatePrincipal
  now: string
}

/**
 * Reads what a user may see of a table from the same templates that queries are rewritten with.
 * @returns null for a table that the catalogue doesn't have
 */
export async function readAccess(ref: TableRef, request: AccessRequest, parse: Parse): Promise<TableAccess | null> {
  const { catalogue, policies, principal, now } = request
  const index = indexOf(catalogue)
  const table = index.findRef(ref)
  if (table === null) return null
  const access: TableAccess = { rows: [], masked: [], hidden: [], isNever: false, refusal: null }
  if (policies === null) return access
  if (isClosedView(table, index, policies, true)) return { ...access, refusal: 'closed-view' }
  const rules = rulesOf(table, policies)
  if (rules === null) return access
  const context: GuardContext = {
    index,
    policies,
    parse,
    value: (name) => principalValue(name, principal, now),
    reads: () => true,
  }
  try {
    const { template, fillings } = await fillRules(table, context)
    return {
      rows: template.rows.map((row) => describeRow(row, template.conditions, fillings, context)),
      ...columnsOf(table, rules.masks, policies),
      isNever: await isNever(table, context),
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    return { ...access, refusal: error.text }
  }
}

function columnsOf(
  table: IndexedTable,
  masks: ReadonlyMap<IndexedColumn, TableMask>,
  policies: Policies,
): Pick<TableAccess, 'masked' | 'hidden'> {
  const all = [...table.columns.values()]
  return {
    hidden: all.filter((column) => isDisallowed(column, policies)).map(({ name }) => name),
    masked: all.flatMap((column) => {
      const masked = masks.get(column)
      if (masked === undefined || isDisallowed(column, policies)) return []
      return [{ rule: masked.rule, column: column.name, maskType: masked.mask.mask_type }]
    }),
  }
}

function describeRow(
  { rule: { rule, entry }, parent, numbers }: TemplateRow,
  conditions: TemplateCondition[],
  fillings: Filling[],
  context: GuardContext,
): RowAccess {
  const own = numbers.at(-1)
  const values = fillings.filter(({ condition }) => condition === own).values()
  const text = (own === undefined ? [] : (conditions[own]?.pieces ?? [])).flatMap((piece): RowText[] => {
    if (typeof piece === 'string') return piece === '' ? [] : [piece]
    if ('salt' in piece) return []
    return [{ parameter: piece.parameter, literal: literalOf(values.next().value?.value ?? null, context) }]
  })
  const failing = fillings.filter(({ condition, value }) => value === null && numbers.includes(condition))
  const names = [...new Set(failing.map(({ parameter }) => parameter))]
  const inherited = new Set(failing.map(({ condition }) => condition).filter((number) => number !== own))
  return {
    rule,
    text,
    parent: parent?.ref ?? null,
    onlyWith: entry.always_apply === false ? (entry.requires ?? null) : null,
    unset: names.filter((name) => context.value(name) === null),
    unsuitable: names.filter((name) => context.value(name) !== null),
    origins: [...inherited].flatMap((number) => {
      const { rule: origin, table } = conditions[number] ?? {}
      return origin === undefined || table === undefined ? [] : [{ rule: origin, table: table.ref }]
    }),
  }
}

function literalOf(value: Filling['value'], { index }: GuardContext): string | null {
  if (value === null) return null
  if (typeof value !== 'string') return String(value)
  try {
    return textLiteral(value, index.dialect)
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(value)
    throw error
  }
}

/** Whether the rules that always apply hide every row, or those of a parent table do. */
async function isNever(table: IndexedTable, context: GuardContext): Promise<boolean> {
  const { template, where } = await fillRules(table, { ...context, reads: () => false })
  if (where !== null && constantCondition(where, context.index.dialect) === 'hides-all') return true
  for (const { parent } of template.rows) {
    // All rules of a parent apply, whatever else the query reads.
    if (parent !== null && (await hidesAll(parent, context))) return true
  }
  return false
}

async function hidesAll(table: IndexedTable, context: GuardContext): Promise<boolean> {
  // The masks of a parent don't matter to the tables that inherit its rows.
  const policies = { ...context.policies, columnRules: null }
  if (rulesOf(table, policies) === null) return false
  const { template, where } = await fillRules(table, { ...context, policies })
  if (where !== null && constantCondition(where, context.index.dialect) === 'hides-all') return true
  for (const { parent } of template.rows) if (parent !== null && (await hidesAll(parent, context))) return true
  return false
}
