import { message } from '@parlance/contract'
import { isMultiplied } from '../plan/joins.ts'
import {
  isPartial,
  tableKeyOf,
  type Expression,
  type Literal,
  type Measure,
  type Measured,
  type PartialMeasure,
  type PlainFilter,
  type Scalar,
  type TableKey,
} from '../query.ts'
import { tableOf } from '../schema/model.ts'
import { columnText, declined, type Writer } from './writer.ts'

/** A value of each row. */
export function scalarText(writer: Writer, scalar: Scalar): string {
  if (scalar.kind === 'column') return columnText(writer, scalar.ref)
  if (scalar.kind === 'period') return writer.dialect.period(scalar.unit, columnText(writer, scalar.ref))
  const quantity = scalar.quantity === null ? '' : `${columnText(writer, scalar.quantity)} * `
  const price = columnText(writer, scalar.price)
  if (scalar.discount === null) return `${quantity}${price}`
  const discount = columnText(writer, scalar.discount)
  if (scalar.discountForm === 'amount') return `${quantity}${price} - ${discount}`
  return `${quantity}${price} * (1 - ${scalar.discountForm === 'percent' ? `${discount} / 100.0` : discount})`
}

/** A value of each row, or one of several rows. Declines if joins would count rows twice. */
export function expressionText(writer: Writer, expression: Expression): string {
  if (expression.kind === 'rows') return rowsText(writer, expression.table)
  if (expression.kind === 'share') return shareText(writer, expression.of)
  if (isPartial(expression)) return partialText(writer, expression)
  return expression.kind === 'aggregate' ? aggregateText(writer, expression, null) : scalarText(writer, expression)
}

function aggregateText(writer: Writer, { fn, distinct, of }: Measured, when: PlainFilter | null): string {
  const table = tableKeyOf(of)
  if ((fn === 'sum' || fn === 'avg') && isMultiplied(writer.tree, table, writer.groups)) {
    const { name } = tableOf(writer.schema, table)
    return declined(
      writer,
      message('Adding up {table} in these groups would count some rows more than once.', { table: name }),
    )
  }
  const value = scalarText(writer, of)
  // A sum of no rows is 0, but they have no average.
  const inPart = when === null ? value : caseText(writer, when, value, fn === 'sum' ? ' ELSE 0' : '')
  return `${fn.toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${inPart})`
}

function caseText(writer: Writer, when: PlainFilter, value: string, otherwise = ''): string {
  return `CASE WHEN ${plainText(writer, when)} THEN ${value}${otherwise} END`
}

function measureText(writer: Writer, of: Measure, when: PlainFilter | null): string {
  return of.kind === 'rows' ? rowsText(writer, of.table, when) : aggregateText(writer, of, when)
}

/** A measure over some of the rows, or two of them compared. Without rows to compare with, the result is NULL. */
function partialText(writer: Writer, expression: PartialMeasure): string {
  const part = (when: PlainFilter | null) => measureText(writer, expression.of, when)
  if (expression.kind === 'part') return part(expression.when)
  if (expression.kind === 'portion') return `100.0 * ${part(expression.when)} / NULLIF(${part(null)}, 0)`
  const before = part(expression.from)
  // A rise from a loss is a rise. A number of rows is never negative.
  const base = expression.of.kind === 'rows' ? before : `ABS(${before})`
  return `100.0 * (${part(expression.to)} - ${before}) / NULLIF(${base}, 0)`
}

function literal(writer: Writer, value: Literal): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return writer.dialect.text(value)
}

function likePattern(filter: Extract<PlainFilter, { kind: 'like' }>): string {
  return `${filter.where === 'start' ? '' : '%'}${filter.text}${filter.where === 'end' ? '' : '%'}`
}

/** A condition on one value of a row. */
export function plainText(writer: Writer, filter: PlainFilter): string {
  if (filter.kind === 'period') return periodText(writer, filter)
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

function periodText(writer: Writer, filter: Extract<PlainFilter, { kind: 'period' }>): string {
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
function shareText(writer: Writer, of: Extract<Expression, { kind: 'share' }>['of']): string {
  const part = expressionText(writer, of)
  if (part.startsWith('COUNT(DISTINCT')) {
    const { name } = tableOf(writer.schema, tableKeyOf(of))
    return declined(
      writer,
      message('Some {table} are in several groups, so their shares would not add up.', { table: name }),
    )
  }
  return `100.0 * ${part} / SUM(${part}) OVER ()`
}

function rowsText(writer: Writer, key: TableKey, when: PlainFilter | null = null): string {
  if (!isMultiplied(writer.tree, key, writer.groups))
    return when === null ? 'COUNT(*)' : `COUNT(${caseText(writer, when, '1')})`
  const table = tableOf(writer.schema, key)
  const [only, second] = table.primaryKey
  if (only === undefined || second !== undefined)
    return declined(
      writer,
      message('Rows of {table} cannot be counted once each here, because the table has no single-column key.', {
        table: table.name,
      }),
    )
  const value = columnText(writer, only.ref)
  return `COUNT(DISTINCT ${when === null ? value : caseText(writer, when, value)})`
}
