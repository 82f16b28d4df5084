import { isAggregate, sameExpression, tableKeyOf, type Measured, type Query } from '../query.ts'
import { describesGroup } from '../schema/roles.ts'
import { repeatsRows, scalarText } from './expressions.ts'
import { indent, limitText, quoted, topText, type Writer } from './writer.ts'

/** The column with a row's place in its group. */
export const placeAlias = 'place_in_group'
const valueAlias = 'median_value'
const sizeAlias = 'group_size'

/** Keeps the first rows of each group, group by group; rows that tie with the last one are kept too. */
export function firstOfGroups(writer: Writer, query: Query, ranked: readonly string[]): string[] {
  const aliases = query.select.map((one) => quoted(writer, one.alias))
  const within = query.within ?? []
  const groups = query.select.filter((one) => describesGroup(writer.schema, within, one.expression))
  const order = [...groups.map((one) => quoted(writer, one.alias)), placeAlias]
  return [
    `SELECT ${aliases.join(', ')}`,
    `FROM (\n${indent(ranked.join('\n'))}\n) ranked`,
    `WHERE ${placeAlias} <= ${query.limit ?? 1}`,
    `ORDER BY ${order.join(', ')}`,
  ]
}

/** The median that a query asks for, if the dialect has no function for it and it can be rewritten; else null. */
export function medianToRewrite(writer: Writer, query: Query): Measured | null {
  if (writer.dialect.median !== null || query.having.length > 0 || query.top !== null) return null
  const measures = [...query.select, ...query.order].map((one) => one.expression).filter(isAggregate)
  const [first] = measures
  if (first?.kind !== 'aggregate' || first.fn !== 'median') return null
  return measures.every((one) => sameExpression(one, first)) ? first : null
}

/** The average of the one or two rows in the middle of each group, for dialects without a median function. */
export function medianOfGroups(writer: Writer, query: Query, median: Measured, source: readonly string[]): string[] {
  if (repeatsRows(writer, tableKeyOf(median.of))) return []
  const value = scalarText(writer, median.of)
  const groups = query.groups.map((one, at) => ({
    text: scalarText(writer, one),
    alias: quoted(
      writer,
      query.select.find((other) => sameExpression(other.expression, one))?.alias ?? `group_${at + 1}`,
    ),
  }))
  const by = groups.length === 0 ? '' : `PARTITION BY ${groups.map((one) => one.text).join(', ')}`
  const inner = [
    `SELECT ${[...groups.map((one) => `${one.text} AS ${one.alias}`), `${value} AS ${valueAlias}`].join(', ')},`,
    `  ROW_NUMBER() OVER (${`${by} ORDER BY ${value}`.trim()}) AS ${placeAlias},`,
    `  COUNT(*) OVER (${by}) AS ${sizeAlias}`,
    ...source,
  ]
  const select = query.select.map(({ expression, alias }) =>
    isAggregate(expression) ? `AVG(1.0 * ${valueAlias}) AS ${quoted(writer, alias)}` : quoted(writer, alias),
  )
  const order = query.order.flatMap(({ expression, descending }) => {
    const shown = query.select.find((one) => sameExpression(one.expression, expression))
    const text = shown === undefined ? `AVG(1.0 * ${valueAlias})` : quoted(writer, shown.alias)
    return [`${text}${descending ? ' DESC' : ''}`]
  })
  return [
    `SELECT ${topText(writer, query)}${select.join(', ')}`,
    `FROM (\n${indent(inner.join('\n'))}\n) ranked`,
    `WHERE 2 * ${placeAlias} BETWEEN ${sizeAlias} AND ${sizeAlias} + 2`,
    ...(groups.length === 0 ? [] : [`GROUP BY ${groups.map((one) => one.alias).join(', ')}`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
    ...limitText(writer, query),
  ]
}
