/** A table's key: `schema.name`, or the name alone in the default schema. */
export type TableKey = string

export interface ColumnRef {
  table: TableKey
  column: string
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

export type AggregateFunction = 'sum' | 'avg' | 'min' | 'max' | 'count'

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

export type Scalar = { kind: 'column'; ref: ColumnRef } | { kind: 'period'; unit: PeriodUnit; ref: ColumnRef } | Formula

export type Expression =
  | Scalar
  /** The number of the table's rows; each counts once, however the joins multiply it. */
  | { kind: 'rows'; table: TableKey }
  | Measured
  /** A group's share of the total over all groups, in percent. */
  | { kind: 'share'; of: Measured | { kind: 'rows'; table: TableKey } }

export interface Measured {
  kind: 'aggregate'
  fn: AggregateFunction
  distinct: boolean
  of: Scalar
}

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
  /** The required number or amount; null if one row is enough. */
  having: { expression: Expression; operator: Operator; value: number } | null
}

export type Filter =
  | { kind: 'compare'; left: Scalar; operator: Operator; value: Literal }
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
  /** Tables that the question mentions: paths between tables prefer them. */
  spoken: TableKey[]
  /** Limits the result to the first groups by an expression, before further groups split them. */
  top: { keys: ColumnRef[]; query: Query } | null
}

export function isAggregate(expression: Expression): boolean {
  return expression.kind === 'rows' || expression.kind === 'aggregate' || expression.kind === 'share'
}

export function sameExpression(left: Expression, right: Expression): boolean {
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
  if (expression.kind === 'rows' || expression.kind === 'formula') return expression.table
  if (expression.kind === 'aggregate' || expression.kind === 'share') return tableKeyOf(expression.of)
  return expression.ref.table
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
