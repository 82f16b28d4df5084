import { message } from '@parlance/contract'
import { metricOf, otherFunction } from '../schema/metrics.ts'
import { isAdditive, isRepeatable } from '../schema/vocabulary.ts'
import { monthNames } from '../match/dates.ts'
import { isMultiplied } from '../plan/joins.ts'
import {
  isAggregate,
  isNamedUnit,
  tableKeyOf,
  type AggregateFunction,
  type Expression,
  type Literal,
  type Measure,
  type Measured,
  type NamedUnit,
  type PartialMeasure,
  type PlainFilter,
  type Scalar,
  type TableKey,
} from '../query.ts'
import { columnOf, tableOf } from '../schema/model.ts'
import { metricText } from './metrics.ts'
import { columnText, declined, piecesText, type Writer } from './writer.ts'

/** A value of each row. */
export function scalarText(writer: Writer, scalar: Scalar): string {
  if (scalar.kind === 'column') return columnText(writer, scalar.ref)
  if (scalar.kind === 'period') return periodText(writer, scalar)
  if (scalar.kind === 'length') return writer.dialect.textLength(columnText(writer, scalar.ref))
  if (scalar.kind === 'days') return writer.dialect.days(columnText(writer, scalar.ref), columnText(writer, scalar.to))
  if (scalar.kind === 'age') return writer.dialect.fullYears(columnText(writer, scalar.ref), scalar.on)
  if (scalar.kind === 'metric') return metricText(writer, scalar.name, null)
  const quantity = scalar.quantity === null ? '' : `${columnText(writer, scalar.quantity)} * `
  const price = columnText(writer, scalar.price)
  if (scalar.discount === null) return `${quantity}${price}`
  const discount = columnText(writer, scalar.discount)
  if (scalar.discountForm === 'amount') return `${quantity}${price} - ${discount}`
  return `${quantity}${price} * (1 - ${scalar.discountForm === 'percent' ? `${discount} / 100.0` : discount})`
}

const namesOf: Record<NamedUnit, readonly string[]> = {
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  'calendar month': monthNames,
}

function periodText(writer: Writer, { unit, ref }: Extract<Scalar, { kind: 'period' }>): string {
  const of = columnText(writer, ref)
  if (!isNamedUnit(unit)) return writer.dialect.period(unit, of)
  const names = namesOf[unit].map((name, at) => `WHEN ${at + 1} THEN '${name}'`).join(' ')
  return `CASE ${numberText(writer, unit, of)} ${names} END`
}

/** The number of a weekday or a month, from 1. */
function numberText({ dialect }: Writer, unit: NamedUnit, of: string): string {
  return unit === 'weekday' ? dialect.weekday(of) : dialect.monthNumber(of)
}

/** The value by which groups are sorted: weekdays from Monday and months from January on, others as they are. */
export function sortText(writer: Writer, expression: Expression): string {
  return expression.kind === 'period' && isNamedUnit(expression.unit)
    ? `MIN(${numberText(writer, expression.unit, columnText(writer, expression.ref))})`
    : expressionText(writer, expression)
}

/** A value of each row, or one of several rows. Declines if joins would count rows twice. */
export function expressionText(writer: Writer, expression: Expression): string {
  if (!isAggregate(expression)) return scalarText(writer, expression)
  switch (expression.kind) {
    case 'rows':
      return rowsText(writer, expression.table)
    case 'aggregate':
      return aggregateText(writer, expression)
    case 'share':
      return shareText(writer, expression.of)
    case 'percentage':
      return percentageText(writer, expression)
    case 'part':
    case 'change':
      return partialText(writer, expression)
    case 'ratio':
      return ratioText(writer, expression)
    case 'difference':
      return `${expressionText(writer, expression.of)} - ${expressionText(writer, expression.less)}`
  }
}

/** Rows without a month or a city belong to none of them, so they don't take part in an average per month or city. */
function ratioText(writer: Writer, { of, per }: Extract<Expression, { kind: 'ratio' }>): string {
  const by = per.kind === 'aggregate' && 'ref' in per.of ? per.of.ref : null
  const isOpen = by !== null && columnOf(writer.schema, by).nullable
  const condition = isOpen ? `${columnText(writer, by)} IS NOT NULL` : null
  const number = of.kind === 'rows' ? rowsText(writer, of.table, condition) : aggregateText(writer, of, condition)
  return `1.0 * ${number} / NULLIF(${expressionText(writer, per)}, 0)`
}

/** Functions whose result stays the same if a row is repeated. */
const repeatable: ReadonlySet<AggregateFunction> = new Set(['min', 'max'])

/** Whether the joins repeat rows of a table that are computed over; if so, the query is declined. */
export function repeatsRows(writer: Writer, table: TableKey): boolean {
  if (!isMultiplied(writer.tree, table, writer.groups)) return false
  const { name } = tableOf(writer.schema, table)
  declined(writer, message('Adding up {table} in these groups would count some rows more than once.', { table: name }))
  return true
}

function aggregateText(writer: Writer, { fn, distinct, of }: Measured, condition: string | null = null): string {
  if (of.kind === 'metric') return metricValue(writer, of, fn, condition)
  if (!repeatable.has(fn) && !distinct && fn !== 'count' && repeatsRows(writer, tableKeyOf(of))) return ''
  const isWhole = fn === 'avg' && writer.dialect.averagesToIntegers === true && isInteger(writer, of)
  const value = `${isWhole ? '1.0 * ' : ''}${scalarText(writer, of)}`
  // A sum of no rows is 0, but they have no average.
  const otherwise = fn === 'sum' ? ' ELSE 0' : ''
  const text = condition === null ? value : `CASE WHEN ${condition} THEN ${value}${otherwise} END`
  if (fn === 'median') return medianText(writer, text)
  return `${fn.toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${text})`
}

function isInteger({ schema }: Writer, of: Scalar): boolean {
  return (
    ['length', 'days', 'age'].includes(of.kind) || (of.kind === 'column' && columnOf(schema, of.ref).kind === 'integer')
  )
}

function medianText(writer: Writer, text: string): string {
  return writer.dialect.median === null
    ? declined(writer, message('The median cannot be shown together with this here. Ask for the median only.'))
    : writer.dialect.median(text)
}

function measureText(writer: Writer, of: Measure, when: PlainFilter): string {
  const condition = plainText(writer, when)
  return of.kind === 'rows' ? rowsText(writer, of.table, condition) : aggregateText(writer, of, condition)
}

/** A measure over some of the rows, or two of them compared. Without rows to compare with, the result is NULL. */
function partialText(writer: Writer, expression: PartialMeasure): string {
  const part = (when: PlainFilter) => measureText(writer, expression.of, when)
  if (expression.kind === 'part') return part(expression.when)
  const before = part(expression.from)
  // A rise from a loss is a rise. A number of rows is never negative.
  const base = expression.of.kind === 'rows' ? before : `ABS(${before})`
  return `100.0 * (${part(expression.to)} - ${before}) / NULLIF(${base}, 0)`
}

function literal(writer: Writer, value: Literal): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return yesNo(writer, value)
  return writer.dialect.text(value)
}

function yesNo({ dialect }: Writer, value: boolean): string {
  if (dialect.numbersForYesNo === true) return value ? '1' : '0'
  return value ? 'TRUE' : 'FALSE'
}

function likePattern(filter: Extract<PlainFilter, { kind: 'like' }>): string {
  return `${filter.where === 'start' ? '' : '%'}${filter.text}${filter.where === 'end' ? '' : '%'}`
}

/** A condition on one value of a row. */
export function plainText(writer: Writer, filter: PlainFilter): string {
  if (filter.kind === 'period') return datesText(writer, filter)
  const named = definedText(writer, filter)
  if (named !== null) return named
  const left = scalarText(writer, filter.left)
  switch (filter.kind) {
    case 'compare':
      return `${left} ${filter.operator} ${literal(writer, filter.value)}`
    case 'between':
      return `${left} BETWEEN ${literal(writer, filter.from)} AND ${literal(writer, filter.to)}`
    case 'in':
      return `${left} ${filter.negated ? 'NOT ' : ''}IN (${filter.values.map((one) => literal(writer, one)).join(', ')})`
    case 'like':
      return writer.dialect.like(left, writer.dialect.text(likePattern(filter)), filter.negated)
  }
}

/** A filter of the area: rows for which its condition is unknown don't match it. Null for any other condition. */
function definedText(writer: Writer, filter: PlainFilter): string | null {
  if (filter.kind !== 'compare' || filter.left.kind !== 'column') return null
  const { computed, table } = columnOf(writer.schema, filter.left.ref)
  if (computed?.kind !== 'filter') return null
  const isWanted = (filter.value === true) === (filter.operator === '=')
  return isWanted ? `(${piecesText(writer, table.key, computed.pieces)})` : `${columnText(writer, filter.left.ref)} = 0`
}

/** The value of a metric. Declines if joins would repeat its rows, or if another function than its own is asked for. */
function metricValue(
  writer: Writer,
  { name, table }: { name: string; table: TableKey },
  fn: AggregateFunction,
  condition: string | null,
): string {
  const metric = metricOf(writer.schema, name)
  if (fn !== (isAdditive(metric) ? 'sum' : 'avg')) return declined(writer, otherFunction(metric.metric.name), [name])
  if (!isRepeatable(metric) && repeatsRows(writer, table)) return ''
  return metricText(writer, name, condition)
}

function datesText(writer: Writer, filter: Extract<PlainFilter, { kind: 'period' }>): string {
  const left = columnText(writer, filter.ref)
  const parts = [
    ...(filter.from === null ? [] : [`${left} >= ${writer.dialect.date(filter.from)}`]),
    ...(filter.before === null ? [] : [`${left} < ${writer.dialect.date(filter.before)}`]),
  ]
  const text = parts.join(' AND ')
  if (filter.negated) return `NOT (${text})`
  return text
}

/** A share of the sum over all groups; if rows belong to several groups, there is no such sum. */
function shareText(writer: Writer, of: Measure): string {
  const part = expressionText(writer, of)
  if (part.startsWith('COUNT(DISTINCT')) {
    const { name } = tableOf(writer.schema, tableKeyOf(of))
    return declined(
      writer,
      message('Some {table} are in several groups, so their shares would not add up.', { table: name }),
    )
  }
  return `100.0 * ${part} / NULLIF(SUM(${part}) OVER (), 0)`
}

/** The matching rows in percent of all rows: both are computed over the same rows, so no row is lost or repeated. */
function percentageText(writer: Writer, { of, filters }: Extract<Expression, { kind: 'percentage' }>): string {
  const key = tableKeyOf(of)
  const condition = writer.test(writer, filters, key)
  const matching =
    of.kind === 'rows' ? rowsText(writer, of.table, condition) : `COALESCE(${aggregateText(writer, of, condition)}, 0)`
  return `100.0 * ${matching} / NULLIF(${expressionText(writer, of)}, 0)`
}

function rowsText(writer: Writer, key: TableKey, condition: string | null = null): string {
  const counted = (value: string) => (condition === null ? value : `CASE WHEN ${condition} THEN ${value} END`)
  if (!isMultiplied(writer.tree, key, writer.groups)) return condition === null ? 'COUNT(*)' : `COUNT(${counted('1')})`
  const table = tableOf(writer.schema, key)
  const [only, second] = table.primaryKey
  if (only === undefined || second !== undefined)
    return declined(
      writer,
      message('Rows of {table} cannot be counted once each here, because the table has no single-column key.', {
        table: table.name,
      }),
    )
  return `COUNT(DISTINCT ${counted(columnText(writer, only.ref))})`
}
