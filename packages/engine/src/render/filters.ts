import { message } from '@parlance/contract'
import { Decline } from '../decline.ts'
import { uncertainWay } from '../plan/certain-way.ts'
import { addTables, joinedKeys, type JoinTree } from '../plan/joins.ts'
import { isNegative, planPart, positive, type Plan } from '../plan/plan.ts'
import {
  column as columnExpression,
  filterTables,
  tableKeyOf,
  type Filter,
  type Related,
  type Scalar,
  type TableKey,
} from '../query.ts'
import { shortestPaths, type Step } from '../schema/graph.ts'
import { columnOf, tableOf } from '../schema/model.ts'
import { expressionText, plainText, scalarText } from './expressions.ts'
import { columnText, declined, fromTable, joinText, nameTable, quoted, type Writer } from './writer.ts'

/** Whether a filter needs a subquery. */
export function hasSubquery(filter: Filter): boolean {
  if (filter.kind === 'any' || filter.kind === 'all') return filter.filters.some(hasSubquery)
  return (
    filter.kind === 'related' ||
    filter.kind === 'against' ||
    filter.kind === 'also' ||
    filter.kind === 'refers' ||
    (filter.kind === 'not' && hasSubquery(filter.filter))
  )
}

/** The conditions of a plan, one text each. */
export function conditions(writer: Writer, plan: Plan): string[] {
  return [...plan.where.map((one) => filterText(writer, one)), ...plan.exists.map((one) => existsText(writer, one))]
}

/**
 * Tests a row of a table inside an expression. Rows of other tables are looked up, because joining them would lose or
 * repeat the table's rows.
 */
export function rowTest(writer: Writer, filters: Filter[], of: TableKey): string {
  const plan = planPart(writer.schema, of, filters, writer.choose)
  if (plan instanceof Decline) {
    writer.declines.push(plan)
    return ''
  }
  const tested = new Set([...plan.where, ...plan.exists.flatMap((one) => one.filters)].flatMap(filterTables))
  const owners = plan.tree.steps.map((step) => step.to.key).filter((key) => !tested.has(key))
  const owned = owners.map((table) => lookedUp(writer, { table, of, negated: false, filters: [] }))
  const related = plan.exists.map((one) => (mayLookUp(writer, one.to) ? existsText(writer, one) : ''))
  return [...plan.where.map((one) => partTest(writer, one, of)), ...owned, ...related].join(' AND ')
}

function partTest(writer: Writer, filter: Filter, of: TableKey): string {
  if (filter.kind === 'related') return lookedUp(writer, filter)
  if (filter.kind === 'any') return `(${filter.filters.map((one) => partTest(writer, one, of)).join(' OR ')})`
  const joined = joinedKeys(writer.tree)
  const far = filterTables(filter).find((key) => !joined.has(key))
  if (far === undefined) return filterText(writer, filter)
  return lookedUp(writer, { table: far, of, negated: isNegative(filter), filters: [positive(filter)] })
}

function lookedUp(writer: Writer, filter: Omit<Related, 'kind' | 'having'> & { having?: Related['having'] }): string {
  return mayLookUp(writer, filter.table) ? relatedText(writer, { having: null, ...filter, kind: 'related' }) : ''
}

function mayLookUp(writer: Writer, key: TableKey): boolean {
  if (writer.dialect.aggregatesSubqueries) return true
  const rows = tableOf(writer.schema, key).spoken
  declined(
    writer,
    message('This database cannot compute a percentage with a condition on another table, {rows}.', { rows }),
  )
  return false
}

function filterText(writer: Writer, filter: Filter): string {
  if (isGroup(filter)) return groupText(writer, filter)
  switch (filter.kind) {
    case 'compare':
    case 'between':
    case 'period':
    case 'in':
    case 'like':
      return plainText(writer, filter)
    case 'columns':
      return `${scalarText(writer, filter.left)} ${filter.operator} ${scalarText(writer, filter.right)}`
    case 'missing':
      return missingText(writer, filter)
    case 'against':
      return againstText(writer, filter)
    case 'related':
      return relatedText(writer, filter)
    case 'also':
      return alsoText(writer, filter, filter.left)
    case 'refers':
      return alsoText(writer, filter, columnExpression(filter.to))
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

function againstText(writer: Writer, { left, operator, fn, filters }: Extract<Filter, { kind: 'against' }>): string {
  const value = (inner: Writer) => `${fn.toUpperCase()}(${scalarText(inner, left)})`
  return `${scalarText(writer, left)} ${operator} (${apart(writer, tableKeyOf(left), filters, value)})`
}

/** A number of the rows of a table that match the filters, whatever the outer row is. */
function apart(writer: Writer, key: TableKey, filters: readonly Filter[], value: (inner: Writer) => string): string {
  const tree: JoinTree = { root: key, steps: [] }
  const isAlone = filters.length === 0
  const used = new Set(isAlone ? [] : writer.used)
  const inner: Writer = { ...writer, hasMetricRows: false, qualify: !isAlone, names: new Map(), used, tree }
  joinTables(inner, filters.filter((one) => one.kind !== 'related').flatMap(filterTables))
  const joins = tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  const where = isAlone ? '' : ` WHERE ${filters.map((one) => filterText(inner, one)).join(' AND ')}`
  return `SELECT ${value(inner)} FROM ${fromTable(inner, key)}${joins}${where}`
}

/** Rows whose value is one of `listed` of the rows that match the filters. */
function alsoText(writer: Writer, filter: Extract<Filter, { kind: 'also' | 'refers' }>, listed: Scalar): string {
  const key = tableKeyOf(filter.left)
  const tree: JoinTree = { root: key, steps: [] }
  const inner: Writer = {
    ...writer,
    hasMetricRows: false,
    qualify: true,
    names: new Map(),
    used: new Set(writer.used),
    tree,
  }
  joinTables(inner, filter.filters.flatMap(filterTables))
  const joins = tree.steps.map((step) => ` ${joinText(inner, step)}`).join('')
  const where = filter.filters.map((one) => filterText(inner, one)).join(' AND ')
  return `${scalarText(writer, filter.left)} IN (SELECT ${scalarText(inner, listed)} FROM ${fromTable(inner, key)}${joins} WHERE ${where})`
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
    hasMetricRows: false,
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
  const measure = (inner: Writer) => expressionText(inner, having.expression)
  const count = subquery(writer, filter.table, filter.filters, [], filter.of, measure)
  const value = having.than === undefined ? having.value : `(${apart(writer, filter.table, having.than, measure)})`
  const text = `(${count}) ${having.operator} ${value}`
  return filter.negated ? `NOT (${text})` : text
}
