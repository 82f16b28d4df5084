import { message, type Metric, type MetricComputation } from '@parlance/contract'
import type { FoundItem } from '../collector.ts'
import { FileError } from '../file-error.ts'
import { formulaOf } from '../formula-text.ts'
import { plainMetric } from '../plain-metric.ts'
import { spliced } from '../sql-text.ts'
import type { ResolvedExpression } from './metric-expression.ts'
import type { OssieDataset } from './read-datasets.ts'
import type { JoinedDatasets } from './read-relationships.ts'

interface ReadComputation {
  computation: MetricComputation
  /** Metrics that a formula needs and that the file does not have on their own. */
  parts: Metric[]
}

/**
 * An expression over one dataset is an aggregate. One over several is a formula of aggregates, if none of the datasets
 * leads to another one: then each can only be summarized on its own. Ossie does not say how joined datasets are
 * summarized together, so those are refused.
 * @throws FileError
 */
export function computationOf(
  name: string,
  expression: ResolvedExpression,
  joined: readonly JoinedDatasets[],
  found: readonly FoundItem[],
): ReadComputation {
  const datasets = expression.datasets()
  const [dataset, ...others] = datasets
  if (dataset === undefined) {
    throw new FileError(message('It does not say which dataset it counts. Name a field.'), expression.place)
  }
  if (others.length === 0) return { computation: aggregate(dataset, expression.summary()), parts: [] }
  for (const one of datasets) {
    const other = datasets.find((candidate) => candidate !== one && leadsTo(one, candidate, joined))
    if (other === undefined) continue
    const values = { from: one.name, to: other.name }
    throw new FileError(
      message(
        'It combines {from} and {to}, which are joined. Ossie does not say whether rows of {to} count without rows of {from}. Define a metric for each, and a formula.',
        values,
      ),
      expression.place,
    )
  }
  return split(name, expression, found)
}

function aggregate(
  dataset: OssieDataset,
  summary: { expression: string; condition: string | null },
): MetricComputation {
  return { kind: 'aggregate', table: dataset.table.name, ...summary, time_column: null }
}

function split(name: string, expression: ResolvedExpression, found: readonly FoundItem[]): ReadComputation {
  if (expression.readsOutside()) {
    throw new FileError(message('It reads a column outside of an aggregate. Put it into one.'), expression.place)
  }
  const parts: Metric[] = []
  const references = expression.aggregates.map(({ start, end }) => {
    const [dataset, other] = expression.datasets(start, end)
    if (dataset === undefined) {
      throw new FileError(message('It does not say which dataset it counts. Name a field.'), expression.place)
    }
    if (other !== undefined) {
      const values = { one: dataset.name, other: other.name }
      throw new FileError(message('One aggregate reads {one} and {other}. Split it.', values), expression.place)
    }
    const computation = aggregate(dataset, expression.summary(start, end))
    const known = sameMetric(computation, found) ?? parts.find((part) => isEqual(part.computation, computation))?.name
    const part = known ?? `${name}, part ${parts.length + 1}`
    if (known === undefined) parts.push(plainMetric(part, computation))
    return { start, end, text: `{${part}}` }
  })
  const formula = formulaOf(spliced(expression.text, references), expression.place)
  return { computation: { kind: 'formula', formula }, parts }
}

function sameMetric(computation: MetricComputation, found: readonly FoundItem[]): string | undefined {
  const item = found.find((one) => one.kind === 'metric' && isEqual(one.value.computation, computation))
  return item?.kind === 'metric' ? item.value.name : undefined
}

function isEqual(one: MetricComputation, other: MetricComputation): boolean {
  if (one.kind !== 'aggregate' || other.kind !== 'aggregate') return false
  return one.table === other.table && one.expression === other.expression && one.condition === other.condition
}

/** Whether each row of one dataset has at most one row of the other, through any number of relationships. */
function leadsTo(from: OssieDataset, to: OssieDataset, joined: readonly JoinedDatasets[]): boolean {
  const reached = new Set([from])
  for (const dataset of reached) {
    for (const join of joined) if (join.from === dataset) reached.add(join.to)
  }
  return reached.has(to)
}
