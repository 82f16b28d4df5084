import { message, type Message } from '@parlance/contract'
import type { Policies, RowTableRule } from '../contract.ts'
import type { IndexedTable } from '../prove/catalogue-index.ts'
import { addError, addWarning, columnsByName, isEnough, warnOutside } from './check-context.ts'
import type { CheckContext, Place, PolicyProblem } from './check-context.ts'
import { proveFragment, wordsOf } from './check-fragment.ts'
import { warnOfUnknownKeys } from './check-user-keys.ts'
import { constantCondition } from './constant-conditions.ts'
import { findTable, qualifiedName } from './guard-template.ts'
import { makeGuard } from './guard.ts'
import { PolicyError } from './policy-error.ts'
import { namesTable, rulesOf } from './table-rules.ts'

/** Proves one row rule for one table, or for ALL. */
export async function checkRowRule(
  rule: string,
  key: string,
  entry: RowTableRule,
  context: CheckContext,
): Promise<void> {
  const at = (part: string): Place => ({ rule, table: key, part })
  if (key !== 'ALL' && entry.when_column_exists !== undefined) {
    addError(context, at('when_column_exists'), message('when_column_exists is used only for ALL.'))
  }
  if (entry.requires && !findTable(entry.requires, context.index)) {
    return addError(context, at('requires'), message('There is no table {table}.', { table: entry.requires }))
  }
  const tables = tablesOf(key, context, (table) => appliesTo(entry, table, context))
  if (tables.length === 0) {
    if (key !== 'ALL')
      addError(context, at('table'), message('There is no table {table}.', { table: key }), { code: 'unknown_table' })
    else if (entry.when_column_exists) {
      const text = message('No table has a column {column}.', { column: entry.when_column_exists })
      addWarning(context, at('when_column_exists'), text, 'invalid')
    }
    return
  }
  if (key === 'ALL' && entry.inherit_parent_security) {
    return addError(
      context,
      at('inherit_parent_security'),
      message('A rule for ALL tables cannot inherit from a parent table.'),
    )
  }
  warnOutside(context, rule, key, tables)
  warnOfUnknownKeys(rule, key, entry, context)
  for (const table of oneOfEachForm(tables, key, entry, context)) {
    if (isEnough(context)) return
    if (entry.inherit_parent_security) await checkInherited(rule, key, entry, table, context)
    else if (entry.condition?.trim()) await checkCondition(rule, key, entry.condition, table, context)
    else return addError(context, at('condition'), message('The rule has no condition. Add one.'))
  }
}

function appliesTo({ when_column_exists: name }: RowTableRule, table: IndexedTable, context: CheckContext): boolean {
  return name === undefined || columnsByName(table, context).has(name.toLowerCase())
}

/** The tables that a rule's key refers to in this database. */
export function tablesOf(
  key: string,
  context: CheckContext,
  matches: (table: IndexedTable) => boolean,
): IndexedTable[] {
  if (key === 'ALL') return context.tables.filter(matches)
  const last = key.slice(key.lastIndexOf('.') + 1)
  return [...context.index.named(key), ...(last === key ? [] : context.index.named(last))]
    .map((entry) => context.index.findRef({ schema: entry.schema, table: entry.name }))
    .filter((table) => table !== null)
    .filter((table) => namesTable(key, table))
}

/**
 * For a rule for ALL, one table of each form that its condition can distinguish. The names in the condition decide
 * which columns it reads, so 10,000 tables with the same tenant column need only one proof.
 */
function oneOfEachForm(
  tables: IndexedTable[],
  key: string,
  { condition, when_column_exists }: RowTableRule,
  context: CheckContext,
): IndexedTable[] {
  if (key !== 'ALL' || !condition) return tables
  const words = [...wordsOf(condition, context)].toSorted()
  const known = context.forms.get(JSON.stringify([words, when_column_exists]))
  if (known) return known
  const forms = new Map<string, IndexedTable>()
  for (const table of tables) {
    const form = formOf(table, words, context)
    if (!forms.has(form)) forms.set(form, table)
  }
  const made = [...forms.values()]
  context.forms.set(JSON.stringify([words, when_column_exists]), made)
  return made
}

function formOf(table: IndexedTable, words: string[], context: CheckContext): string {
  const { ref } = table
  const known = columnsByName(table, context)
  const columns = words.flatMap((word) => known.get(word) ?? [])
  const types = columns.map(({ name, column }) => [name, column.dataType, column.kind])
  return JSON.stringify([words.includes(ref.table.toLowerCase()) ? ref : null, table.columns.size === 0, types])
}

async function checkCondition(
  rule: string,
  key: string,
  condition: string,
  table: IndexedTable,
  context: CheckContext,
): Promise<void> {
  const place = { rule, table: key, part: 'condition' }
  const lead = `SELECT 1 AS one FROM ${qualifiedName(table, context.index.dialect)} WHERE`
  const proof = await proveFragment({ sql: condition, lead, allowed: null, takesParameters: true }, context)
  if ('problem' in proof) {
    const { message, position } = proof.problem
    return addError(context, place, inTable(key, table, message), { position })
  }
  const rules = { rules: [{ name: rule, tables: { [qualifiedKey(table)]: { condition } } }] }
  await checkGuard(place, table, { ...context.policies, columnRules: null, rowRules: rules }, context)
  const constant = proof.where ? constantCondition(proof.where, context.index.dialect) : null
  if (constant === 'hides-all')
    addWarning(context, place, message('The condition is never true, so no one sees any rows.'), 'constant')
  if (constant === 'shows-all')
    addWarning(context, place, message('The condition is always true, so everyone sees every row.'), 'constant')
}

function qualifiedKey({ ref }: IndexedTable): string {
  return ref.schema === null ? ref.table : `${ref.schema}.${ref.table}`
}

/** A rule for ALL has many tables, so the message names the one that doesn't fit. */
function inTable(key: string, table: IndexedTable, problem: Message): Message {
  return key === 'ALL' ? message('For {table}: {problem}', { table: qualifiedKey(table), problem }) : problem
}

async function checkInherited(
  rule: string,
  key: string,
  entry: RowTableRule,
  table: IndexedTable,
  context: CheckContext,
): Promise<void> {
  const circle = circleFrom(table, entry, context)
  if (circle) {
    const place = { rule, table: key, part: 'requires' }
    return addError(
      context,
      place,
      message('The rules inherit from each other in a loop: {tables}. Remove one of the parent tables.', {
        tables: circle.join(', '),
      }),
    )
  }
  if (await hasJoinProblem(rule, key, entry, table, context)) return
  const place = { rule, table: key, part: 'join_condition' }
  const own = { rules: [{ name: rule, tables: { [key]: entry } }] }
  const alone: Policies = { ...context.policies, columnRules: null, rowRules: own }
  if (await checkGuard(place, table, alone, context)) return
  const parents = (context.policies.rowRules?.rules ?? []).map(({ name, tables }) => ({
    name,
    tables: Object.fromEntries(Object.entries(tables).filter(([other]) => !namesTable(other, table))),
  }))
  const whole: Policies = { ...alone, rowRules: { rules: [...own.rules, ...parents] } }
  const found = await checkGuard(place, table, whole, context)
  if (found) context.inherited.set(found, ancestorsOf(entry, context))
  else warnOfOpenParent({ ...place, part: 'requires' }, entry, context)
}

/** A parent without row rules restricts nothing. */
function warnOfOpenParent(place: Place, { requires }: RowTableRule, context: CheckContext): void {
  const parent = requires ? findTable(requires, context.index) : null
  if (!parent || (rulesOf(parent, context.policies)?.rows ?? []).length > 0) return
  const text = message(
    'The parent table {parent} has no row rule, so users see every row that has a matching row in {parent}.',
    { parent: parent.ref.table },
  )
  addWarning(context, place, text, 'contradiction')
}

/** The tables that a rule inherits from, directly or indirectly. */
function ancestorsOf(entry: RowTableRule, context: CheckContext): Set<IndexedTable> {
  const ancestors = new Set<IndexedTable>()
  const open = [entry]
  for (let next = open.pop(); next; next = open.pop()) {
    const parent = next.requires ? findTable(next.requires, context.index) : null
    if (!parent || ancestors.has(parent)) continue
    ancestors.add(parent)
    const rows = rulesOf(parent, context.policies)?.rows ?? []
    open.push(...rows.map((row) => row.entry).filter((each) => each.inherit_parent_security))
  }
  return ancestors
}

/** Leaves out problems that a table has only because of its parent's rules, if those are reported themselves. */
export function withoutRepeated({ problems, inherited }: CheckContext): PolicyProblem[] {
  const own = problems.filter(
    (problem) => problem.severity === 'error' && problem.section === 'rows' && !inherited.has(problem),
  )
  const isReported = (table: IndexedTable) => own.some(({ table: key }) => key === 'ALL' || namesTable(key, table))
  return problems.filter((problem) => !inherited.get(problem)?.values().some(isReported))
}

/** Proves the join on its own first, so that an error has a position. */
async function hasJoinProblem(
  rule: string,
  key: string,
  { requires, join_condition: sql }: RowTableRule,
  table: IndexedTable,
  context: CheckContext,
): Promise<boolean> {
  const parent = requires ? findTable(requires, context.index) : null
  if (!sql || !parent || parent.ref.table.toLowerCase() === table.ref.table.toLowerCase()) return false
  const [child, other] = [table, parent].map((each) => qualifiedName(each, context.index.dialect))
  const lead = `SELECT 1 AS one FROM ${child} CROSS JOIN ${other} WHERE`
  const proof = await proveFragment({ sql, lead, allowed: null, takesParameters: true }, context)
  if (!('problem' in proof)) return false
  const { message, position } = proof.problem
  addError(context, { rule, table: key, part: 'join_condition' }, message, { position })
  return true
}

/** The names on the path back to the table if its parents inherit from it; null if they don't. */
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

/**
 * Builds the guard for only these rules.
 * @param place the default place for a problem
 * @returns the problem found, or null
 */
export async function checkGuard(
  place: Place,
  table: IndexedTable,
  policies: Policies,
  context: CheckContext,
  isPartFixed = false,
): Promise<PolicyProblem | null> {
  try {
    await makeGuard(table, { ...context, policies, value: () => null, reads: () => true })
    return null
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    const part = isPartFixed ? place.part : error.part
    addError(context, { ...place, part }, inTable(place.table, table, error.text))
    return context.problems.at(-1) ?? null
  }
}
