/** A table by its key: `schema.name`, or the bare name in the default schema. */
export type TableKey = string

export interface ColumnRef {
  table: TableKey
  column: string
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

export type AggregateFunction = 'sum' | 'avg' | 'min' | 'max' | 'count'

/** Quantity times price, less a discount: what a line of a sale is worth. Absent parts are null. */
export interface Formula {
  kind: 'formula'
  name: string
  table: TableKey
  quantity: ColumnRef | null
  price: ColumnRef
  discount: ColumnRef | null
  /** How the discount is kept: 0.1, 10 (percent) or an amount of money. */
  discountForm: 'fraction' | 'percent' | 'amount'
}

export type Scalar = { kind: 'column'; ref: ColumnRef } | { kind: 'period'; unit: PeriodUnit; ref: ColumnRef } | Formula

export type Expression =
  | Scalar
  /** The number of the table's rows, each counted once however the joins multiply it. */
  | { kind: 'rows'; table: TableKey }
  | Measured
  /** The part, in percent, that a group has of the total over all groups. */
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
  /** The table whose rows are asked for, and the one that they must belong to. */
  table: TableKey
  of: TableKey
  negated: boolean
  filters: Filter[]
  /** How many, or how much, there must be; null when one is enough. */
  having: { expression: Expression; operator: Operator; value: number } | null
}

export type Filter =
  | { kind: 'compare'; left: Scalar; operator: Operator; value: Literal }
  | { kind: 'between'; left: Scalar; from: Literal; to: Literal }
  | { kind: 'period'; ref: ColumnRef; from: string | null; before: string | null; label: string; negated: boolean }
  | { kind: 'in'; left: Scalar; values: Literal[]; negated: boolean }
  | { kind: 'like'; left: Scalar; text: string; where: 'start' | 'end' | 'anywhere'; negated: boolean }
  | { kind: 'missing'; left: Scalar; negated: boolean }
  /** A column against an aggregate of the same column over the whole table or `filters` of it. */
  | { kind: 'against'; left: Scalar; operator: Operator; fn: AggregateFunction; filters: Filter[] }
  | { kind: 'columns'; left: Scalar; operator: Operator; right: Scalar }
  | Related
  /** Of rows that share the column's value, some must also fulfil these: 'both … and …'. */
  | { kind: 'also'; left: Scalar; filters: Filter[] }
  /** Each must be fulfilled, by a related row of its own. */
  | { kind: 'every'; filters: Filter[] }
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

/** A question understood, before joins are chosen. Plain data: it is also the state that a follow-up builds on. */
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
  /** Tables that the question speaks of: ways between tables go by them where they can. */
  spoken: TableKey[]
  /** Keeps only the groups that come first by an expression, before further groups split them. */
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

/** The tables whose rows a filter looks at. */
export function filterTables(filter: Filter): string[] {
  if (filter.kind === 'any' || filter.kind === 'every') return filter.filters.flatMap(filterTables)
  if (filter.kind === 'not') return filterTables(filter.filter)
  if (filter.kind === 'related') return [filter.table]
  if (filter.kind === 'period') return [filter.ref.table]
  if (filter.kind === 'columns') return [tableKeyOf(filter.left), tableKeyOf(filter.right)]
  return [tableKeyOf(filter.left)]
}
