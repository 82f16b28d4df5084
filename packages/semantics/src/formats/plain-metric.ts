import type { Metric, MetricComputation } from '@parlance/contract'

/** A metric without anything but its computation. */
export function plainMetric(name: string, computation: MetricComputation): Metric {
  const empty = { description: null, synonyms: [], dimensions: null, unit: null, format: null, deprecated: null }
  return { name, computation, ...empty }
}
