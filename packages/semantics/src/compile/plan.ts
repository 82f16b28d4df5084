import {
  message,
  type ColumnKind,
  type DefinedColumn,
  type Dimension,
  type Metric,
  type MetricQuery,
  type NamedFilter,
} from '@parlance/contract'
import { plainFragment } from '@parlance/sql/text'
import { Refusal, type SemanticModel, type SemanticTable } from '../contract.ts'
import { contradict, contradictionText, limitsOf } from './contradictions.ts'
import { appliedByDefault } from './default-filters.ts'
import { findColumn, findDefinition, findTable, isSameName } from './find.ts'
import { metricsOf, parseFormula, type Formula } from './formula.ts'
import { kindOf } from './relationships.ts'
import { findRoute } from './routes.ts'

/** A dimension whose table exists, with its expression ready to be written. */
export interface PlannedDimension {
  dimension: Dimension
  table: SemanticTable
  sql: string
  /** The kind of the column. Null for an expression. */
  kind: ColumnKind | null
}

export interface PlannedFilter {
  filter: NamedFilter
  table: SemanticTable
  sql: string
}

export interface PlannedTime {
  table: SemanticTable
  column: string
}

/** A metric that summarizes rows of a table. */
export interface PlannedAggregate {
  kind: 'aggregate'
  metric: Metric
  table: SemanticTable
  sql: string
  /** The metric's own condition, or else that of the table's default filters. */
  condition: string | null
  /** The default filters in `condition`. */
  defaults: readonly NamedFilter[]
  /** Null if the query needs no dates. */
  time: PlannedTime | null
}

/** A metric that is computed from others. */
export interface PlannedFormula {
  kind: 'formula'
  metric: Metric
  formula: Formula
  /** By name in lower case. */
  metrics: ReadonlyMap<string, PlannedMetric>
  /** How many metrics it has after each formula in it is written out. */
  size: number
}

export type PlannedMetric = PlannedAggregate | PlannedFormula

/** A metric query whose definitions exist and fit together. */
export interface Plan {
  query: MetricQuery
  metrics: PlannedMetric[]
  groups: PlannedDimension[]
  filters: PlannedFilter[]
  where: { dimension: PlannedDimension; condition: MetricQuery['where'][number] }[]
}

/** Formulas of formulas can double with each step. */
const mostMetrics = 300

/** What planning a metric needs. */
interface Planning {
  model: SemanticModel
  query: MetricQuery
  needsTime: boolean
  /** By name in lower case. */
  planned: Map<string, PlannedMetric>
}

/** Finds everything that a query names. */
export function planQuery(query: MetricQuery, model: SemanticModel): Plan | Refusal {
  const needsTime = query.grain !== null || (query.period?.from ?? query.period?.before ?? null) !== null
  const planning: Planning = { model, query, needsTime, planned: new Map() }
  const metrics = all(query.metrics, (name) => planMetric(name, planning))
  if (metrics instanceof Refusal) return metrics
  const groups = all(query.group_by, (name) => planDimension(name, model))
  if (groups instanceof Refusal) return groups
  const filters = all(query.filters, (name) => planFilter(name, model))
  if (filters instanceof Refusal) return filters
  const where = all(query.where, (condition) => {
    const dimension = planDimension(condition.dimension, model)
    return dimension instanceof Refusal ? dimension : { dimension, condition }
  })
  if (where instanceof Refusal) return where
  const plan = { query, metrics, groups, filters, where }
  return forbiddenGroup(metrics, groups) ?? contradictedMetric(plan, model) ?? plan
}

/** Refuses a condition that no row of a metric can fit: 'cancelled' for a metric of completed orders. */
function contradictedMetric({ metrics, filters, where }: Plan, { dialect }: SemanticModel): Refusal | null {
  const asked = [
    ...filters.map(({ table, sql, filter }) => ({ table, text: filter.name, limits: limitsOf(sql, dialect) })),
    ...where.flatMap(({ dimension: { table, dimension, kind }, condition: { operator, values } }) => {
      if (kind === null || operator !== 'in') return []
      const allowed = new Set(values.map(String))
      const limits = [{ column: dimension.expression.toLowerCase(), allowed, excluded: new Set<string>() }]
      return [{ table, text: `${dimension.name} = ${[...allowed].join(', ')}`, limits }]
    }),
  ]
  for (const { metric, table } of aggregatesOf(metrics)) {
    const own = metric.computation.kind === 'aggregate' ? metric.computation.condition : null
    if (own === null) continue
    const found = asked.find((one) => one.table === table && contradict(limitsOf(own, dialect), one.limits))
    if (found !== undefined) return new Refusal('contradiction', contradictionText(metric.name, own, found.text))
  }
  return null
}

/** All results, or the first refusal. */
export function all<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item) => Result | Refusal,
): Result[] | Refusal {
  const results: Result[] = []
  for (const item of items) {
    const result = resultOf(item)
    if (result instanceof Refusal) return result
    results.push(result)
  }
  return results
}

/** Every metric that summarizes rows, of these and of their formulas. */
export function aggregatesOf(metrics: Iterable<PlannedMetric>): PlannedAggregate[] {
  return [...metrics].flatMap((one) => (one.kind === 'aggregate' ? [one] : aggregatesOf(one.metrics.values())))
}

/** @param within the metrics whose formulas lead here */
function planMetric(name: string, planning: Planning, within: readonly Metric[] = []): PlannedMetric | Refusal {
  const { model, planned } = planning
  const known = planned.get(name.toLowerCase())
  if (known !== undefined) return known
  const metric = findDefinition(model, 'metric', name)
  if (metric instanceof Refusal) return metric
  if (within.includes(metric)) {
    const path = [...within.slice(within.indexOf(metric)), metric].map((one) => one.name).join(' → ')
    return invalid(message('These metrics are computed from each other: {path}. Change one of the formulas.', { path }))
  }
  const { computation } = metric
  const made =
    computation.kind === 'aggregate'
      ? planAggregate(metric, computation, planning)
      : planFormula(metric, computation.formula, planning, within)
  if (!(made instanceof Refusal)) planned.set(name.toLowerCase(), made)
  return made
}

function planFormula(
  metric: Metric,
  text: string,
  planning: Planning,
  within: readonly Metric[],
): PlannedFormula | Refusal {
  const formula = parseFormula(text)
  if ('problem' in formula) return invalidPart(metric.name, formula.problem)
  const metrics = new Map<string, PlannedMetric>()
  let size = 0
  for (const used of metricsOf(formula)) {
    const planned = planMetric(used, planning, [...within, metric])
    if (planned instanceof Refusal) return planned
    metrics.set(used.toLowerCase(), planned)
    size += planned.kind === 'formula' ? planned.size : 1
  }
  if (size > mostMetrics)
    return invalidPart(
      metric.name,
      message('With the formulas in it, it has more than {n} metrics.', { n: mostMetrics }),
    )
  return { kind: 'formula', metric, formula, metrics, size }
}

function planAggregate(
  metric: Metric,
  computation: Extract<Metric['computation'], { kind: 'aggregate' }>,
  { model, query, needsTime }: Planning,
): PlannedAggregate | Refusal {
  const table = findTable(model, computation.table)
  if (table instanceof Refusal) return table
  const sql = fragmentOf(metric.name, computation.expression, model)
  if (sql instanceof Refusal) return sql
  // A metric with its own condition counts exactly the rows that it names.
  const defaults = computation.condition === null ? appliedByDefault(model, table, query) : []
  const own = computation.condition === null ? [] : [fragmentOf(metric.name, computation.condition, model)]
  const texts = all([...own, ...defaults.map((one) => fragmentOf(one.name, one.condition, model))], (text) => text)
  if (texts instanceof Refusal) return texts
  const [first = null, second] = texts
  const condition = second === undefined ? first : texts.map((text) => `(${text})`).join(' AND ')
  const time = needsTime ? planTime(metric, computation, table, model) : null
  if (time instanceof Refusal) return time
  return { kind: 'aggregate', metric, table, sql, condition, defaults, time }
}

function planTime(
  metric: Metric,
  computation: Extract<Metric['computation'], { kind: 'aggregate' }>,
  own: SemanticTable,
  model: SemanticModel,
): PlannedTime | Refusal {
  const column = computation.time_column ?? usualTime(metric.name, own, model)
  if (column === undefined) {
    const text = message(
      '{metric} has no time column, so it cannot be shown by time or for a period. Choose a time column for it or for the table {table}.',
      { metric: metric.name, table: computation.table },
    )
    return new Refusal('no_time_column', text)
  }
  const table = findTable(model, column.table)
  if (table instanceof Refusal) return table
  const name = findColumn(table, column.column)
  return name instanceof Refusal ? name : { table, column: name }
}

/**
 * The default date of a metric's table. A table without dates has those of the nearest table that each of its rows has one
 * row of, as order lines have the date of their order. Undefined if there is none, or several are as near.
 */
function usualTime(metric: string, own: SemanticTable, model: SemanticModel): DefinedColumn | undefined {
  const { time_columns: usual } = model.definitions
  const found = usual.find(({ table }) => isSameName(table, own.name))
  const hasDates = own.entry.columns.some(({ kind }) => kind === 'date' || kind === 'timestamp')
  if (found !== undefined || hasDates) return found
  const reached = usual.flatMap((column) => {
    const other = findTable(model, column.table)
    if (other instanceof Refusal) return []
    const route = findRoute(model, own, other, { kind: 'time', metric, by: column.table })
    return route instanceof Refusal ? [] : [{ column, steps: route.length }]
  })
  const [nearest, second] = reached.toSorted((left, right) => left.steps - right.steps)
  return nearest?.steps === second?.steps ? undefined : nearest?.column
}

function planDimension(name: string, model: SemanticModel): PlannedDimension | Refusal {
  const dimension = findDefinition(model, 'dimension', name)
  if (dimension instanceof Refusal) return dimension
  const table = findTable(model, dimension.table)
  if (table instanceof Refusal) return table
  const sql = fragmentOf(dimension.name, dimension.expression, model)
  return sql instanceof Refusal ? sql : { dimension, table, sql, kind: kindOf(table.entry, bareName(sql)) }
}

function planFilter(name: string, model: SemanticModel): PlannedFilter | Refusal {
  const filter = findDefinition(model, 'filter', name)
  if (filter instanceof Refusal) return filter
  const table = findTable(model, filter.table)
  if (table instanceof Refusal) return table
  const sql = fragmentOf(filter.name, filter.condition, model)
  return sql instanceof Refusal ? sql : { filter, table, sql }
}

/** The name of a column, if the expression is nothing else. */
function bareName(sql: string): string {
  return /^(["`[])([^"`\]]+)["`\]]$/.exec(sql)?.[2] ?? sql
}

function fragmentOf(name: string, sql: string, model: SemanticModel): string | Refusal {
  const fragment = plainFragment(sql, model.dialect)
  return typeof fragment === 'string' ? fragment : invalidPart(name, fragment)
}

function invalidPart(name: string, reason: Parameters<typeof invalid>[0]): Refusal {
  return invalid(message('The definition of {name} is not valid. {reason}', { name, reason }))
}

function invalid(reason: Refusal['reason']): Refusal {
  return new Refusal('invalid_definition', reason)
}

/** A metric may name the only dimensions that it makes sense for. The metrics of a formula decide too. */
function forbiddenGroup(metrics: Iterable<PlannedMetric>, groups: readonly PlannedDimension[]): Refusal | null {
  for (const planned of metrics) {
    const { name, dimensions } = planned.metric
    const other = groups.find(({ dimension }) => dimensions?.every((one) => !isSameName(one, dimension.name)) === true)
    if (other !== undefined) {
      const values = { metric: name, by: other.dimension.name }
      return new Refusal('not_allowed', message('{metric} is defined so that it cannot be grouped by {by}.', values))
    }
    const inner = planned.kind === 'formula' ? forbiddenGroup(planned.metrics.values(), groups) : null
    if (inner !== null) return inner
  }
  return null
}
