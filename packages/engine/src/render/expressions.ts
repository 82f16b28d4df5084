import { message } from '@parlance/contract'
import { isMultiplied } from '../plan/joins.ts'
import { tableKeyOf, type Expression, type Scalar, type TableKey } from '../query.ts'
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
  if (expression.kind !== 'aggregate') return scalarText(writer, expression)
  const table = tableKeyOf(expression.of)
  if ((expression.fn === 'sum' || expression.fn === 'avg') && isMultiplied(writer.tree, table, writer.groups)) {
    const { name } = tableOf(writer.schema, table)
    return declined(
      writer,
      message('Adding up {table} in these groups would count some rows more than once.', { table: name }),
    )
  }
  const of = scalarText(writer, expression.of)
  return `${expression.fn.toUpperCase()}(${expression.distinct ? 'DISTINCT ' : ''}${of})`
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

function rowsText(writer: Writer, key: TableKey): string {
  if (!isMultiplied(writer.tree, key, writer.groups)) return 'COUNT(*)'
  const table = tableOf(writer.schema, key)
  const [only, second] = table.primaryKey
  if (only === undefined || second !== undefined)
    return declined(
      writer,
      message('Rows of {table} cannot be counted once each here, because the table has no single-column key.', {
        table: table.name,
      }),
    )
  return `COUNT(DISTINCT ${columnText(writer, only.ref)})`
}
