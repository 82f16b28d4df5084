import type { Metric } from '@parlance/contract'
import { metricsOf, parseFormula, type Formula, type SemanticModel } from '@parlance/semantics'
import { expressionPieces, type ExpressionPiece } from '@parlance/sql/text'
import { columnNamed, type ColumnModel, type DefinedMetric, type Schema, type TableModel } from './model.ts'
import { aggregateParts, type MetricPart } from './aggregates.ts'

/** Finds the table and the columns that definitions name. */
export class Names {
  readonly schema: Schema
  readonly model: SemanticModel

  constructor(schema: Schema, model: SemanticModel) {
    this.schema = schema
    this.model = model
  }

  /** The table that the area calls so; null if the asker may not see it. */
  table(name: string): TableModel | null {
    const found = this.model.tables.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (found === undefined) return null
    const { entry } = found
    return (
      this.schema.tables.find((one) => one.source.name === entry.name && one.source.schema === entry.schema) ?? null
    )
  }

  column(table: string, name: string): ColumnModel | null {
    const found = this.table(table)
    return found === null ? null : columnNamed(found, name)
  }

  /** An expression over the columns of a table; null if it names anything that the asker may not see. */
  pieces(table: TableModel, sql: string): ExpressionPiece[] | null {
    return expressionPieces(sql, this.schema.dialect, table.source)
  }
}

/** The metrics of an area whose tables and columns the asker may see. */
export function definedMetrics(names: Names): Map<string, DefinedMetric> {
  const made = new Map<string, DefinedMetric | null>()
  const { metrics } = names.model.definitions
  for (const metric of metrics) definedMetric(names, metric, made, [])
  return new Map([...made].flatMap(([name, one]) => (one === null ? [] : [[name, one]])))
}

function definedMetric(
  names: Names,
  metric: Metric,
  made: Map<string, DefinedMetric | null>,
  within: readonly Metric[],
): DefinedMetric | null {
  const key = metric.name.toLowerCase()
  const known = made.get(key)
  if (known !== undefined) return known
  const found = within.includes(metric) ? null : readMetric(names, metric, made, [...within, metric])
  made.set(key, found)
  return found
}

function readMetric(
  names: Names,
  metric: Metric,
  made: Map<string, DefinedMetric | null>,
  within: readonly Metric[],
): DefinedMetric | null {
  const { computation } = metric
  if (computation.kind === 'aggregate') return aggregateMetric(names, metric, computation)
  const formula = parseFormula(computation.formula)
  if ('problem' in formula) return null
  const parts = new Map<string, DefinedMetric>()
  for (const name of metricsOf(formula)) {
    const used = names.model.definitions.metrics.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const part = used === undefined ? null : definedMetric(names, used, made, within)
    if (part === null) return null
    parts.set(name.toLowerCase(), part)
  }
  if (parts.size === 0) return null
  const all = [...parts.values()]
  const tables = [...new Set(all.flatMap((one) => one.tables))]
  const [time] = all.map((one) => one.time)
  return { metric, tables, computation: { kind: 'formula', formula, metrics: parts }, time: time ?? null }
}

function aggregateMetric(
  names: Names,
  metric: Metric,
  computation: Extract<Metric['computation'], { kind: 'aggregate' }>,
): DefinedMetric | null {
  const table = names.table(computation.table)
  const pieces = table === null ? null : names.pieces(table, computation.expression)
  if (table === null || pieces === null) return null
  const condition = computation.condition === null ? [] : names.pieces(table, computation.condition)
  if (condition === null) return null
  const usual = names.model.definitions.time_columns.find(
    (one) => one.table.toLowerCase() === computation.table.toLowerCase(),
  )
  const dated = computation.time_column ?? usual ?? null
  return {
    metric,
    tables: [table],
    computation: {
      kind: 'aggregate',
      table,
      pieces,
      parts: aggregateParts(pieces, names.schema.dialect),
      condition: computation.condition === null ? null : condition,
    },
    time: dated === null ? null : names.column(dated.table, dated.column),
  }
}

/** Whether the values of groups add up to the whole: sums and counts do, averages and ratios don't. */
export function isAdditive({ computation }: DefinedMetric): boolean {
  if (computation.kind === 'formula') return isLinear(computation.formula, computation.metrics)
  const { parts } = computation
  if (parts === null) return false
  const calls = parts.filter((one) => isCall(one))
  const between = parts.filter((one) => !isCall(one)).map((one) => (typeof one === 'string' ? one : '?'))
  return (
    calls.every((one) => ['sum', 'count', 'total'].includes(one.fn) && !one.isDistinct) &&
    /^[\s+\-()]*$/.test(between.join(''))
  )
}

function isLinear(formula: Formula, metrics: ReadonlyMap<string, DefinedMetric>): boolean {
  switch (formula.kind) {
    case 'number':
      return false
    case 'metric': {
      const metric = metrics.get(formula.name.toLowerCase())
      return metric !== undefined && isAdditive(metric)
    }
    case 'negative':
      return isLinear(formula.of, metrics)
    case 'operation':
      return (
        (formula.operator === '+' || formula.operator === '-') &&
        isLinear(formula.left, metrics) &&
        isLinear(formula.right, metrics)
      )
  }
}

/** Whether rows that joins repeat change nothing: only the lowest, the highest, or different values are read. */
export function isRepeatable({ computation }: DefinedMetric): boolean {
  if (computation.kind === 'formula') return [...computation.metrics.values()].every(isRepeatable)
  const calls = computation.parts?.filter((one) => isCall(one)) ?? []
  return calls.length > 0 && calls.every((one) => one.isDistinct || one.fn === 'min' || one.fn === 'max')
}

/** Whether a part of a metric is one of its aggregates. */
export function isCall(part: MetricPart): part is Extract<MetricPart, { fn: string }> {
  return typeof part === 'object' && 'fn' in part
}

/** The metrics that a metric is computed from, itself included. */
export function withParts(metric: DefinedMetric): DefinedMetric[] {
  if (metric.computation.kind === 'aggregate') return [metric]
  return [metric, ...[...metric.computation.metrics.values()].flatMap(withParts)]
}

/** Whether a metric is one call of one of these aggregates and nothing else. */
export function isOneCall({ computation }: DefinedMetric, fns: readonly string[]): boolean {
  if (computation.kind === 'formula') return false
  const [only, other] = computation.parts ?? []
  return only !== undefined && other === undefined && isCall(only) && fns.includes(only.fn)
}
