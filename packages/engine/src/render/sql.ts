import {
  isAggregate,
  sameExpression,
  type ColumnRef,
  type Expression,
  type Filter,
  type Literal,
  type Query,
  type Related,
  type Scalar,
  type TableKey,
  tableKeyOf,
  filterTables,
} from '../query.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'
import { shortestPaths, type Step } from '../schema/graph.ts'

import { Unclear } from '../interpret/unclear.ts'
import type { Dialect } from './dialects/dialect.ts'
import { dialectOf } from './dialects/index.ts'
import { identifier } from './identifier.ts'
import { requireCertainWay } from '../plan/certain-way.ts'
import { groupKeys } from './group-keys.ts'
import { addTable, isMultiplied, joinedKeys, type JoinTree, type LinkChooser } from '../plan/joins.ts'
import { isNegative, planQuery, positive, type Plan } from '../plan/plan.ts'

interface Writer {
  schema: Schema
  dialect: Dialect
  choose: LinkChooser
  /** The name that each table goes by where the text is being written. */
  names: Map<TableKey, string>
  used: Set<string>
  tree: JoinTree
  qualify: boolean
  groups: ColumnRef[]
}

/** The query as one SELECT in the schema's dialect. Throws `Unclear` where joins would count rows twice. */
export function renderSql(schema: Schema, query: Query, choose: LinkChooser['choose']): string {
  return renderSelect(schema, query, { favoured: new Set(), choose, subject: null }, new Set())
}

function renderSelect(schema: Schema, query: Query, chooser: LinkChooser, used: Set<string>): string {
  const choose = { ...chooser, favoured: new Set(query.spoken), subject: query.subject }
  const plan = planQuery(schema, query, choose)
  const writer: Writer = {
    schema,
    dialect: dialectOf(schema.dialect),
    choose,
    names: new Map(),
    used,
    tree: plan.tree,
    groups: query.groups.flatMap((one) => (one.kind === 'column' ? [one.ref] : [])),
    qualify: plan.tree.steps.length > 0 || plan.exists.length > 0 || plan.where.some(hasSubquery) || query.top !== null,
  }
  for (const key of joinedKeys(plan.tree)) nameTable(writer, key)
  return lines(writer, plan).join('\n')
}

function hasSubquery(filter: Filter): boolean {
  if (filter.kind === 'any') return filter.filters.some(hasSubquery)
  return (
    filter.kind === 'related' ||
    filter.kind === 'against' ||
    filter.kind === 'also' ||
    (filter.kind === 'not' && hasSubquery(filter.filter))
  )
}

function nameTable(writer: Writer, key: TableKey): string {
  const table = tableOf(writer.schema, key)
  let name = table.name
  for (let count = 2; writer.used.has(name.toLowerCase()); count++) name = `${table.name}_${count}`
  writer.used.add(name.toLowerCase())
  writer.names.set(key, name)
  return name
}

const quoted = (writer: Writer, name: string): string => identifier(writer.dialect, name)

function fromTable(writer: Writer, key: TableKey): string {
  const table = tableOf(writer.schema, key)
  const name = quoted(writer, table.name)
  const full =
    table.schema !== null && table.schema !== writer.schema.defaultSchema
      ? `${quoted(writer, table.schema)}.${name}`
      : name
  const alias = writer.names.get(key) ?? table.name
  return alias === table.name && full === name ? full : `${full} AS ${quoted(writer, alias)}`
}

function columnText(writer: Writer, ref: ColumnRef): string {
  const name = quoted(writer, columnOf(writer.schema, ref).name)
  return writer.qualify ? `${quoted(writer, writer.names.get(ref.table) ?? ref.table)}.${name}` : name
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

/** Periods come in their order when nothing else was asked for. */
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

function joinText(writer: Writer, step: Step): string {
  const on = step.link.pairs.map(
    (pair) => `${columnText(writer, pair.child.ref)} = ${columnText(writer, pair.parent.ref)}`,
  )
  return `JOIN ${fromTable(writer, step.to.key)} ON ${on.join(' AND ')}`
}

/** Joins the first groups of an earlier query, so that only their rows are split further. */
function topJoin(writer: Writer, query: Query): string[] {
  if (query.top === null) return []
  const { keys } = query.top
  const inner = renderSelect(writer.schema, query.top.query, writer.choose, new Set(writer.used))
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

function scalarText(writer: Writer, scalar: Scalar): string {
  if (scalar.kind === 'column') return columnText(writer, scalar.ref)
  if (scalar.kind === 'period') return writer.dialect.period(scalar.unit, columnText(writer, scalar.ref))
  const quantity = scalar.quantity === null ? '' : `${columnText(writer, scalar.quantity)} * `
  const price = columnText(writer, scalar.price)
  if (scalar.discount === null) return `${quantity}${price}`
  const discount = columnText(writer, scalar.discount)
  if (scalar.discountForm === 'amount') return `${quantity}${price} - ${discount}`
  return `${quantity}${price} * (1 - ${scalar.discountForm === 'percent' ? `${discount} / 100.0` : discount})`
}

function expressionText(writer: Writer, expression: Expression): string {
  if (expression.kind === 'rows') return rowsText(writer, expression.table)
  if (expression.kind === 'share') return shareText(writer, expression.of)
  if (expression.kind !== 'aggregate') return scalarText(writer, expression)
  const table = tableKeyOf(expression.of)
  if ((expression.fn === 'sum' || expression.fn === 'avg') && isMultiplied(writer.tree, table, writer.groups)) {
    throw new Unclear(
      `Adding up ${tableOf(writer.schema, table).name} in these groups would count some rows more than once.`,
      [],
    )
  }
  const of = scalarText(writer, expression.of)
  return `${expression.fn.toUpperCase()}(${expression.distinct ? 'DISTINCT ' : ''}${of})`
}

/** A share of the sum over all groups; rows that count in several groups have no such sum. */
function shareText(writer: Writer, of: Extract<Expression, { kind: 'share' }>['of']): string {
  const part = expressionText(writer, of)
  if (part.startsWith('COUNT(DISTINCT'))
    throw new Unclear(
      `Some ${tableOf(writer.schema, tableKeyOf(of)).name} are in several groups; shares of them would not add up.`,
      [],
    )
  return `100.0 * ${part} / SUM(${part}) OVER ()`
}

function rowsText(writer: Writer, key: TableKey): string {
  if (!isMultiplied(writer.tree, key, writer.groups)) return 'COUNT(*)'
  const table = tableOf(writer.schema, key)
  const [only, second] = table.primaryKey
  if (only === undefined || second !== undefined)
    throw new Unclear(`Rows of ${table.name} cannot be counted once each here: it has no single key.`, [])
  return `COUNT(DISTINCT ${columnText(writer, only.ref)})`
}

function literal(writer: Writer, value: Literal): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return writer.dialect.text(value)
}

function conditions(writer: Writer, plan: Plan): string[] {
  return [...plan.where.map((one) => filterText(writer, one)), ...plan.exists.map((one) => existsText(writer, one))]
}

function likePattern(filter: Extract<Filter, { kind: 'like' }>): string {
  return `${filter.where === 'start' ? '' : '%'}${filter.text}${filter.where === 'end' ? '' : '%'}`
}

function filterText(writer: Writer, filter: Filter): string {
  switch (filter.kind) {
    case 'compare':
      return `${scalarText(writer, filter.left)} ${filter.operator} ${literal(writer, filter.value)}`
    case 'between':
      return `${scalarText(writer, filter.left)} BETWEEN ${literal(writer, filter.from)} AND ${literal(writer, filter.to)}`
    case 'columns':
      return `${scalarText(writer, filter.left)} ${filter.operator} ${scalarText(writer, filter.right)}`
    case 'period':
      return periodText(writer, filter)
    case 'in':
      return `${scalarText(writer, filter.left)} ${filter.negated ? 'NOT ' : ''}IN (${filter.values.map((one) => literal(writer, one)).join(', ')})`
    case 'like':
      return writer.dialect.like(
        scalarText(writer, filter.left),
        writer.dialect.text(likePattern(filter)),
        filter.negated,
      )
    case 'missing':
      return missingText(writer, filter)
    case 'against':
      return againstText(writer, filter)
    case 'related':
      return relatedText(writer, filter)
    case 'also':
      return alsoText(writer, filter)
    case 'every':
      return filter.filters.map((one) => filterText(writer, one)).join(' AND ')
    case 'any':
      return `(${filter.filters.map((one) => filterText(writer, one)).join(' OR ')})`
    case 'not':
      return `NOT (${filterText(writer, filter.filter)})`
  }
}

function missingText(writer: Writer, filter: Extract<Filter, { kind: 'missing' }>): string {
  const left = scalarText(writer, filter.left)
  const isText = filter.left.kind === 'column' && columnOf(writer.schema, filter.left.ref).kind === 'text'
  if (!isText) return `${left} IS ${filter.negated ? 'NOT ' : ''}NULL`
  return filter.negated ? `(${left} IS NOT NULL AND ${left} <> '')` : `(${left} IS NULL OR ${left} = '')`
}

function periodText(writer: Writer, filter: Extract<Filter, { kind: 'period' }>): string {
  const left = columnText(writer, filter.ref)
  const parts = [
    ...(filter.from === null ? [] : [`${left} >= ${writer.dialect.date(filter.from)}`]),
    ...(filter.before === null ? [] : [`${left} < ${writer.dialect.date(filter.before)}`]),
  ]
  const text = parts.join(' AND ')
  if (filter.negated) return `NOT (${text})`
  return text
}

function againstText(writer: Writer, filter: Extract<Filter, { kind: 'against' }>): string {
  const key = tableKeyOf(filter.left)
  const inner: Writer = { ...writer, qualify: false, names: new Map(), tree: { root: key, steps: [] } }
  const table = tableOf(writer.schema, key)
  inner.names.set(key, table.name)
  return `${scalarText(writer, filter.left)} ${filter.operator} (SELECT ${filter.fn.toUpperCase()}(${scalarText(inner, filter.left)}) FROM ${fromTable(inner, key)})`
}

/** Rows that share a value with rows that fulfil the filters. */
function alsoText(writer: Writer, filter: Extract<Filter, { kind: 'also' }>): string {
  const key = tableKeyOf(filter.left)
  const tree: JoinTree = { root: key, steps: [] }
  const inner: Writer = { ...writer, qualify: true, names: new Map(), used: new Set(writer.used), tree }
  for (const table of filter.filters.flatMap(filterTables)) addTable(writer.schema, tree, table, writer.choose)
  for (const table of joinedKeys(tree)) nameTable(inner, table)
  const joins = tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  const where = filter.filters.map((one) => filterText(inner, one)).join(' AND ')
  return `${scalarText(writer, filter.left)} IN (SELECT ${scalarText(inner, filter.left)} FROM ${fromTable(inner, key)}${joins} WHERE ${where})`
}

/** A subquery over the way from a joined table to another one, tied to the outer row. */
function subquery(
  writer: Writer,
  to: TableKey,
  filters: readonly Filter[],
  extra: readonly TableKey[],
  from: TableKey | null,
  select: (inner: Writer) => string,
): string {
  const path = pathTo(writer, to, from)
  const [first, ...rest] = path
  if (first === undefined) throw new Unclear(`${tableOf(writer.schema, to).name} is not connected here.`, [])
  const inner: Writer = {
    ...writer,
    qualify: true,
    names: new Map(writer.names),
    used: new Set(writer.used),
    tree: { root: first.to.key, steps: [...rest] },
  }
  for (const key of [...extra, ...filters.filter((one) => one.kind !== 'related').flatMap(filterTables)])
    addTable(writer.schema, inner.tree, key, writer.choose)
  for (const key of joinedKeys(inner.tree)) nameTable(inner, key)
  const tie = first.link.pairs.map((pair) => {
    const [near, far] = first.from === first.link.child ? [pair.child, pair.parent] : [pair.parent, pair.child]
    return `${columnText(inner, far.ref)} = ${quoted(writer, writer.names.get(near.ref.table) ?? near.ref.table)}.${quoted(writer, near.name)}`
  })
  const where = [...tie, ...filters.map((one) => filterText(inner, one))]
  const joins = inner.tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  return `SELECT ${select(inner)} FROM ${fromTable(inner, first.to.key)}${joins} WHERE ${where.join(' AND ')}`
}

function pathTo(writer: Writer, to: TableKey, from: TableKey | null): Step[] {
  const starts = from !== null && writer.names.has(from) ? [from] : [...joinedKeys(writer.tree)]
  const found = starts
    .map((start) => shortestPaths(writer.schema, start, to, writer.choose.favoured))
    .filter((paths) => paths.length > 0)
    .sort((left, right) => (left[0]?.length ?? 0) - (right[0]?.length ?? 0))
  const [paths] = found
  if (paths === undefined)
    throw new Unclear(`${tableOf(writer.schema, to).name} is not connected here.`, [tableOf(writer.schema, to).spoken])
  const [only, other] = paths
  const path = other === undefined ? only : writer.choose.choose(paths)
  if (path === undefined || path === null)
    throw new Unclear(`${tableOf(writer.schema, to).name} is connected in several ways.`, [])
  requireCertainWay(path, writer.choose.favoured)
  return path
}

function existsText(writer: Writer, exists: Plan['exists'][number]): string {
  const negative = exists.filters.some(isNegative)
  const filters = negative ? exists.filters.map(positive) : exists.filters
  return `${negative ? 'NOT ' : ''}EXISTS (${subquery(writer, exists.to, filters, exists.extra, null, () => '1')})`
}

function relatedText(writer: Writer, filter: Related): string {
  const { having } = filter
  if (having === null)
    return `${filter.negated ? 'NOT ' : ''}EXISTS (${subquery(writer, filter.table, filter.filters, [], filter.of, () => '1')})`
  const count = subquery(writer, filter.table, filter.filters, [], filter.of, (inner) =>
    expressionText(inner, having.expression),
  )
  const text = `(${count}) ${having.operator} ${having.value}`
  return filter.negated ? `NOT (${text})` : text
}
