import { message, type Message } from '@parlance/contract'
import type { Parse, Policies, TableRef } from '../contract.ts'
import type { CatalogueIndex, IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'

/** A problem with a rule or a join, or something that an administrator should know or confirm. */
export interface PolicyProblem {
  severity: 'error' | 'warning'
  code: ProblemCode
  /** Where the problem was found. */
  section: Section
  /** Empty if the problem isn't about a rule. */
  rule: string
  /** The view that the problem is about; absent for a rule's problem. */
  view?: TableRef
  /** Empty if the problem is about the whole rule. */
  table: string
  /** `condition`, `join_condition`, `requires`, `when_column_exists`, a column's name, or `table`. Empty like `table`. */
  part: string
  message: Message
  /** 0-based character offset in the condition or mask; null when unknown. */
  position: number | null
}

export type Section = 'rows' | 'columns' | 'views'

/** The kind of problem; `invalid` if only the message describes it. */
export type ProblemCode =
  | 'invalid'
  /** The database has no such table. */
  | 'unknown_table'
  /** The area doesn't contain the table, so the rule has no effect there. */
  | 'outside_area'
  /** The condition is the same for every row. */
  | 'constant'
  /** Two parts of the rules contradict each other, or a part has no effect. */
  | 'contradiction'
  | 'masked_key'
  /** No active user has the attribute. */
  | 'unknown_key'
  | 'view_protected'
  | 'view_unreadable'
  /** There was no time to check everything, or too much to report. */
  | 'unchecked'

/** Limits how long a check may run; without limits it runs to the end. */
export interface CheckLimits {
  /** Whether time is up. Everything left becomes one warning, because every query proves its rules again. */
  isOver(): boolean
  /** Yields to other work; called now and then between two steps. */
  pause(): Promise<void>
}

export interface CheckContext {
  policies: Policies
  index: CatalogueIndex
  /** The tables of the area. */
  tables: IndexedTable[]
  inArea: ReadonlySet<IndexedTable>
  /** Columns by lower-case name, built when a table is first examined and discarded with the check. */
  columns: Map<IndexedTable, ReadonlyMap<string, IndexedColumn[]>>
  parse: Parse
  /** One table of each form for rules for ALL, by what the rules can see of a table. */
  forms: Map<string, IndexedTable[]>
  limits: CheckLimits
  /** The attributes that active users have; null if they are not known. */
  attributeKeys: ReadonlySet<string> | null
  /** The section that is being checked now. */
  section: Section
  problems: PolicyProblem[]
  /** Problems caused by rules of a table's parents, with all the tables that it inherits from. */
  inherited: Map<PolicyProblem, ReadonlySet<IndexedTable>>
}

/** More than anyone reads; the check stops there. */
const mostProblems = 300

export function isEnough({ problems, limits }: CheckContext): boolean {
  return problems.length >= mostProblems || limits.isOver()
}

/** The place of a problem: its rule, table, and part. */
export type Place = Pick<PolicyProblem, 'rule' | 'table' | 'part' | 'view'>

export function addError(
  context: CheckContext,
  place: Place,
  text: Message,
  { position = null, code = 'invalid' }: { position?: number | null; code?: ProblemCode } = {},
): void {
  context.problems.push({ severity: 'error', code, section: context.section, ...place, message: text, position })
}

export function addWarning(
  context: CheckContext,
  place: Place,
  text: Message,
  code: ProblemCode,
  position: number | null = null,
): void {
  context.problems.push({
    severity: 'warning',
    code,
    section: context.section,
    ...place,
    message: text,
    position,
  })
}

/** A rule for a table outside the area is more often a mistake than intended. */
export function warnOutside(context: CheckContext, rule: string, key: string, tables: IndexedTable[]): void {
  if (key === 'ALL' || tables.some((table) => context.inArea.has(table))) return
  const text = message('{table} is not a table of this business area.', { table: key })
  addWarning(context, { rule, table: key, part: 'table' }, text, 'outside_area')
}

/** A table's columns by lower-case name: 500 rules for ALL each look at 10,000 tables. */
export function columnsByName(table: IndexedTable, { columns }: CheckContext): ReadonlyMap<string, IndexedColumn[]> {
  const known = columns.get(table)
  if (known) return known
  const made = Map.groupBy(table.columns.values(), ({ name }) => name.toLowerCase())
  columns.set(table, made)
  return made
}
