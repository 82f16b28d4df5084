import type { Catalogue } from '@parlance/contract'
import type { ColumnMask, Parse, Policies, RowTableRule, TableRef } from '../contract.ts'
import { knownParameter } from '../parameters.ts'
import type { ParsedTrees } from '../parse/model.ts'
import { indexOf } from '../prove/catalogue-index.ts'
import type { CatalogueIndex, IndexedTable } from '../prove/catalogue-index.ts'
import { proveQuery } from '../prove/prove-query.ts'
import { ruleFragment } from './fragments.ts'
import { findTable, qualifiedName } from './guard-template.ts'
import { makeGuard } from './guard.ts'
import { PolicyError } from './policy-error.ts'
import { columnNamed, namesTable, rulesOf } from './table-rules.ts'
import { viewVerdict } from './views.ts'

/** What is wrong with a rule, or what an administrator is to confirm. */
export interface PolicyProblem {
  severity: 'error' | 'warning'
  rule: string
  table: string
  /** `condition`, `join_condition`, `requires`, `when_column_exists`, a column's name, or `table`. */
  part: string
  message: string
  /** Character offset in the condition, 0-based; null when unknown. */
  position: number | null
}

interface CheckContext {
  policies: Policies
  index: CatalogueIndex
  tables: IndexedTable[]
  parse: Parse
  problems: PolicyProblem[]
}

/**
 * Proves an area's rules against one database, as they are proven again at every query. No problem of severity `error`
 * means that each rule can be enforced there; warnings are views that show protected tables or cannot be read.
 * @param allowedTables the tables of the area; null for every table of the catalogue
 */
export async function checkPolicies(
  policies: Policies,
  catalogue: Catalogue,
  allowedTables: TableRef[] | null,
  parse: Parse,
): Promise<PolicyProblem[]> {
  const index = indexOf(catalogue)
  const refs = allowedTables ?? catalogue.tables.map((table) => ({ schema: table.schema, table: table.name }))
  const tables = refs.map((ref) => index.findRef(ref)).filter((table) => table !== null)
  const context: CheckContext = { policies, index, tables, parse, problems: [] }
  for (const rule of policies.rowRules?.rules ?? []) {
    for (const [key, entry] of Object.entries(rule.tables)) await checkRowRule(rule.name, key, entry, context)
  }
  for (const rule of policies.columnRules?.rules ?? []) {
    for (const [key, columns] of Object.entries(rule.tables)) await checkMasks(rule.name, key, columns, context)
  }
  checkViews(context)
  return context.problems
}

async function checkRowRule(rule: string, key: string, entry: RowTableRule, context: CheckContext): Promise<void> {
  const add = (part: string, message: string) => addError(rule, key, part, message, context)
  if (key !== 'ALL' && entry.when_column_exists !== undefined) {
    add('when_column_exists', 'when_column_exists is used only for ALL.')
  }
  if (entry.requires && !findTable(entry.requires, context.index)) {
    add('requires', `There is no table ${entry.requires}.`)
    return
  }
  const tables = tablesOf(key, context, (table) => appliesTo(entry, table))
  if (tables.length === 0) {
    if (key !== 'ALL') add('table', `There is no table ${key}.`)
    else if (entry.when_column_exists)
      addWarning(rule, key, 'when_column_exists', `No table has a column ${entry.when_column_exists}.`, context)
    return
  }
  if (key === 'ALL' && entry.inherit_parent_security)
    return add('inherit_parent_security', 'A rule for ALL tables cannot inherit.')
  for (const table of tables) {
    if (entry.inherit_parent_security) await checkInherited(rule, key, entry, table, context)
    else if (entry.condition) await checkCondition(rule, key, entry.condition, table, context)
    else add('condition', 'The rule has no condition.')
  }
}

function appliesTo(entry: RowTableRule, table: IndexedTable): boolean {
  return entry.when_column_exists === undefined || columnNamed(entry.when_column_exists, table).length > 0
}

function tablesOf(key: string, context: CheckContext, matches: (table: IndexedTable) => boolean): IndexedTable[] {
  if (key === 'ALL') return context.tables.filter(matches)
  const last = key.slice(key.lastIndexOf('.') + 1)
  return [...context.index.named(key), ...(last === key ? [] : context.index.named(last))]
    .map((entry) => context.index.findRef({ schema: entry.schema, table: entry.name }))
    .filter((table) => table !== null)
    .filter((table) => namesTable(key, table))
}

async function checkCondition(
  rule: string,
  key: string,
  condition: string,
  table: IndexedTable,
  context: CheckContext,
): Promise<void> {
  const { dialect } = context.index
  const lead = `SELECT 1 AS one FROM ${qualifiedName(table, dialect)} WHERE (`
  let text = lead
  try {
    let values = 0
    for (const piece of ruleFragment(condition, dialect, 0)) {
      if (typeof piece === 'string') text += piece
      else if ('parameter' in piece) {
        if (!knownParameter(piece.parameter)) throw new RangeError(`There is no parameter :${piece.parameter}.`)
        const mark = dialect === 'postgresql' ? `$${++values}` : '?'
        text += mark.padEnd(piece.parameter.length + 1)
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return addError(rule, key, 'condition', error.message, context)
  }
  const problem = await provenProblem(`${text})`, context)
  if (!problem) {
    const rules = { rules: [{ name: rule, tables: { [qualifiedKey(table)]: { condition } } }] }
    return checkGuard(rule, key, table, { ...context.policies, columnRules: null, rowRules: rules }, context)
  }
  const position = problem.position === null ? null : Math.max(0, problem.position - lead.length)
  addError(rule, key, 'condition', problem.message, context, position)
}

function qualifiedKey({ ref }: IndexedTable): string {
  return ref.schema === null ? ref.table : `${ref.schema}.${ref.table}`
}

async function provenProblem(
  text: string,
  context: CheckContext,
): Promise<{ message: string; position: number | null } | null> {
  const outcome = await context.parse(context.index.dialect, text)
  if (!outcome.ok) return outcome
  const trees = outcome.trees as ParsedTrees
  if ('refusal' in trees) return trees.refusal
  const proof = proveQuery(trees.query, context.index, { allowed: null })
  const [word] = proof.strings
  if (word)
    return { message: `There is no column ${word.text}. Text is written in single quotes.`, position: word.start }
  const taken = proof.ctes.find((cte) => context.index.named(cte.name.text).length > 0)
  const message = `The WITH name ${taken?.name.text ?? ''} is also the name of a table. Give it another name.`
  return proof.problems[0] ?? (taken ? { message, position: taken.name.start } : null)
}

async function checkInherited(
  rule: string,
  key: string,
  entry: RowTableRule,
  table: IndexedTable,
  context: CheckContext,
): Promise<void> {
  const own = { rules: [{ name: rule, tables: { [key]: entry } }] }
  const parents = (context.policies.rowRules?.rules ?? []).map(({ name, tables }) => ({
    name,
    tables: Object.fromEntries(Object.entries(tables).filter(([other]) => !namesTable(other, table))),
  }))
  const circle = circleFrom(table, entry, context)
  if (circle) return addError(rule, key, 'requires', `The rule inherits in a circle: ${circle.join(', ')}.`, context)
  const policies: Policies = { ...context.policies, columnRules: null, rowRules: { rules: [...own.rules, ...parents] } }
  await checkGuard(rule, key, table, policies, context)
}

/** The names on the way back to the table, where its parents inherit from it; null when they do not. */
function circleFrom(table: IndexedTable, entry: RowTableRule, context: CheckContext): string[] | null {
  const path = [table.ref.table]
  const seen = new Set<IndexedTable>([table])
  let next = entry.requires
  while (next) {
    const parent = findTable(next, context.index)
    if (!parent) return null
    path.push(parent.ref.table)
    if (parent === table) return path
    if (seen.has(parent)) return null
    seen.add(parent)
    next = rulesOf(parent, context.policies)?.rows.find((row) => row.entry.inherit_parent_security)?.entry.requires
  }
  return null
}

async function checkMasks(
  rule: string,
  key: string,
  columns: Record<string, ColumnMask>,
  context: CheckContext,
): Promise<void> {
  const tables = tablesOf(key, context, () => true)
  if (tables.length === 0) return addError(rule, key, 'table', `There is no table ${key}.`, context)
  for (const [column, mask] of Object.entries(columns)) {
    const holders = tables.filter((table) => columnNamed(column, table).length > 0)
    if (holders.length === 0) addError(rule, key, column, `There is no column ${column}.`, context)
    for (const table of holders) {
      if (mask.mask_type === 'disallow' && table.columns.size > 1) continue
      const single = { rules: [{ name: rule, tables: { [key]: { [column]: mask } } }] }
      await checkGuard(rule, key, table, { ...context.policies, rowRules: null, columnRules: single }, context, column)
    }
  }
}

async function checkGuard(
  rule: string,
  key: string,
  table: IndexedTable,
  policies: Policies,
  context: CheckContext,
  part?: string,
): Promise<void> {
  try {
    await makeGuard(table, { ...context, policies, value: () => null, reads: () => true })
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    addError(rule, key, part ?? error.part, error.message, context)
  }
}

function checkViews(context: CheckContext): void {
  for (const table of context.tables) {
    if (table.entry.objectType === 'TABLE' || rulesOf(table, context.policies)?.named) continue
    const verdict = viewVerdict(table, context.index, context.policies)
    if (verdict === 'protected') {
      addWarning(
        '',
        table.ref.table,
        'table',
        'It shows tables that rules protect, and is refused until it has rules itself.',
        context,
      )
    } else if (verdict === 'unreadable') {
      addWarning(
        '',
        table.ref.table,
        'table',
        'Its definition cannot be read: confirm that it shows nothing protected.',
        context,
      )
    }
  }
}

function addError(
  rule: string,
  table: string,
  part: string,
  message: string,
  context: CheckContext,
  position: number | null = null,
): void {
  context.problems.push({ severity: 'error', rule, table, part, message, position })
}

function addWarning(rule: string, table: string, part: string, message: string, context: CheckContext): void {
  context.problems.push({ severity: 'warning', rule, table, part, message, position: null })
}
