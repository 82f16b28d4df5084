import { withoutDefaultWords, type DefaultWords } from '../match/default-words.ts'
import {
  column,
  conditionsIn,
  isDefault,
  isAggregate,
  isMeasure,
  partsIn,
  refsOf,
  sameColumn,
  sameFilter,
  tableKeyOf,
  type Expression,
  type Filter,
  type Query,
  type TableKey,
} from '../query.ts'
import { metricNames, metricOf } from '../schema/metrics.ts'
import { columnOf, type DefinedFilter, type Schema } from '../schema/model.ts'
import { withParts } from '../schema/vocabulary.ts'

/** What decides which default filters apply. */
export interface Asked {
  schema: Schema
  /** The words that leave each of them out. */
  words: readonly DefaultWords[]
  question: string
  /** The query that is changed; null for a new question. Its tables keep the filters that they have. */
  prior: Query | null
}

/**
 * A query with the default filters of the tables whose rows it lists, counts, adds up, or looks for. A filter doesn't
 * apply if the question says so, or if it filters or groups by a column that the filter's condition reads.
 */
export function withDefaultFilters({ schema, words, question, prior }: Asked, query: Query): Query {
  const all = [...(schema.vocabulary?.filters.values() ?? [])].filter(({ filter }) => filter.applies_by_default)
  if (all.length === 0) return query
  const said = saidColumns(schema, query)
  const lifted = withoutDefaultWords(words, question).filters
  const applying = all.filter((one) => {
    const isLifted = lifted.some((ref) => sameColumn(ref, one.column.ref))
    return !isLifted && readBy(schema, one).every((key) => !said.has(key))
  })
  const before = prior === null ? new Set<TableKey>() : countedTables(schema, prior)
  const tables = countedTables(schema, query)
  const own = applying.filter(({ column: { table } }) => tables.has(table.key) && !before.has(table.key))
  const isKnown = (filter: Filter) => prior?.filters.some((one) => sameFilter(one, filter)) === true
  const kept = query.filters.filter((one) => !isDefault(one) || applying.some((other) => isFilterOf(one, other)))
  return {
    ...query,
    filters: [
      ...kept.map((one) => (isKnown(one) ? one : withinRelated(one, applying))),
      ...own.filter((one) => !kept.some((other) => isFilterOf(other, one))).map(filterOf),
    ],
  }
}

function isFilterOf(filter: Filter, { column: { ref } }: DefinedFilter): boolean {
  return filter.kind === 'compare' && filter.left.kind === 'column' && sameColumn(filter.left.ref, ref)
}

function filterOf({ column: { ref } }: DefinedFilter): Filter {
  return { kind: 'compare', left: column(ref), operator: '=', value: true, byDefault: true }
}

/** 'customers without orders' looks only for orders that the default filter allows. */
function withinRelated(filter: Filter, applying: readonly DefinedFilter[]): Filter {
  if (filter.kind === 'not') return { ...filter, filter: withinRelated(filter.filter, applying) }
  if (filter.kind === 'any' || filter.kind === 'all' || filter.kind === 'every')
    return { ...filter, filters: filter.filters.map((one) => withinRelated(one, applying)) }
  if (filter.kind !== 'related') return filter
  const own = applying.filter(({ column: { table } }) => table.key === filter.table)
  const inner = filter.filters.map((one) => withinRelated(one, applying))
  return { ...filter, filters: [...inner, ...own.map(filterOf)] }
}

/**
 * The tables whose rows a query lists, counts, or adds up. A metric with its own condition counts exactly the rows
 * that it names.
 */
export function countedTables(schema: Schema, query: Query): Set<TableKey> {
  const measured = [...query.select, ...query.order, ...query.having].map((one) => one.expression).filter(isAggregate)
  const parts = measured.flatMap((one) => measuresIn(schema, one))
  const isMeasured = parts.some(({ table }) => table === query.subject)
  return new Set([
    ...(isMeasured ? [] : [query.subject]),
    ...parts.flatMap(({ table, hasCondition }) => (hasCondition ? [] : [table])),
  ])
}

function measuresIn(schema: Schema, expression: Expression): { table: TableKey; hasCondition: boolean }[] {
  const inner = (one: Expression) => measuresIn(schema, one)
  if (expression.kind === 'ratio') return [expression.of, expression.per].flatMap(inner)
  if (expression.kind === 'difference') return [expression.of, expression.less].flatMap(inner)
  if (!isMeasure(expression) && 'of' in expression) return inner(expression.of)
  const [name] = metricNames(expression)
  if (name === undefined) return [{ table: tableKeyOf(expression), hasCondition: false }]
  return withParts(metricOf(schema, name)).flatMap(({ computation }) =>
    computation.kind === 'formula'
      ? []
      : [{ table: computation.table.key, hasCondition: computation.condition !== null }],
  )
}

/** Whether a metric's own condition and a default filter of its table would limit each other in one SELECT. */
export function hasMixedRows(schema: Schema, query: Query): boolean {
  const measured = [...query.select, ...query.order, ...query.having].map((one) => one.expression).filter(isAggregate)
  const limited = new Set(query.filters.flatMap((one) => (isDefault(one) ? refsOf(one).map(({ table }) => table) : [])))
  return measured.flatMap((one) => measuresIn(schema, one)).some((one) => one.hasCondition && limited.has(one.table))
}

/** The columns by which a query filters or groups, as the question said; those of its definitions, too. */
function saidColumns(schema: Schema, query: Query): Set<string> {
  const parts = query.select.flatMap(({ expression }) => [...partsIn(expression), ...conditionsIn(expression)])
  const filters = query.filters.map(withoutDefaults)
  const refs = refsOf([filters, query.groups, query.having, query.within ?? [], parts])
  return new Set(
    refs.flatMap((ref) => {
      const { computed } = columnOf(schema, ref)
      const read = (computed?.pieces ?? []).flatMap((one) => (typeof one === 'string' ? [] : [one.column]))
      return [ref.column, ...read].map((name) => keyOf(ref.table, name))
    }),
  )
}

/** A filter without the default ones inside it. */
function withoutDefaults(filter: Filter): unknown {
  if (isDefault(filter)) return null
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(withoutDefaults) }
  return filter.kind === 'not' ? withoutDefaults(filter.filter) : filter
}

/** The columns that the condition of a filter reads, and the filter itself. */
function readBy(schema: Schema, { column: { ref } }: DefinedFilter): string[] {
  const { computed } = columnOf(schema, ref)
  const read = (computed?.pieces ?? []).flatMap((one) => (typeof one === 'string' ? [] : [one.column]))
  return [ref.column, ...read].map((name) => keyOf(ref.table, name))
}

function keyOf(table: TableKey, name: string): string {
  return JSON.stringify([table, name.toLowerCase()])
}
