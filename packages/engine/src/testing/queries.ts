import { DatabaseSync } from 'node:sqlite'
import { formatMessage } from '@parlance/contract'
import { Decline } from '../decline.ts'
import type {
  AggregateFunction,
  Expression,
  Filter,
  Literal,
  Measured,
  Operator,
  Period,
  PeriodUnit,
  Query,
  Related,
  Scalar,
  TableKey,
} from '../query.ts'
import type { Schema } from '../schema/model.ts'
import { renderSql } from '../render/sql.ts'
import { testDatabase, type TestDatabase } from './sqlite-database.ts'

/** Opens a database in memory that the statements create. */
export function openTables(statements: string): TestDatabase {
  const database = new DatabaseSync(':memory:')
  database.exec(statements)
  return testDatabase(database)
}

type OneColumn = Extract<Scalar, { kind: 'column' }>

/** A column, written as 'table.column'. */
export function col(name: string): OneColumn {
  const [table = '', column = ''] = name.split('.')
  return { kind: 'column', ref: { table, column } }
}

/** The number of a table's rows. */
export const rowsIn = (table: TableKey) => ({ kind: 'rows', table }) as const

/** A function of a column, written as 'table.column'. */
export const computed = (fn: AggregateFunction, name: string, distinct = false): Measured => ({
  kind: 'aggregate',
  fn,
  distinct,
  of: col(name),
})

/** The dates of a column by a unit of the calendar. */
export const every = (unit: PeriodUnit, name: string): Scalar => ({ kind: 'period', unit, ref: col(name).ref })

/** A column compared with a value. */
export const where = (name: string, operator: Operator, value: Literal) =>
  ({ kind: 'compare', left: col(name), operator, value }) as const

/** The dates of a column from one day until before another. */
export const during = (name: string, from: string | null, before: string | null, label = ''): Period => ({
  kind: 'period',
  ref: col(name).ref,
  from,
  before,
  label,
  negated: false,
})

/** Rows of another table that belong to a row. */
export const having = (table: TableKey, of: TableKey, changes: Partial<Related> = {}): Related => ({
  kind: 'related',
  table,
  of,
  negated: false,
  filters: [],
  having: null,
  ...changes,
})

/** None of the rows that match the filters. */
export const without = (table: TableKey, of: TableKey, ...filters: Filter[]): Related =>
  having(table, of, { negated: true, filters })

/** A query that shows the expressions, each by its place: c1, c2 … */
export function query(subject: TableKey, select: readonly Expression[], changes: Partial<Query> = {}): Query {
  return {
    subject,
    select: select.map((expression, at) => ({
      expression,
      alias: expression.kind === 'column' ? expression.ref.column : `c${at + 1}`,
    })),
    distinct: false,
    filters: [],
    groups: [],
    having: [],
    order: [],
    limit: null,
    spoken: [subject],
    top: null,
    ...changes,
  }
}

/** The reason why a stage declines; empty if it doesn't. */
export function reasonOf(found: unknown): string {
  return found instanceof Decline ? formatMessage(found.reason) : ''
}

/** What a stage returned. @throws Error with the reason if it declines */
export function made<T>(found: T | Decline): T {
  if (found instanceof Decline) throw new Error(reasonOf(found))
  return found
}

/** The SQL of a query in one line, or the reason why there is none. */
export function sqlOf(schema: Schema, asked: Query): string {
  const found = renderSql(schema, asked, () => null)
  return found instanceof Decline ? reasonOf(found) : found.replaceAll(/\s+/g, ' ')
}
