import type { MetricLook } from '../contract.ts'
import type { Expression, Query } from '../query.ts'
import type { Schema } from './model.ts'
import { metricOf } from './metrics.ts'

const none: MetricLook = { unit: null, format: null }

/** A change in percent has one decimal. */
const change: MetricLook = { unit: null, format: { style: 'number', decimals: 1 } }

/** How the numbers of a query's columns look: like their metric's, unless they are shares of it. */
export function columnFormats(schema: Schema, query: Query): MetricLook[] {
  return query.select.map(({ expression }) => (expression.kind === 'change' ? change : formatOf(schema, expression)))
}

/** How the numbers of an expression look, as far as a metric says it. */
export function formatOf(schema: Schema, expression: Expression): MetricLook {
  if (expression.kind === 'aggregate') {
    if (expression.of.kind !== 'metric') return none
    const { unit, format } = metricOf(schema, expression.of.name).metric
    return { unit, format }
  }
  if (expression.kind === 'part' || expression.kind === 'difference' || expression.kind === 'ratio')
    return formatOf(schema, expression.of)
  return none
}
