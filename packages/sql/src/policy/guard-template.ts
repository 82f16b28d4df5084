import { message, quoteName, type SqlDialect } from '@parlance/contract'
import type { Policies } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import type { CatalogueIndex, IndexedTable } from '../prove/catalogue-index.ts'
import { ambiguousColumns, ruleFragment } from './fragments.ts'
import type { RulePiece } from './fragments.ts'
import { maskSql } from './masks.ts'
import { PolicyError } from './policy-error.ts'
import { namesTable, rulesOf } from './table-rules.ts'
import type { TableRowRule } from './table-rules.ts'
import { RuleTextError, textOf } from '../rule-text-error.ts'

/** The subquery that replaces a protected table, before a user's values are filled in. */
export interface GuardTemplate {
  pieces: RulePiece[]
  rowRules: string[]
  /** The applying row rules, in order. */
  rows: TemplateRow[]
  /** Each condition by its number, including those of parent tables. */
  fragments: RulePiece[][]
}

/** One row rule of a template. */
export interface TemplateRow {
  rule: TableRowRule
  /** The table whose rules it inherits. */
  parent: IndexedTable | null
  /** The numbers of its conditions. The last is its own condition, or the join with its parent. */
  numbers: number[]
}

export interface TemplateContext {
  index: CatalogueIndex
  policies: Policies
  /** Whether the query itself reads a table of this name. */
  reads(name: string): boolean
  /** The numbers of conditions that can't be true because a parameter has no value. */
  impossible: ReadonlySet<number>
  /** The conditions so far, by number. */
  fragments: RulePiece[][]
}

const noFence = { before: '', after: '', where: '' }

/**
 * Every table that inherits twice from a table that does the same doubles the conditions. This limit stops before
 * building a guard that would be refused for its size.
 */
const mostConditions = 500

/**
 * Builds `SELECT columns and masks FROM table WHERE conditions`, with the dialect's fence.
 * @throws PolicyError when a rule of the table can't be enforced
 */
export function guardTemplate(table: IndexedTable, context: TemplateContext): GuardTemplate {
  const { dialect } = context.index
  const applying = rowRules(table, context).filter(({ entry }) => applies(entry, context))
  const rows: TemplateRow[] = []
  const conditions = applying.map((rule) => {
    const first = context.fragments.length
    const condition = rowCondition(table, rule, context, [table])
    const parent = rule.entry.inherit_parent_security ? parentOf(table, rule, context) : null
    rows.push({ rule, parent, numbers: [...context.fragments.keys()].slice(first) })
    return condition
  })
  const fence = conditions.length > 0 ? dialectOf(dialect).rewriting.fence : noFence
  const pieces: RulePiece[] = [
    `SELECT ${fence.before}`,
    ...selectList(table, context),
    ` FROM ${qualifiedName(table, dialect)}`,
  ]
  pieces.push(...whereClause(conditions), fence.where, fence.after)
  return {
    pieces: pieces.filter((piece) => piece !== ''),
    rowRules: [...new Set(applying.map(({ rule }) => rule))],
    rows,
    fragments: context.fragments,
  }
}

/** The positions of the table's row rules that apply to this query. */
export function applyingRules(table: IndexedTable, context: Pick<TemplateContext, 'policies' | 'reads'>): number[] {
  const rows = rulesOf(table, context.policies)?.rows ?? []
  return [...rows.keys()].filter((position) => applies(rows[position]!.entry, context))
}

function rowRules(table: IndexedTable, context: TemplateContext): TableRowRule[] {
  return rulesOf(table, context.policies)?.rows ?? []
}

/** A rule applies by default; only `always_apply: false` with a table that the query doesn't read turns it off. */
function applies(entry: TableRowRule['entry'], context: Pick<TemplateContext, 'reads'>): boolean {
  return entry.always_apply !== false || !entry.requires || context.reads(entry.requires)
}

function whereClause(conditions: RulePiece[][]): RulePiece[] {
  return conditions.flatMap((condition, position) => [position === 0 ? ' WHERE (' : ' AND (', ...condition, ')'])
}

export function qualifiedName(table: IndexedTable, dialect: SqlDialect): string {
  const { schema, table: name } = table.ref
  const { mainSchema, quotesSchemaParts } = dialectOf(dialect).scoping
  const own = schema ?? mainSchema
  const path = quotesSchemaParts ? (own?.split('.') ?? []) : [own]
  return [...path.filter((part) => part !== null), name].map((part) => quoteName(part, dialect)).join('.')
}

function selectList(table: IndexedTable, context: TemplateContext): RulePiece[] {
  const { dialect } = context.index
  const masks = rulesOf(table, context.policies)?.masks
  const pieces: RulePiece[] = []
  for (const column of table.columns.values()) {
    const masked = masks?.get(column)
    if (masked?.mask.mask_type === 'disallow') continue
    if (pieces.length > 0) pieces.push(', ')
    const name = quoteName(column.name, dialect)
    if (!masked) {
      pieces.push(name)
      continue
    }
    try {
      pieces.push(...maskPieces(column, masked.mask, dialect), ` AS ${name}`)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new PolicyError(masked.rule, table.ref.table, column.name, textOf(error))
    }
  }
  if (pieces.length === 0)
    throw new PolicyError('', table.ref.table, 'columns', message('The rules hide all columns of this table.'))
  return pieces
}

/**
 * Writes a mask as SQL over the columns of its table.
 * @throws RangeError with a user-facing message when the mask isn't possible on this column or engine
 */
export function maskPieces(
  column: Parameters<typeof maskSql>[0],
  mask: Parameters<typeof maskSql>[1],
  dialect: SqlDialect,
): RulePiece[] {
  if (mask.mask_type !== 'custom') return maskSql(column, mask, dialect)
  if (!mask.sql) throw new RuleTextError(message('A custom mask needs an SQL expression.'))
  const pieces = ruleFragment(mask.sql, dialect, -1)
  if (pieces.some((piece) => typeof piece !== 'string'))
    throw new RuleTextError(message('A custom mask cannot use parameters.'))
  return ['(', ...pieces, ')']
}

/** The condition of one rule; an inheriting table shows the rows that have a visible parent row. */
function rowCondition(
  table: IndexedTable,
  rule: TableRowRule,
  context: TemplateContext,
  path: IndexedTable[],
): RulePiece[] {
  if (rule.entry.inherit_parent_security) return inherited(table, rule, context, path)
  if (!rule.entry.condition)
    throw new PolicyError(rule.rule, table.ref.table, 'condition', message('The rule has no condition. Add one.'))
  return numbered(rule.entry.condition, table, rule, 'condition', context)
}

function numbered(
  sql: string,
  table: IndexedTable,
  rule: TableRowRule,
  part: string,
  context: TemplateContext,
): RulePiece[] {
  const number = context.fragments.length
  if (number >= mostConditions) {
    throw new PolicyError(
      rule.rule,
      table.ref.table,
      part,
      message('The chain of inherited rules is too long. Shorten it.'),
    )
  }
  try {
    const fragment = context.impossible.has(number) ? ['1 = 0'] : ruleFragment(sql, context.index.dialect, number)
    context.fragments.push(fragment)
    return fragment
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new PolicyError(rule.rule, table.ref.table, part, textOf(error))
  }
}

function inherited(
  table: IndexedTable,
  rule: TableRowRule,
  context: TemplateContext,
  path: IndexedTable[],
): RulePiece[] {
  const { dialect } = context.index
  const parent = parentOf(table, rule, context)
  if (path.includes(parent)) {
    throw new PolicyError(
      rule.rule,
      table.ref.table,
      'requires',
      message('The rule inherits from {table} in a loop. Choose another parent table.', { table: parent.ref.table }),
    )
  }
  const conditions = rowRules(parent, context).map((inner) => rowCondition(parent, inner, context, [...path, parent]))
  const join = rule.entry.join_condition ?? foreignKeyJoin(table, parent, rule, context)
  const [unclear] = ambiguousColumns(join, dialect, table, parent)
  if (unclear) {
    const text = message('Both tables have a column {column}. Write the table name before it.', { column: unclear })
    throw new PolicyError(rule.rule, table.ref.table, 'join_condition', text)
  }
  const columns = [...parent.columns.values()].map((column) => quoteName(column.name, dialect)).join(', ')
  return [
    `EXISTS (SELECT 1 FROM (SELECT ${columns} FROM ${qualifiedName(parent, dialect)}`,
    ...whereClause(conditions),
    `)${dialectOf(dialect).rewriting.tableAlias}${quoteName(parent.ref.table, dialect)} WHERE (`,
    ...numbered(join, table, rule, 'join_condition', context),
    '))',
  ]
}

function parentOf(table: IndexedTable, rule: TableRowRule, context: TemplateContext): IndexedTable {
  const name = rule.entry.requires
  if (!name)
    throw new PolicyError(
      rule.rule,
      table.ref.table,
      'requires',
      message('A rule that inherits needs a parent table. Choose one.'),
    )
  const parent = findTable(name, context.index)
  if (!parent)
    throw new PolicyError(
      rule.rule,
      table.ref.table,
      'requires',
      message('There is no table {table}.', { table: name }),
    )
  return parent
}

/** The single table that a rule's name refers to; null if there are none or several. */
export function findTable(name: string, index: CatalogueIndex): IndexedTable | null {
  const last = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name
  const found = [...index.named(name), ...(last === name ? [] : index.named(last))]
    .map((entry) => index.findRef({ schema: entry.schema, table: entry.name }))
    .filter((table) => table !== null)
    .filter((table) => namesTable(name, table))
  const own = found.filter((table) => table.ref.schema === index.catalogue.defaultSchema)
  const candidates = found.length > 1 ? own : found
  return candidates.length === 1 ? candidates[0]! : null
}

function foreignKeyJoin(
  table: IndexedTable,
  parent: IndexedTable,
  rule: TableRowRule,
  context: TemplateContext,
): string {
  const { dialect } = context.index
  const keys = table.entry.foreignKeys.filter(
    (key) =>
      key.referencedTable === parent.ref.table && (key.referencedSchema ?? parent.ref.schema) === parent.ref.schema,
  )
  const [key] = keys
  if (keys.length !== 1 || !key) {
    throw new PolicyError(
      rule.rule,
      table.ref.table,
      'join_condition',
      message('A join condition with {table} is missing. Add it.', { table: parent.ref.table }),
    )
  }
  const quoted = (owner: IndexedTable, column: string) =>
    `${quoteName(owner.ref.table, dialect)}.${quoteName(column, dialect)}`
  return key.columns
    .map((column, at) => `${quoted(table, column)} = ${quoted(parent, key.referencedColumns[at]!)}`)
    .join(' AND ')
}
