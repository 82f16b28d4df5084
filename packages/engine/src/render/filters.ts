import { message } from '@parlance/contract'
import { uncertainWay } from '../plan/certain-way.ts'
import { addTables, joinedKeys, type JoinTree } from '../plan/joins.ts'
import { isNegative, positive, type Plan } from '../plan/plan.ts'
import { filterTables, tableKeyOf, type Filter, type Literal, type Related, type TableKey } from '../query.ts'
import { shortestPaths, type Step } from '../schema/graph.ts'
import { columnOf, tableOf } from '../schema/model.ts'
import { expressionText, scalarText } from './expressions.ts'
import { columnText, declined, fromTable, joinText, nameTable, quoted, type Writer } from './writer.ts'

/** Whether a filter needs a subquery. */
export function hasSubquery(filter: Filter): boolean {
  if (filter.kind === 'any' || filter.kind === 'all') return filter.filters.some(hasSubquery)
  return (
    filter.kind === 'related' ||
    filter.kind === 'against' ||
    filter.kind === 'also' ||
    (filter.kind === 'not' && hasSubquery(filter.filter))
  )
}

/** The conditions of a plan, one text each. */
export function conditions(writer: Writer, plan: Plan): string[] {
  return [...plan.where.map((one) => filterText(writer, one)), ...plan.exists.map((one) => existsText(writer, one))]
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

function likePattern(filter: Extract<Filter, { kind: 'like' }>): string {
  return `${filter.where === 'start' ? '' : '%'}${filter.text}${filter.where === 'end' ? '' : '%'}`
}

function filterText(writer: Writer, filter: Filter): string {
  if (isGroup(filter)) return groupText(writer, filter)
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
  }
}

type FilterGroup = Extract<Filter, { kind: 'all' | 'every' | 'any' | 'not' }>

const groupKinds: ReadonlySet<Filter['kind']> = new Set(['all', 'every', 'any', 'not'])

function isGroup(filter: Filter): filter is FilterGroup {
  return groupKinds.has(filter.kind)
}

/** Conditions joined by AND or OR, or one negated. */
function groupText(writer: Writer, filter: FilterGroup): string {
  if (filter.kind === 'not') return `NOT (${filterText(writer, filter.filter)})`
  if (filter.kind !== 'any') return conjunction(writer, filter.filters)
  return `(${filter.filters.map((one) => filterText(writer, one)).join(' OR ')})`
}

function conjunction(writer: Writer, filters: readonly Filter[]): string {
  const texts = filters.map((one) => filterText(writer, one))
  return texts.length === 1 ? texts.join('') : `(${texts.join(' AND ')})`
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
  const tree: JoinTree = { root: key, steps: [] }
  const isAlone = filter.filters.length === 0
  const used = new Set(isAlone ? [] : writer.used)
  const inner: Writer = { ...writer, qualify: !isAlone, names: new Map(), used, tree }
  joinTables(inner, filter.filters.filter((one) => one.kind !== 'related').flatMap(filterTables))
  const joins = tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  const where = isAlone ? '' : ` WHERE ${filter.filters.map((one) => filterText(inner, one)).join(' AND ')}`
  const value = `${filter.fn.toUpperCase()}(${scalarText(inner, filter.left)})`
  return `${scalarText(writer, filter.left)} ${filter.operator} (SELECT ${value} FROM ${fromTable(inner, key)}${joins}${where})`
}

/** Rows that share a value with rows that match the filters. */
function alsoText(writer: Writer, filter: Extract<Filter, { kind: 'also' }>): string {
  const key = tableKeyOf(filter.left)
  const tree: JoinTree = { root: key, steps: [] }
  const inner: Writer = { ...writer, qualify: true, names: new Map(), used: new Set(writer.used), tree }
  joinTables(inner, filter.filters.flatMap(filterTables))
  const joins = tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  const where = filter.filters.map((one) => filterText(inner, one)).join(' AND ')
  return `${scalarText(writer, filter.left)} IN (SELECT ${scalarText(inner, filter.left)} FROM ${fromTable(inner, key)}${joins} WHERE ${where})`
}

/** Joins the tables of a subquery and gives all of them names. */
function joinTables(inner: Writer, keys: readonly TableKey[]): void {
  const doubt = addTables(inner.schema, inner.tree, keys, inner.choose)
  if (doubt !== null) inner.declines.push(doubt)
  for (const key of joinedKeys(inner.tree)) nameTable(inner, key)
}

/** A subquery along the path from a joined table to another one, correlated with the outer row. */
function subquery(
  writer: Writer,
  to: TableKey,
  filters: readonly Filter[],
  extra: readonly TableKey[],
  from: TableKey | null,
  select: (inner: Writer) => string,
): string {
  const [first, ...rest] = pathTo(writer, to, from)
  if (first === undefined)
    return declined(writer, message('{table} is not connected here.', { table: tableOf(writer.schema, to).name }))
  const inner: Writer = {
    ...writer,
    qualify: true,
    names: new Map(writer.names),
    used: new Set(writer.used),
    tree: { root: first.to.key, steps: [...rest] },
  }
  joinTables(inner, [...extra, ...filters.filter((one) => one.kind !== 'related').flatMap(filterTables)])
  const tie = first.link.pairs.map((pair) => {
    const [near, far] = first.from === first.link.child ? [pair.child, pair.parent] : [pair.parent, pair.child]
    return `${columnText(inner, far.ref)} = ${quoted(writer, writer.names.get(near.ref.table) ?? near.ref.table)}.${quoted(writer, near.name)}`
  })
  const where = [...tie, ...filters.map((one) => filterText(inner, one))]
  const joins = inner.tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  return `SELECT ${select(inner)} FROM ${fromTable(inner, first.to.key)}${joins} WHERE ${where.join(' AND ')}`
}

/** The shortest path to a table from a joined one; empty if there is none, or none is certain. */
function pathTo(writer: Writer, to: TableKey, from: TableKey | null): Step[] {
  const starts = from !== null && writer.names.has(from) ? [from] : [...joinedKeys(writer.tree)]
  const [paths] = starts
    .map((start) => shortestPaths(writer.schema, start, to, writer.choose.favoured))
    .filter((ways) => ways.length > 0)
    .sort((left, right) => (left[0]?.length ?? 0) - (right[0]?.length ?? 0))
  const table = tableOf(writer.schema, to)
  const [only, other] = paths ?? []
  if (paths === undefined || only === undefined) {
    declined(writer, message('{table} is not connected here.', { table: table.name }), [table.spoken])
    return []
  }
  const path = other === undefined ? only : writer.choose.choose(paths)
  if (path === null) {
    declined(writer, message('{table} is connected in several ways.', { table: table.name }))
    return []
  }
  const doubt = uncertainWay(path, writer.choose.favoured)
  if (doubt !== null) writer.declines.push(doubt)
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
