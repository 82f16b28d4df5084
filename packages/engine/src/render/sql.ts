import { Decline } from '../decline.ts'
import { isMultiplied, joinedKeys, type LinkChooser } from '../plan/joins.ts'
import { planQuery, type Plan } from '../plan/plan.ts'
import {
  isAggregate,
  isNamedUnit,
  sameExpression,
  tableKeyOf,
  type ColumnRef,
  type Expression,
  type Query,
  type Scalar,
  type TableKey,
} from '../query.ts'
import { columnOf, type Schema } from '../schema/model.ts'
import { writingOf } from '@parlance/sql/writing'
import { expressionText, repeatsRows, scalarText, sortText } from './expressions.ts'
import { conditions, hasSubquery, rowTest } from './filters.ts'
import { groupKeys } from './group-keys.ts'
import { metricRows } from './metrics.ts'
import { firstOfGroups, medianOfGroups, medianToRewrite, placeAlias } from './ranked.ts'
import {
  aliasText,
  columnText,
  fromTable,
  indent,
  joinText,
  limitText,
  nameTable,
  piecesText,
  quoted,
  topText,
  type Writer,
} from './writer.ts'

/** The query as one SELECT in the schema's dialect. Declines if joins would count rows twice. */
export function renderSql(schema: Schema, query: Query, choose: LinkChooser['choose']): string | Decline {
  const chooser = { favoured: new Set<TableKey>(), choose, subject: null }
  const declines: Decline[] = []
  const text = selectLines(schema, query, chooser, new Set(), declines)
  return declines[0] ?? text
}

function selectLines(
  schema: Schema,
  query: Query,
  chooser: LinkChooser,
  used: Set<string>,
  declines: Decline[],
): string {
  const choose = { ...chooser, favoured: new Set(query.spoken), subject: query.subject }
  const plan = planQuery(schema, query, choose)
  if (plan instanceof Decline) {
    declines.push(plan)
    return ''
  }
  const writer: Writer = {
    schema,
    dialect: writingOf(schema.dialect),
    choose,
    names: new Map(),
    used,
    tree: plan.tree,
    groups: [...query.groups, ...(query.within ?? [])].flatMap((one) => (one.kind === 'column' ? [one.ref] : [])),
    qualify: plan.tree.steps.length > 0 || plan.exists.length > 0 || plan.where.some(hasSubquery) || query.top !== null,
    test: rowTest,
    hasMetricRows: metricRows(schema, query) !== null,
    declines,
  }
  for (const key of joinedKeys(plan.tree)) nameTable(writer, key)
  return lines(writer, plan).join('\n')
}

function lines(writer: Writer, plan: Plan): string[] {
  const { query } = plan
  if (query.within !== undefined) return firstOfGroups(writer, query, rankedLines(writer, plan, query.within))
  const median = medianToRewrite(writer, query)
  if (median !== null) {
    const measured = scalarText(writer, median.of)
    return medianOfGroups(writer, query, median, sourceLines(writer, plan, [`${measured} IS NOT NULL`]))
  }
  const order = orderKeys(query).map(
    (one) => `${orderText(writer, query, one.expression)}${one.descending ? ' DESC' : ''}`,
  )
  return [
    `SELECT ${distinctText(plan)}${topText(writer, query)}${selected(writer, query).join(', ')}`,
    ...sourceLines(writer, plan, [...knownRows(writer, query), ...namedGroup(writer, query)]),
    ...groupLines(writer, query, knownGroups(writer, query)),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...limitText(writer, query),
  ]
}

/** The rows with their place in their group. */
function rankedLines(writer: Writer, plan: Plan, within: readonly Scalar[]): string[] {
  const { query } = plan
  const order = query.order.map((one) => `${expressionText(writer, one.expression)}${one.descending ? ' DESC' : ''}`)
  const by = within.map((one) => scalarText(writer, one)).join(', ')
  const place = `RANK() OVER (PARTITION BY ${by} ORDER BY ${order.join(', ')}) AS ${placeAlias}`
  const [first] = query.order
  if (query.groups.length === 0 && first !== undefined && (query.limit ?? 1) > 1)
    repeatsRows(writer, tableKeyOf(first.expression))
  const known = query.order.flatMap(({ expression }) =>
    isAggregate(expression) ? [] : [`${expressionText(writer, expression)} IS NOT NULL`],
  )
  return [
    `SELECT ${distinctText(plan)}${[...selected(writer, query), place].join(', ')}`,
    ...sourceLines(writer, plan, known),
    ...groupLines(writer, query),
  ]
}

function selected(writer: Writer, query: Query): string[] {
  return query.select.map((one) => selectText(writer, one.expression, one.alias))
}

function distinctText(plan: Plan): string {
  const { query } = plan
  const shares = query.filters.some((one) => one.kind === 'also')
  return query.distinct || shares || (query.groups.length === 0 && listsRepeated(plan)) ? 'DISTINCT ' : ''
}

/** The joined tables and the conditions on their rows. */
function sourceLines(writer: Writer, plan: Plan, further: readonly string[] = []): string[] {
  const rows = writer.hasMetricRows ? metricRows(writer.schema, plan.query) : null
  const own = rows === null ? [] : [`(${piecesText(writer, rows.table, rows.condition)})`]
  const where = [...own, ...conditions(writer, plan), ...further]
  return [
    `FROM ${fromTable(writer, plan.tree.root)}`,
    ...plan.tree.steps.map((step) => joinText(writer, step)),
    ...topJoin(writer, plan.query),
    ...(where.length > 0 ? [`WHERE ${where.join('\n  AND ')}`] : []),
  ]
}

/** Rows without a value are neither first nor last, but databases put them there. */
function knownRows(writer: Writer, { order: [first], limit }: Query): string[] {
  if (limit === null || (first?.expression.kind !== 'column' && first?.expression.kind !== 'length')) return []
  return columnOf(writer.schema, first.expression.ref).nullable
    ? [`${expressionText(writer, first.expression)} IS NOT NULL`]
    : []
}

/** 'the most common reason' is a reason, not the group of the rows without one. */
function namedGroup(writer: Writer, { order, limit, groups: [group, other] }: Query): string[] {
  const isFirst = limit !== null && order.length > 0 && other === undefined
  if (!isFirst || group?.kind !== 'column' || !columnOf(writer.schema, group.ref).nullable) return []
  return [`${columnText(writer, group.ref)} IS NOT NULL`]
}

function isMetric(expression: Expression): boolean {
  return expression.kind === 'aggregate' && expression.of.kind === 'metric'
}

/** The same for groups without any value. */
function knownGroups(writer: Writer, { order: [first], limit, groups }: Query): string[] {
  const measure = first?.expression
  if (limit === null || groups.length === 0) return []
  if (measure !== undefined && isMetric(measure)) return [`${expressionText(writer, measure)} IS NOT NULL`]
  if (measure?.kind === 'ratio' && measure.per.kind === 'aggregate' && measure.per.fn === 'sum')
    return [`${expressionText(writer, measure)} IS NOT NULL`]
  if (measure?.kind !== 'aggregate' || measure.fn === 'count') return []
  return measure.of.kind === 'column' && columnOf(writer.schema, measure.of.ref).nullable
    ? [`${expressionText(writer, measure)} IS NOT NULL`]
    : []
}

function groupLines(writer: Writer, query: Query, further: readonly string[] = []): string[] {
  const keys = groupKeys(writer.schema, writer.dialect, query).map((one) => expressionText(writer, one))
  const having = [
    ...query.having.map((one) => `${expressionText(writer, one.expression)} ${one.operator} ${one.value}`),
    ...further,
  ]
  return [
    ...(keys.length > 0 ? [`GROUP BY ${keys.join(', ')}`] : []),
    ...(having.length > 0 ? [`HAVING ${having.join(' AND ')}`] : []),
  ]
}

/** Periods are in chronological order unless the question asks for another. */
function orderKeys(query: Query): Query['order'] {
  if (query.order.length > 0) return query.order
  const period = query.groups.find((one) => one.kind === 'period')
  return period === undefined ? [] : [{ expression: period, descending: false }]
}

/** Whether a list of single columns would repeat rows only because of its joins. */
function listsRepeated(plan: Plan): boolean {
  const { query, tree } = plan
  if (query.select.some((one) => isAggregate(one.expression))) return false
  const shown = new Set(query.select.map((one) => tableKeyOf(one.expression)))
  if (joinedKeys(tree).has(query.subject)) shown.add(query.subject)
  return tree.steps.length > 0 && [...shown].every((key) => isMultiplied(tree, key))
}

function selectText(writer: Writer, expression: Expression, alias: string): string {
  const text = expressionText(writer, expression)
  const isPlain = expression.kind === 'column' && expression.ref.column === alias && !isComputed(writer, expression.ref)
  return isPlain ? text : `${text} AS ${quoted(writer, alias)}`
}

function isComputed({ schema }: Writer, ref: ColumnRef): boolean {
  return columnOf(schema, ref).computed !== undefined
}

function orderText(writer: Writer, query: Query, expression: Expression): string {
  const selected = query.select.find((one) => sameExpression(one.expression, expression))
  const isNamed = expression.kind === 'period' && isNamedUnit(expression.unit)
  return selected === undefined || selected.expression.kind === 'column' || isNamed
    ? sortText(writer, expression)
    : quoted(writer, selected.alias)
}

/** Joins the first groups of an earlier query, so that only their rows are split further. */
function topJoin(writer: Writer, query: Query): string[] {
  if (query.top === null) return []
  const { keys } = query.top
  const inner = selectLines(writer.schema, query.top.query, writer.choose, new Set(writer.used), writer.declines)
  const on = keys.map(
    (key, position) =>
      `${columnText(writer, key)} = top_rows.${quoted(writer, query.top?.query.select[position]?.alias ?? key.column)}`,
  )
  return [`JOIN (\n${indent(inner)}\n)${aliasText(writer, 'top_rows')} ON ${on.join(' AND ')}`]
}
