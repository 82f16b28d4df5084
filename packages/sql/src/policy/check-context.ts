import type { Parse, Policies, TableRef } from '../contract.ts'
import type { CatalogueIndex, IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'

/** A problem with a rule or a join, or something that an administrator should know or confirm. */
export interface PolicyProblem {
  severity: 'error' | 'warning'
  code: ProblemCode
  /** Where the problem was found. */
  section: Section
  /** Empty where it is no rule's. */
  rule: string
  /** The view that the problem is about; absent for a rule's. */
  view?: TableRef
  table: string
  /** `condition`, `join_condition`, `requires`, `when_column_exists`, a column's name, or `table`. */
  part: string
  message: string
  /** Character offset in the condition or mask, 0-based; null when unknown. */
  position: number | null
}

export type Section = 'rows' | 'columns' | 'views'

/** What kind of problem it is; `invalid` where nothing more can be said than its message. */
export type ProblemCode =
  | 'invalid'
  /** The database has no such table. */
  | 'unknown_table'
  /** The area does not hold the table: the rule changes nothing there. */
  | 'outside_area'
  /** The condition is the same for every row. */
  | 'constant'
  | 'masked_key'
  | 'view_protected'
  | 'view_unreadable'
  /** There was no time for all, or too much to say. */
  | 'unchecked'

/** How long a check may go on; without it until it ends. */
export interface CheckLimits {
  /** Whether the time is over: then what is left is one warning, since every query proves its rules again. */
  isOver(): boolean
  /** Lets others have their turn; called now and then between two steps. */
  pause(): Promise<void>
}

export interface CheckContext {
  policies: Policies
  index: CatalogueIndex
  /** The tables of the area. */
  tables: IndexedTable[]
  inArea: ReadonlySet<IndexedTable>
  /** Columns by their names in lower case, made when a table is first looked at and gone with the check. */
  columns: Map<IndexedTable, ReadonlyMap<string, IndexedColumn[]>>
  parse: Parse
  /** Of the tables of rules for ALL one of each form, by what the rules look at. */
  forms: Map<string, IndexedTable[]>
  limits: CheckLimits
  /** What is being checked now. */
  section: Section
  problems: PolicyProblem[]
  /** Problems that come of the rules of a table's parents: all the tables that it inherits from. */
  inherited: Map<PolicyProblem, ReadonlySet<IndexedTable>>
}

/** More than anybody reads; what comes behind them is not looked for. */
const mostProblems = 300

export function isEnough({ problems, limits }: CheckContext): boolean {
  return problems.length >= mostProblems || limits.isOver()
}

/** The place of a problem: its rule, table and part. */
export type Place = Pick<PolicyProblem, 'rule' | 'table' | 'part' | 'view'>

export function addError(
  context: CheckContext,
  place: Place,
  message: string,
  { position = null, code = 'invalid' }: { position?: number | null; code?: ProblemCode } = {},
): void {
  context.problems.push({ severity: 'error', code, section: context.section, ...place, message, position })
}

export function addWarning(context: CheckContext, place: Place, message: string, code: ProblemCode): void {
  context.problems.push({ severity: 'warning', code, section: context.section, ...place, message, position: null })
}

/** A rule for a table that the area does not hold is a mistake more often than a thought. */
export function warnOutside(context: CheckContext, rule: string, key: string, tables: IndexedTable[]): void {
  if (key === 'ALL' || tables.some((table) => context.inArea.has(table))) return
  const message = `${key} is not one of the area's tables.`
  addWarning(context, { rule, table: key, part: 'table' }, message, 'outside_area')
}

/** A table's columns by their names in lower case: 500 rules for ALL look at each of 10,000 tables. */
export function columnsByName(table: IndexedTable, { columns }: CheckContext): ReadonlyMap<string, IndexedColumn[]> {
  const known = columns.get(table)
  if (known) return known
  const made = Map.groupBy(table.columns.values(), ({ name }) => name.toLowerCase())
  columns.set(table, made)
  return made
}
