import { Decline } from '../decline.ts'
import { isMultiplied, joinedKeys, type LinkChooser } from '../plan/joins.ts'
import { planQuery, type Plan } from '../plan/plan.ts'
import { isAggregate, sameExpression, tableKeyOf, type Expression, type Query, type TableKey } from '../query.ts'
import type { Schema } from '../schema/model.ts'
import { dialectOf } from './dialects/index.ts'
import { expressionText } from './expressions.ts'
import { conditions, hasSubquery } from './filters.ts'
import { groupKeys } from './group-keys.ts'
import { columnText, fromTable, joinText, nameTable, quoted, type Writer } from './writer.ts'

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
    dialect: dialectOf(schema.dialect),
    choose,
    names: new Map(),
    used,
    tree: plan.tree,
    groups: query.groups.flatMap((one) => (one.kind === 'column' ? [one.ref] : [])),
    qualify: plan.tree.steps.length > 0 || plan.exists.length > 0 || plan.where.some(hasSubquery) || query.top !== null,
    declines,
  }
  for (const key of joinedKeys(plan.tree)) nameTable(writer, key)
  return lines(writer, plan).join('\n')
}

function lines(writer: Writer, plan: Plan): string[] {
  const { query } = plan
  const isGrouped = query.groups.length > 0
  const shares = query.filters.some((one) => one.kind === 'also')
  const distinct = query.distinct || shares || (!isGrouped && listsRepeated(plan)) ? 'DISTINCT ' : ''
  const top = writer.dialect.limit === 'top' && query.limit !== null ? `TOP ${query.limit} ` : ''
  const where = conditions(writer, plan)
  const having = query.having.map((one) => `${expressionText(writer, one.expression)} ${one.operator} ${one.value}`)
  const order = orderKeys(query).map(
    (one) => `${orderText(writer, query, one.expression)}${one.descending ? ' DESC' : ''}`,
  )
  return [
    `SELECT ${distinct}${top}${query.select.map((one) => selectText(writer, one.expression, one.alias)).join(', ')}`,
    `FROM ${fromTable(writer, plan.tree.root)}`,
    ...plan.tree.steps.map((step) => joinText(writer, step)),
    ...topJoin(writer, query),
    ...(where.length > 0 ? [`WHERE ${where.join('\n  AND ')}`] : []),
    ...(isGrouped
      ? [
          `GROUP BY ${groupKeys(writer.schema, writer.dialect, query)
            .map((one) => expressionText(writer, one))
            .join(', ')}`,
        ]
      : []),
    ...(having.length > 0 ? [`HAVING ${having.join(' AND ')}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...limitText(writer, query.limit),
  ]
}

function limitText(writer: Writer, limit: number | null): string[] {
  if (limit === null || writer.dialect.limit === 'top') return []
  return [writer.dialect.limit === 'limit' ? `LIMIT ${limit}` : `FETCH FIRST ${limit} ROWS ONLY`]
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
  const isPlain = expression.kind === 'column' && expression.ref.column === alias
  return isPlain ? text : `${text} AS ${quoted(writer, alias)}`
}

function orderText(writer: Writer, query: Query, expression: Expression): string {
  const selected = query.select.find((one) => sameExpression(one.expression, expression))
  return selected === undefined || selected.expression.kind === 'column'
    ? expressionText(writer, expression)
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
  return [`JOIN (\n${indent(inner)}\n) AS top_rows ON ${on.join(' AND ')}`]
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
