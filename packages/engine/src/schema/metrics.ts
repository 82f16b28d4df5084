import { message, type Message } from '@parlance/contract'
import { singular } from '@parlance/retrieval'
import { Decline } from '../decline.ts'
import type { AggregateFunction, Expression, Selected } from '../query.ts'
import type { ColumnModel, DefinedMetric, Schema } from './model.ts'
import { spokenName } from './spoken.ts'
import { isAdditive, isOneCall } from './vocabulary.ts'

/** The metric with a name, whatever its case. @throws Error if there is none, which is a bug */
export function metricOf({ vocabulary }: Schema, name: string): DefinedMetric {
  const found = vocabulary?.metrics.get(name.toLowerCase())
  if (found === undefined) throw new Error(`No metric ${name} in the vocabulary`)
  return found
}

/** A metric as a result column. */
export function metricNamed(schema: Schema, name: string): Selected {
  const metric = metricOf(schema, name)
  const [table] = metric.tables
  const fn = isAdditive(metric) ? 'sum' : 'avg'
  const of = { kind: 'metric', name: metric.metric.name, table: table?.key ?? '' } as const
  return { expression: { kind: 'aggregate', fn, distinct: false, of }, alias: metric.metric.name }
}

/**
 * 'total net revenue', 'average order value': a metric has its own computation, so another function only fits if it
 * says the same. Declines otherwise.
 */
export function aggregateMetric(schema: Schema, fn: AggregateFunction, name: string): Selected | Decline {
  const named = metricNamed(schema, name)
  const { expression } = named
  if (expression.kind === 'aggregate' && fn === expression.fn) return named
  return new Decline(otherFunction(metricOf(schema, name).metric.name), [name])
}

/** Why a metric can't be computed with another function. */
export function otherFunction(metric: string) {
  return message(
    '{metric} has its own computation, so it cannot be added up, averaged, or compared row by row. Ask for it as it is, in total or for groups.',
    { metric },
  )
}

/** The date that a metric's rows have, if the area says so; null for any other expression. */
export function metricDate(schema: Schema, expression: Expression): ColumnModel | null {
  const [name] = metricNames(expression)
  return name === undefined ? null : metricOf(schema, name).time
}

/** The names of the metrics anywhere in a part of a query, each once. */
export function metricNames(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(metricNames))]
  if (typeof value !== 'object' || value === null) return []
  if ('kind' in value && value.kind === 'metric' && 'name' in value && typeof value.name === 'string')
    return [value.name]
  return [...new Set(Object.values(value).flatMap(metricNames))]
}

/** A metric in a sentence: 'net revenue', 'number of orders'. Its own name already says so unless it is a plural. */
export function metricWords(schema: Schema, name: string): Message | string {
  const metric = metricOf(schema, name)
  const spoken = spokenName(metric.metric.name)
  const last = spoken.split(' ').at(-1) ?? ''
  if (singular(last.toLowerCase()) === last.toLowerCase()) return spoken
  if (isOneCall(metric, ['count'])) return message('number of {rows}', { rows: spoken })
  return isAdditive(metric) ? message('total of {rows}', { rows: spoken }) : spoken
}
