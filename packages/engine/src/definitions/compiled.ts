import {
  message,
  noDefinitions,
  quoteName,
  timeGrains,
  type AreaJoin,
  type Definitions,
  type Dimension,
  type Metric,
  type MetricQuery,
  type TimeGrain,
} from '@parlance/contract'
import { compile, Refusal } from '@parlance/semantics'
import { Decline } from '../decline.ts'
import { hasMixedRows } from '../interpret/default-filters.ts'
import {
  isAggregate,
  isDefault,
  isMeasure,
  sameColumn,
  sameExpression,
  tableKeyOf,
  type ColumnRef,
  type Expression,
  type Filter,
  type Measure,
  type Query,
  type Scalar,
  type Selected,
} from '../query.ts'
import {
  columnOf,
  tableOf,
  type ColumnModel,
  type DefinedMetric,
  type Schema,
  type Vocabulary,
} from '../schema/model.ts'
import { mainDate } from '../schema/roles.ts'
import { metricNames, metricOf } from '../schema/metrics.ts'

/** A query whose numbers were summarized table by table, with its columns in the order of the SQL. */
export interface Compiled {
  sql: string
  query: Query
}

/**
 * Whether a query with metrics needs several tables to be summarized on their own: joining them would repeat the rows of
 * one, or leave out rows without a partner.
 */
export function needsSummaries(schema: Schema, query: Query): boolean {
  const names = metricNames(query)
  if (names.length === 0) return false
  if (hasMixedRows(schema, query)) return true
  const measured = [...query.select, ...query.order, ...query.having].map((one) => one.expression).filter(isAggregate)
  const tables = new Set([
    ...measured.map((one) => tableKeyOf(one)),
    ...names.flatMap((name) => metricOf(schema, name).tables.map((one) => one.key)),
  ])
  return tables.size > 1
}

/**
 * Writes a query of measures, groups, and simple conditions with each measure summarized over its own table before the
 * results are joined. Declines if a row would count twice; null if the query has another shape.
 */
export function compiledQuery(schema: Schema, query: Query): Compiled | Decline | null {
  const { vocabulary } = schema
  if (vocabulary === undefined || !hasSimpleShape(query)) return null
  const writer = new MetricQueryWriter(schema, vocabulary, query)
  const asked = writer.asked()
  if (asked === null) return null
  const joins = [...vocabulary.model.joins, ...writer.links()]
  const compiled = compile(asked.query, { ...vocabulary.model, joins, definitions: asked.definitions })
  if (compiled instanceof Refusal) return new Decline(compiled.reason)
  return { sql: compiled.sql, query: { ...query, select: asked.select } }
}

function hasSimpleShape({ having, distinct, within, top, place }: Query): boolean {
  return having.length === 0 && !distinct && within === undefined && top === null && place === undefined
}

interface Asked {
  query: MetricQuery
  definitions: Definitions
  select: Selected[]
}

type Where = MetricQuery['where'][number]

/** Words a query in the terms of definitions, and makes definitions for what has none. */
class MetricQueryWriter {
  private readonly schema: Schema
  private readonly vocabulary: Vocabulary
  private readonly query: Query
  private readonly metrics: Metric[]
  private readonly dimensions: Dimension[]

  constructor(schema: Schema, vocabulary: Vocabulary, query: Query) {
    this.schema = schema
    this.vocabulary = vocabulary
    this.query = query
    const { definitions } = vocabulary.model
    // Which groups are allowed was checked for the columns themselves.
    this.metrics = definitions.metrics.map((one) => ({ ...this.dated(one), dimensions: null }))
    this.dimensions = [...definitions.dimensions]
  }

  asked(): Asked | null {
    const measures = this.query.select.filter((one) => isAggregate(one.expression))
    const metrics = known(measures.map((one) => this.metricOf(one)))
    const groups = this.groups()
    const conditions = this.conditions()
    const order = this.order(measures, metrics, groups)
    if (metrics === null || groups === null || conditions === null || order === undefined) return null
    const { definitions } = this.vocabulary.model
    return {
      query: {
        metrics,
        group_by: groups.names,
        grain: groups.grain,
        ...conditions,
        order,
        limit: this.query.limit,
      },
      definitions: { ...noDefinitions, ...definitions, metrics: this.metrics, dimensions: this.dimensions },
      select: [...groups.select, ...measures],
    }
  }

  /** The links between tables that neither the area nor a foreign key states in full. Their keys say who has several. */
  links(): AreaJoin[] {
    const { joins } = this.vocabulary.model
    const isStated = (one: string, other: string) =>
      joins.some(
        ({ left_table: left, right_table: right }) =>
          (left === one && right === other) || (left === other && right === one),
      )
    return this.schema.links.flatMap(({ child, parent, pairs: [pair, second] }) => {
      const [left, right] = [this.areaName(child.key), this.areaName(parent.key)]
      if (left === null || right === null || pair === undefined || second !== undefined || isStated(left, right))
        return []
      return [{ left_table: left, right_table: right, left_column: pair.child.name, right_column: pair.parent.name }]
    })
  }

  /** The metric that a measure is, or one made for it. */
  private metricOf({ expression, alias }: Selected): string | null {
    if (!isMeasure(expression)) return null
    if (expression.kind === 'aggregate' && expression.of.kind === 'metric') return expression.of.name
    const table = tableOf(this.schema, tableKeyOf(expression))
    const sql = this.aggregateSql(expression)
    const areaName = this.areaName(table.key)
    if (sql === null || areaName === null) return null
    const name = this.freeName(alias, this.metrics)
    const date = mainDate(this.schema, table)
    const dated = date === null ? null : this.areaName(date.table.key)
    this.metrics.push({
      ...plain(name),
      computation: {
        kind: 'aggregate',
        table: areaName,
        expression: sql,
        condition: null,
        time_column: date === null || dated === null ? null : { table: dated, column: date.name },
      },
      dimensions: null,
      unit: null,
      format: null,
    })
    return name
  }

  private aggregateSql(measure: Measure): string | null {
    if (measure.kind === 'rows') return 'COUNT(*)'
    const { fn, distinct, of } = measure
    if (fn === 'median' || of.kind !== 'column') return null
    const { computed, name } = columnOf(this.schema, of.ref)
    if (computed !== undefined) return null
    return `${fn.toUpperCase()}(${distinct ? 'DISTINCT ' : ''}${quoteName(name, this.schema.dialect)})`
  }

  private groups(): { names: string[]; grain: TimeGrain | null; select: Selected[] } | null {
    const shown = this.query.select.filter((one) => !isAggregate(one.expression))
    const keys = this.query.groups
      .filter((one) => !shown.some((other) => sameExpression(other.expression, one)))
      .map((one) => ({ expression: one, alias: one.kind === 'column' ? one.ref.column : one.kind }))
    const periods = shown.filter((one) => one.expression.kind === 'period')
    const others = [...shown, ...keys].filter((one) => one.expression.kind !== 'period')
    const [period, second] = periods
    const grain = period === undefined ? null : this.grainOf(period.expression)
    if (second !== undefined || (period !== undefined && grain === null)) return null
    if (this.query.groups.length === 0 && shown.length > 0) return null
    const names = known(others.map((one) => this.dimensionOf(one)))
    return names === null ? null : { names, grain, select: [...periods, ...others] }
  }

  private grainOf(expression: Expression): TimeGrain | null {
    if (expression.kind !== 'period' || !this.isTime(expression.ref)) return null
    return timeGrains.find((one) => one === expression.unit) ?? null
  }

  /** Whether a column is the date of what the query measures. */
  private isTime(ref: ColumnRef): boolean {
    return this.query.select.some(({ expression }) => {
      if (!isMeasure(expression)) return false
      const dates =
        expression.kind === 'aggregate' && expression.of.kind === 'metric'
          ? this.datesOf(metricOf(this.schema, expression.of.name))
          : [mainDate(this.schema, tableOf(this.schema, tableKeyOf(expression)))]
      return dates.some((date) => date !== null && sameColumn(date.ref, ref))
    })
  }

  /** The dates of a metric's rows: those that the area names, or else the main date of its table. */
  private datesOf({ computation, time }: DefinedMetric): (ColumnModel | null)[] {
    if (computation.kind === 'formula') return [...computation.metrics.values()].flatMap((one) => this.datesOf(one))
    return [time ?? mainDate(this.schema, computation.table)]
  }

  /** A metric with the date that its rows have, so that a period can limit or group them. */
  private dated(metric: Metric): Metric {
    const { computation } = metric
    const defined = this.vocabulary.metrics.get(metric.name.toLowerCase())
    if (computation.kind === 'formula' || computation.time_column !== null || defined === undefined) return metric
    const [date = null] = this.datesOf(defined)
    const table = date === null ? null : this.areaName(date.table.key)
    if (date === null || table === null) return metric
    return { ...metric, computation: { ...computation, time_column: { table, column: date.name } } }
  }

  /** The dimension that a column is, or one made for it. */
  private dimensionOf({ expression, alias }: { expression: Expression; alias: string }): string | null {
    if (expression.kind !== 'column') return null
    const column = columnOf(this.schema, expression.ref)
    const own = this.vocabulary.dimensions.find((one) => one.column === column)
    if (own !== undefined) return own.dimension.name
    const table = this.areaName(column.table.key)
    if (table === null || column.computed !== undefined) return null
    const sql = quoteName(column.name, this.schema.dialect)
    const made = this.dimensions.find((one) => one.table === table && one.expression === sql)
    if (made !== undefined) return made.name
    const name = this.freeName(alias, this.dimensions)
    this.dimensions.push({ ...plain(name), table, expression: sql, parent: null })
    return name
  }

  private conditions(): Pick<MetricQuery, 'filters' | 'without_filters' | 'where' | 'period'> | null {
    const filters: string[] = []
    const applied = this.query.filters.flatMap((one) => (isDefault(one) ? (this.namedFilter(one) ?? []) : []))
    const defaults = this.vocabulary.model.definitions.filters.filter((one) => one.applies_by_default)
    const without_filters = defaults.map(({ name }) => name).filter((name) => !applied.includes(name))
    const where: Where[] = []
    let period: MetricQuery['period'] = null
    for (const filter of this.query.filters) {
      // The compiler limits each metric by the default filters of its own table.
      if (isDefault(filter)) continue
      const named = this.namedFilter(filter)
      if (named !== null) filters.push(named)
      else if (filter.kind === 'period' && !filter.negated && period === null && this.isTime(filter.ref))
        period = { from: filter.from, before: filter.before }
      else {
        const made = this.whereOf(filter)
        if (made === null) return null
        where.push(...made)
      }
    }
    return { filters, without_filters, where, period }
  }

  private namedFilter(filter: Filter): string | null {
    if (filter.kind !== 'compare' || filter.left.kind !== 'column') return null
    const { computed } = columnOf(this.schema, filter.left.ref)
    return computed?.kind === 'filter' && filter.operator === '=' && filter.value === true ? computed.name : null
  }

  private whereOf(filter: Filter): Where[] | null {
    if (filter.kind !== 'compare' && filter.kind !== 'in' && filter.kind !== 'between') return null
    const dimension = this.dimensionOf({ expression: filter.left, alias: aliasOf(filter.left) })
    if (dimension === null) return null
    if (filter.kind === 'between') {
      const [from, to] = [valuesOf([filter.from]), valuesOf([filter.to])]
      if (from === null || to === null) return null
      return [
        { dimension, operator: 'at_least', values: from },
        { dimension, operator: 'at_most', values: to },
      ]
    }
    if (filter.kind === 'in') {
      const values = filter.negated ? null : valuesOf(filter.values)
      return values === null ? null : [{ dimension, operator: 'in', values }]
    }
    const values = valuesOf([filter.value])
    const operator = operators[filter.operator]
    return values === null || operator === null ? null : [{ dimension, operator, values }]
  }

  /** Undefined if the order isn't one of a metric query. */
  private order(
    measures: readonly Selected[],
    metrics: readonly string[] | null,
    groups: ReturnType<MetricQueryWriter['groups']>,
  ): MetricQuery['order'] | undefined {
    const [first, second] = this.query.order
    if (first === undefined) return null
    if (second !== undefined || metrics === null || groups === null) return undefined
    if (first.expression.kind === 'period') return first.descending ? undefined : null
    const at = measures.findIndex((one) => sameExpression(one.expression, first.expression))
    const measured = metrics[at]
    if (measured !== undefined) return { by: measured, descending: first.descending }
    const by = this.dimensionOf({ expression: first.expression, alias: '' })
    return by !== null && groups.names.includes(by) ? { by, descending: first.descending } : undefined
  }

  private areaName(key: string): string | null {
    const { source } = tableOf(this.schema, key)
    const found = this.vocabulary.model.tables.find(
      ({ entry }) => entry.name === source.name && entry.schema === source.schema,
    )
    return found?.name ?? null
  }

  private freeName(wanted: string, all: readonly { name: string }[]): string {
    const base = wanted.replaceAll(/[{}[\]"`]/g, ' ').trim() || 'value'
    let name = base
    const isTaken = () => all.some((one) => one.name.toLowerCase() === name.toLowerCase())
    for (let count = 2; isTaken(); count++) name = `${base} ${count}`
    return name
  }
}

const operators = { '=': 'in', '<>': null, '<': 'below', '<=': 'at_most', '>': 'above', '>=': 'at_least' } as const

function aliasOf(scalar: Scalar): string {
  return scalar.kind === 'column' ? scalar.ref.column : scalar.kind
}

function valuesOf(values: readonly (string | number | boolean)[]): (string | number)[] | null {
  return known(values.map((one) => (typeof one === 'boolean' ? null : one)))
}

/** The values, or null if any is missing. */
function known<Value>(values: readonly (Value | null)[]): Value[] | null {
  const found = values.filter((one) => one !== null)
  return found.length === values.length ? found : null
}

function plain(name: string) {
  return { name, description: null, synonyms: [], deprecated: null }
}

/** Why a query needs several summaries but has no shape that can be written with them. */
export function combinesTables(schema: Schema, query: Query): Decline {
  const [name = ''] = metricNames(query)
  const { metric } = metricOf(schema, name)
  if (hasMixedRows(schema, query))
    return new Decline(
      message(
        '{metric} has its own condition, and the rest of this question is limited by a default filter. They can be combined in total, for groups, and for periods, but not like this.',
        { metric: metric.name },
      ),
    )
  return new Decline(
    message(
      '{metric} and the rest of this question are computed from rows of several tables. They can be combined in total, for groups, and for periods, but not like this.',
      { metric: metric.name },
    ),
  )
}
