import { message } from '@parlance/contract'
import {
  conditionsIn,
  isAggregate,
  sameColumn,
  type ColumnRef,
  type Filter,
  type Query,
  type Related,
  type TableKey,
  tableKeyOf,
  tableKeysOf,
  filterTables,
} from '../query.ts'
import { ancestors, shortestPaths, type Step } from '../schema/graph.ts'
import { tableOf, type Schema } from '../schema/model.ts'

import { Decline, firstDecline } from '../decline.ts'
import { addTable, addTables, describePaths, joinedKeys, type JoinTree, type LinkChooser } from './joins.ts'

/** A query with its joins: what is joined, and what only has to exist. */
export interface Plan {
  query: Query
  tree: JoinTree
  /** Conditions on the joined rows. */
  where: Filter[]
  /** Conditions on rows of other tables, one existence test for each list. */
  exists: { to: TableKey; filters: Filter[]; extra: TableKey[] }[]
}

function coreTables(query: Query): TableKey[] {
  const keys = [...query.select, ...query.order, ...query.having].flatMap(({ expression }) => [
    ...tableKeysOf(expression),
    ...conditionsIn(expression).flatMap(filterTables),
  ])
  const tops = query.top?.keys.map((one) => one.table) ?? []
  const columns = [...query.groups, ...(query.within ?? [])].map((one) => tableKeyOf(one))
  return [...new Set([...keys, ...columns, ...tops])]
}

/** The finest-grained table: each of its rows belongs to no more than one row of each other table. */
function rootOf(schema: Schema, query: Query, core: readonly TableKey[]): TableKey {
  const measured = [...query.select, ...query.order, ...query.having]
    .filter((one) => isAggregate(one.expression))
    .map((one) => tableKeyOf(one.expression))
  const candidates = [...measured, ...core, query.subject]
  for (const key of candidates) {
    const above = ancestors(schema, tableOf(schema, key)).map((one) => one.key)
    if (core.every((one) => above.includes(one))) return key
  }
  return measured[0] ?? (core.includes(query.subject) ? query.subject : (core[0] ?? query.subject))
}

/** Whether a table can be reached from the joins without multiplying their rows. */
function isSingle(schema: Schema, tree: JoinTree, key: TableKey): boolean {
  if (joinedKeys(tree).has(key)) return true
  return [...joinedKeys(tree)].some((from) => ancestors(schema, tableOf(schema, from)).some((one) => one.key === key))
}

/** The first table with several rows on the path to another one. Declines if it differs between paths. */
function firstManyStep(schema: Schema, tree: JoinTree, key: TableKey, choose: LinkChooser): TableKey | Decline {
  const first = (path: readonly Step[]) => path.find((step) => step.toMany)?.to.key ?? key
  const found = [...joinedKeys(tree)]
    .map((from) => shortestPaths(schema, from, key, choose.favoured))
    .filter((paths) => paths.length > 0)
    .sort((left, right) => (left[0]?.length ?? 0) - (right[0]?.length ?? 0))
  const [paths] = found
  const [only] = paths ?? []
  if (paths === undefined || only === undefined) return key
  if (new Set(paths.map(first)).size === 1) return first(only)
  const chosen = choose.choose(paths)
  if (chosen !== null) return first(chosen)
  return new Decline(
    message('{from} and {to} are connected in several ways: {ways}.', {
      from: tableOf(schema, tree.root).name,
      to: tableOf(schema, key).name,
      ways: describePaths(paths),
    }),
  )
}

/** Chooses the joins. Declines if tables aren't connected, or are connected ambiguously. */
export function planQuery(schema: Schema, query: Query, choose: LinkChooser): Plan | Decline {
  const { subject } = query
  const core = coreTables(query)
  if (showsSubject(schema, query, core)) core.push(subject)
  const tree: JoinTree = { root: rootOf(schema, query, core), steps: [] }
  const plan: Plan = { query, tree, where: [], exists: [] }
  const joinsSubject = () =>
    !core.includes(subject) && isSingle(schema, tree, subject) && needsSubject(schema, tree, query)
  return (
    firstDecline(
      () => addTables(schema, tree, core, choose),
      () => (joinsSubject() ? addTable(schema, tree, subject, choose) : null),
      ...query.filters.map((filter) => () => placeFilter(schema, plan, filter, choose)),
      () => placeSubject(schema, plan, choose),
      () => idleExistence(schema, plan),
      () => contradiction(schema, plan),
      () => twoWays(schema, plan),
    ) ?? plan
  )
}

/**
 * Places the conditions on the part of a percentage, which is tested row by row: the tree has the tables to look up,
 * not to join. Declines like `planQuery`.
 */
export function planPart(schema: Schema, of: TableKey, filters: Filter[], choose: LinkChooser): Plan | Decline {
  const nothing = { select: [], distinct: false, groups: [], having: [], order: [], limit: null, spoken: [], top: null }
  const plan: Plan = {
    query: { ...nothing, subject: of, filters },
    tree: { root: of, steps: [] },
    where: [],
    exists: [],
  }
  return firstDecline(...filters.map((filter) => () => placeFilter(schema, plan, filter, choose))) ?? plan
}

/** Hides joined rows without a matching row of the subject. */
function placeSubject(schema: Schema, plan: Plan, choose: LinkChooser): Decline | null {
  const { subject } = plan.query
  const passed = new Set([
    ...joinedKeys(plan.tree),
    ...plan.exists.flatMap((one) => [one.to, ...one.filters.flatMap(filterTables)]),
  ])
  return passed.has(subject) || isImplied(schema, plan.tree, subject)
    ? null
    : placeExistence(schema, plan, subject, choose)
}

/**
 * 'products that German customers ordered' doesn't mean products with any order for which Germans did something else.
 */
function twoWays(schema: Schema, { exists }: Plan): Decline | null {
  for (const key of exists.filter((one) => one.filters.length === 0).flatMap((one) => one.extra)) {
    const passed = tableOf(schema, key)
    const above = ancestors(schema, passed)
    const other = exists
      .flatMap((one) => one.filters.flatMap(filterTables))
      .find((one) => one !== key && above.includes(tableOf(schema, one)))
    if (other !== undefined)
      return new Decline(
        message('It is not clear whether {rows} are reached through {others}. Name what connects them.', {
          rows: tableOf(schema, other).spoken,
          others: passed.spoken,
        }),
      )
  }
  return null
}

/** 'that Ann visited but Ben did not': there can't be no visits at all and also visits by Ann. */
function contradiction(schema: Schema, { where, exists }: Plan): Decline | null {
  const none = where.find(
    (one) =>
      one.kind === 'related' &&
      one.negated &&
      one.having === null &&
      one.filters.length === 0 &&
      exists.some((other) => other.to === one.table),
  )
  if (none?.kind === 'related')
    return new Decline(
      message('Rows cannot both have {rows} and have none. Ask about each case separately.', {
        rows: tableOf(schema, none.table).spoken,
      }),
    )
  return null
}

/** 'how many students play each sport': with groups, rows that only have to exist may be the ones to count. */
function idleExistence(schema: Schema, { query, exists }: Plan): Decline | null {
  const isCounted = [...query.select, ...query.order, ...query.having].some((one) => isAggregate(one.expression))
  const idle = exists.find((one) => one.filters.length === 0)
  if (query.groups.length === 0 || !isCounted || idle === undefined) return null
  return new Decline(
    message('It is not clear how {rows} relate to each group. Say what to count.', {
      rows: tableOf(schema, idle.extra[0] ?? idle.to).spoken,
    }),
  )
}

/** A list of rows that own the subject's rows has one row for each row of the subject. */
function showsSubject(schema: Schema, query: Query, core: readonly TableKey[]): boolean {
  const isList = query.groups.length === 0 && !query.select.some((one) => isAggregate(one.expression))
  if (!isList || core.includes(query.subject) || !query.spoken.includes(query.subject)) return false
  const above = ancestors(schema, tableOf(schema, query.subject)).map((one) => one.key)
  return core.every((key) => above.includes(key))
}

function needsSubject(schema: Schema, tree: JoinTree, query: Query): boolean {
  return (
    query.filters.some((one) => one.kind === 'related' && one.of === query.subject) &&
    !joinedKeys(tree).has(query.subject) &&
    schema.tables.length > 0
  )
}

/** Whether every row has a partner anyway, through keys that are never empty. */
function isImplied(schema: Schema, tree: JoinTree, key: TableKey): boolean {
  return [...joinedKeys(tree)].some((from) => {
    const [path] = shortestPaths(schema, from, key)
    return (
      path !== undefined &&
      path.length > 0 &&
      path.every((step) => step.from === step.link.child && step.link.pairs.every((pair) => !pair.child.nullable))
    )
  })
}

function placeExistence(schema: Schema, plan: Plan, key: TableKey, choose: LinkChooser): Decline | null {
  if (isSingle(schema, plan.tree, key)) return addTable(schema, plan.tree, key, { ...choose, choose: () => null })
  const to = firstManyStep(schema, plan.tree, key, choose)
  if (to instanceof Decline) return to
  const known = plan.exists.find((one) => one.to === to)
  if (known !== undefined) known.extra.push(key)
  else plan.exists.push({ to, filters: [], extra: [key] })
  return null
}

function placeFilter(schema: Schema, plan: Plan, filter: Filter, choose: LinkChooser): Decline | null {
  if (filter.kind === 'related') return placeRelated(schema, plan, filter, choose)
  if (filter.kind === 'every')
    return firstDecline(...filter.filters.map((one) => () => placeFilter(schema, plan, one, choose)))
  const alternatives = filter.kind === 'any' ? filter.filters.map((one) => alone(schema, plan, one)) : []
  return placeCondition(schema, plan, filter.kind === 'any' ? { ...filter, filters: alternatives } : filter, choose)
}

/** Related rows that only have to exist are already joined, or tested together with others. */
function placeRelated(schema: Schema, plan: Plan, filter: Related, choose: LinkChooser): Decline | null {
  const passive = !filter.negated && filter.having === null && filter.filters.length === 0
  if (passive)
    return joinedKeys(plan.tree).has(filter.table) ? null : placeExistence(schema, plan, filter.table, choose)
  plan.where.push(filter)
  return null
}

/** A condition on the joined rows, or on rows of another table that may be several. */
function placeCondition(schema: Schema, plan: Plan, filter: Filter, choose: LinkChooser): Decline | null {
  const tables = [...new Set(neededTables(filter))]
  const far = tables.find((key) => !isSingle(schema, plan.tree, key))
  if (far === undefined) {
    const doubt = addTables(schema, plan.tree, tables, choose)
    if (doubt === null) plan.where.push(plainly(filter))
    return doubt
  }
  const to = firstManyStep(schema, plan.tree, far, choose)
  if (to instanceof Decline) return to
  const known = isNegative(filter)
    ? undefined
    : plan.exists.find(
        (one) =>
          one.to === to && !one.filters.some(isNegative) && !one.filters.some((other) => contradicts(other, filter)),
      )
  if (known === undefined) plan.exists.push({ to, filters: [filter], extra: [] })
  else known.filters.push(filter)
  return null
}

function boundsOf(filter: Filter): { low: number; high: number } | null {
  if (filter.kind === 'between' && typeof filter.from === 'number' && typeof filter.to === 'number')
    return { low: filter.from, high: filter.to }
  if (filter.kind === 'period')
    return { low: Date.parse(filter.from ?? '0001-01-01'), high: Date.parse(filter.before ?? '9999-01-01') - 1 }
  if (filter.kind !== 'compare' || typeof filter.value !== 'number') return null
  const { operator, value } = filter
  if (operator === '=') return { low: value, high: value }
  if (operator === '<' || operator === '<=')
    return { low: Number.NEGATIVE_INFINITY, high: value - (operator === '<' ? 1e-9 : 0) }
  return operator === '<>' ? null : { low: value + (operator === '>' ? 1e-9 : 0), high: Number.POSITIVE_INFINITY }
}

/** The tables that a filter's own text names; a test of related rows names only its own row. */
function neededTables(filter: Filter): TableKey[] {
  if (filter.kind === 'any' || filter.kind === 'all') return filter.filters.flatMap(neededTables)
  return filter.kind === 'related' ? [filter.of] : filterTables(filter)
}

const opposites = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

/** A negated comparison of the row itself, written with the opposite operator. */
function plainly(filter: Filter): Filter {
  if (filter.kind !== 'not' || !('operator' in filter.filter)) return filter
  return { ...filter.filter, operator: opposites[filter.filter.operator] }
}

/** An alternative about rows of another table is a separate test, because the others may be about this one. */
function alone(schema: Schema, plan: Plan, filter: Filter): Filter {
  if (filter.kind === 'related') return filter
  const far = filterTables(filter).find((key) => !isSingle(schema, plan.tree, key))
  if (far === undefined) return plainly(filter)
  const of = joinedKeys(plan.tree).has(plan.query.subject) ? plan.query.subject : plan.tree.root
  return { kind: 'related', table: far, of, negated: isNegative(filter), filters: [positive(filter)], having: null }
}

function comparedColumn(filter: Filter): ColumnRef | null {
  if (filter.kind === 'period') return filter.ref
  return 'left' in filter && filter.left.kind === 'column' ? filter.left.ref : null
}

/** Whether no row can match both filters, because they require different values of one column. */
export function contradicts(left: Filter, right: Filter): boolean {
  const [leftColumn, rightColumn] = [comparedColumn(left), comparedColumn(right)]
  if (leftColumn === null || rightColumn === null || !sameColumn(leftColumn, rightColumn)) return false
  if (left.kind === 'compare' && right.kind === 'compare' && left.operator === '=' && right.operator === '=')
    return left.value !== right.value
  const [one, other] = [boundsOf(left), boundsOf(right)]
  return one !== null && other !== null && (one.high < other.low || other.high < one.low)
}

/** A filter that excludes: none of several related rows may match, so it becomes NOT EXISTS. */
export function isNegative(filter: Filter): boolean {
  if (filter.kind === 'compare') return filter.operator === '<>'
  if (filter.kind === 'in' || filter.kind === 'like' || filter.kind === 'period') return filter.negated
  return filter.kind === 'not'
}

/** The same filter without its negation. */
export function positive(filter: Filter): Filter {
  if (filter.kind === 'compare' && filter.operator === '<>') return { ...filter, operator: '=' }
  if (filter.kind === 'in' || filter.kind === 'like' || filter.kind === 'period') return { ...filter, negated: false }
  return filter.kind === 'not' ? filter.filter : filter
}
