/** A table's key: `schema.name`, or the name alone in the default schema. */
export type TableKey = string

export interface ColumnRef {
  table: TableKey
  column: string
}

/** A stretch of the calendar. */
export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** What dates are grouped by: a stretch of the calendar, Monday to Sunday, or January to December of any year. */
export type PeriodUnit = CalendarUnit | NamedUnit

/** Parts of a week or a year that have names and come again. */
export type NamedUnit = 'weekday' | 'calendar month'

export function isNamedUnit(unit: PeriodUnit): unit is NamedUnit {
  return unit === 'weekday' || unit === 'calendar month'
}

export type AggregateFunction = 'sum' | 'avg' | 'min' | 'max' | 'count' | 'median'

/** Quantity times price, minus a discount: the value of a sales line. Absent parts are null. */
export interface Formula {
  kind: 'formula'
  name: string
  table: TableKey
  quantity: ColumnRef | null
  price: ColumnRef
  discount: ColumnRef | null
  /** How the discount is stored: 0.1, 10 (percent), or an amount of money. */
  discountForm: 'fraction' | 'percent' | 'amount'
}

export type Scalar =
  | { kind: 'column'; ref: ColumnRef }
  | { kind: 'period'; unit: PeriodUnit; ref: ColumnRef }
  /** The number of a text's characters. */
  | { kind: 'length'; ref: ColumnRef }
  /** The calendar days from a date to another one of the same row. */
  | { kind: 'days'; ref: ColumnRef; to: ColumnRef }
  /** The full years from a date of birth until a day. */
  | { kind: 'age'; ref: ColumnRef; on: string }
  | Formula
  /**
   * A metric of the area, whose aggregates are its own. It is only ever part of a `Measured`: with `sum` if the values of
   * groups add up, else with `avg`.
   */
  | { kind: 'metric'; name: string; table: TableKey }

export type Expression =
  | Scalar
  | Measure
  /** A group's share of the total over all groups, in percent. */
  | { kind: 'share'; of: Measure }
  /** The share of the rows that match the filters, in percent. */
  | { kind: 'percentage'; of: Measure; filters: Filter[] }
  /** One measure divided by another: 'orders per customer'. Null if the divisor is 0. */
  | { kind: 'ratio'; of: Measure; per: Measure }
  /** One measure minus another: 'the difference between the highest and the lowest price'. */
  | { kind: 'difference'; of: Measure; less: Measure }
  | PartialMeasure

/** A number over several rows. */
export type Measure =
  /** The number of the table's rows; each counts once, however the joins multiply it. */
  { kind: 'rows'; table: TableKey } | Measured

export interface Measured {
  kind: 'aggregate'
  fn: AggregateFunction
  distinct: boolean
  of: Scalar
}

/** A condition on one value of a row, which needs no subquery. */
export type PlainFilter = Extract<Filter, { kind: 'compare' | 'between' | 'period' | 'in' | 'like' }>

/** A measure over only some of the rows. */
export type PartialMeasure =
  | { kind: 'part'; of: Measure; when: PlainFilter }
  /** The difference between two parts, in percent of the first one. */
  | { kind: 'change'; of: Measure; from: PlainFilter; to: PlainFilter }

export type Operator = '=' | '<>' | '<' | '<=' | '>' | '>='

export type Literal = string | number | boolean

/** Rows of another table that belong to a row of the filtered one. */
export interface Related {
  kind: 'related'
  /** The table with the requested rows, and the one that they must belong to. */
  table: TableKey
  of: TableKey
  negated: boolean
  filters: Filter[]
  /**
   * The required number or amount; null if one row is enough. With `than`, it is compared with that of the rows of `of`
   * that match these filters, not with the value.
   */
  having: { expression: Expression; operator: Operator; value: number; than?: Filter[] } | null
}

export type Filter =
  /** `byDefault`: a default filter of the area, which the question didn't ask for. */
  | { kind: 'compare'; left: Scalar; operator: Operator; value: Literal; byDefault?: true }
  | { kind: 'between'; left: Scalar; from: Literal; to: Literal }
  | { kind: 'period'; ref: ColumnRef; from: string | null; before: string | null; label: string; negated: boolean }
  | { kind: 'in'; left: Scalar; values: Literal[]; negated: boolean }
  | { kind: 'like'; left: Scalar; text: string; where: 'start' | 'end' | 'anywhere'; negated: boolean }
  | { kind: 'missing'; left: Scalar; negated: boolean }
  /** A column against an aggregate of the same column over the whole table or over the rows that match `filters`. */
  | { kind: 'against'; left: Scalar; operator: Operator; fn: AggregateFunction; filters: Filter[] }
  | { kind: 'columns'; left: Scalar; operator: Operator; right: Scalar }
  | Related
  /** Some of the rows that share the column's value must also match these: 'both … and …'. */
  | { kind: 'also'; left: Scalar; filters: Filter[] }
  /** The row that a column refers to in its own table must match these: 'employees who report to Ann'. */
  | { kind: 'refers'; left: Scalar; to: ColumnRef; filters: Filter[] }
  /** Each must be matched by a separate related row. */
  | { kind: 'every'; filters: Filter[] }
  /** All of them for the same row. */
  | { kind: 'all'; filters: Filter[] }
  | { kind: 'any'; filters: Filter[] }
  | { kind: 'not'; filter: Filter }

export interface Selected {
  expression: Expression
  /** The column's name in the result. */
  alias: string
}

export interface Ordering {
  expression: Expression
  descending: boolean
}

/** An understood question, before joins are chosen. Plain data: it is also the state that a follow-up builds on. */
export interface Query {
  subject: TableKey
  select: Selected[]
  distinct: boolean
  filters: Filter[]
  groups: Scalar[]
  /** Conditions on aggregates of each group. */
  having: { expression: Expression; operator: Operator; value: number }[]
  order: Ordering[]
  limit: number | null
  /** Only one of the first `limit` rows, counted from 1. */
  place?: { at: number; list: 'limited' | 'whole' | 'reversed' }
  /** `limit` applies to each of these groups, not to all rows; rows that tie with the last one are kept. */
  within?: Scalar[]
  /** Tables that the question mentions: paths between tables prefer them. */
  spoken: TableKey[]
  /** Limits the result to the first groups by an expression, before further groups split them. */
  top: {
    keys: ColumnRef[]
    query: Query
    /** Whether the question itself asks for these groups, not an earlier one. */
    isAsked?: boolean
  } | null
}

/** Whether an expression is computed over several rows. */
export function isAggregate(expression: Expression): expression is Exclude<Expression, Scalar> {
  return !['column', 'period', 'length', 'days', 'age', 'formula', 'metric'].includes(expression.kind)
}

/** Whether an expression is a single number over several rows, not computed from others. */
export function isMeasure(expression: Expression): expression is Measure {
  return expression.kind === 'rows' || expression.kind === 'aggregate'
}

export function isPlainFilter(filter: Filter): filter is PlainFilter {
  return ['compare', 'between', 'period', 'in', 'like'].includes(filter.kind)
}

export function isPartial(expression: Expression): expression is PartialMeasure {
  return expression.kind === 'part' || expression.kind === 'change'
}

/** The conditions that select a part of the rows in an expression. */
export function partsIn(expression: Expression): Filter[] {
  return expression.kind === 'percentage' ? expression.filters : conditionsIn(expression)
}

/** The conditions inside an expression that are tested on joined rows. */
export function conditionsIn(expression: Expression): PlainFilter[] {
  if (!isPartial(expression)) return []
  return expression.kind === 'change' ? [expression.from, expression.to] : [expression.when]
}

export function sameExpression(left: Expression, right: Expression): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

export function sameFilter(left: Filter, right: Filter | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

export function sameColumn(left: ColumnRef, right: ColumnRef): boolean {
  return left.table === right.table && left.column === right.column
}

export function column(ref: ColumnRef): Scalar {
  return { kind: 'column', ref }
}

/** The table that an expression is computed from. */
export function tableKeyOf(expression: Expression): string {
  if (expression.kind === 'rows' || expression.kind === 'formula' || expression.kind === 'metric')
    return expression.table
  return 'of' in expression ? tableKeyOf(expression.of) : expression.ref.table
}

/** All tables that an expression needs; a filter of a part is tested apart. */
export function tableKeysOf(expression: Expression): TableKey[] {
  if (expression.kind === 'ratio') return [tableKeyOf(expression.of), tableKeyOf(expression.per)]
  if (expression.kind === 'difference') return [tableKeyOf(expression.of), tableKeyOf(expression.less)]
  return [tableKeyOf(expression)]
}

/** The tables whose rows a filter examines. */
export function filterTables(filter: Filter): string[] {
  if (filter.kind === 'any' || filter.kind === 'all' || filter.kind === 'every')
    return filter.filters.flatMap(filterTables)
  if (filter.kind === 'not') return filterTables(filter.filter)
  if (filter.kind === 'related') return [filter.table]
  if (filter.kind === 'period') return [filter.ref.table]
  if (filter.kind === 'columns') return [tableKeyOf(filter.left), tableKeyOf(filter.right)]
  return [tableKeyOf(filter.left)]
}

/** Dates of a column. */
export type Period = Extract<Filter, { kind: 'period' }>

/** The periods that a query compares, the earlier one first; null if it compares none. */
export function comparedPeriods(query: Query): { from: Period; to: Period } | null {
  for (const { expression } of query.select)
    if (expression.kind === 'change' && expression.from.kind === 'period' && expression.to.kind === 'period')
      return { from: expression.from, to: expression.to }
  return null
}

/** The filters without those on the dates of a column. */
export function withoutPeriods(filters: readonly Filter[], { ref }: Pick<Period, 'ref'>): Filter[] {
  const isDate = (one: Filter): boolean =>
    (one.kind === 'period' && sameColumn(one.ref, ref)) || (one.kind === 'any' && one.filters.every(isDate))
  return filters.filter((one) => !isDate(one))
}

/** The columns anywhere in a query. */
export function refsOf(value: unknown): ColumnRef[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (typeof value !== 'object' || value === null) return []
  if ('table' in value && 'column' in value && typeof value.table === 'string' && typeof value.column === 'string')
    return [{ table: value.table, column: value.column }]
  return Object.values(value).flatMap(refsOf)
}

/** Whether a filter of a query is one that applies by default. */
export function isDefault(filter: Filter): boolean {
  return filter.kind === 'compare' && filter.byDefault === true
}

/** The filters that apply by default, also those inside other filters. */
export function defaultsIn(filters: readonly Filter[]): Filter[] {
  return filters.flatMap((one) => {
    if (isDefault(one)) return [one]
    if ('filters' in one) return defaultsIn(one.filters)
    return one.kind === 'not' ? defaultsIn([one.filter]) : []
  })
}
