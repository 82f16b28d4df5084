import { contradict, contradictionText, limitsOf, type Limits } from '@parlance/semantics'
import { Decline } from '../decline.ts'
import type { Filter, Query } from '../query.ts'
import { metricNames, metricOf } from '../schema/metrics.ts'
import { columnOf, type ComputedColumn, type Schema } from '../schema/model.ts'
import { withParts } from '../schema/vocabulary.ts'

/** Declines to limit a metric to rows that its own condition excludes. The answer would always be zero or nothing. */
export function contradictedMetric(schema: Schema, query: Query): Decline | null {
  const dialect = schema.vocabulary?.model.dialect
  if (dialect === undefined) return null
  const asked = query.filters.flatMap((filter) => limitsOfFilter(schema, filter, dialect))
  if (asked.length === 0) return null
  for (const { metric, computation: made } of metricNames(query).flatMap((name) => withParts(metricOf(schema, name)))) {
    const condition = metric.computation.kind === 'aggregate' ? metric.computation.condition : null
    if (made.kind !== 'aggregate' || condition === null) continue
    const own = limitsOf(condition, dialect)
    const found = asked.find(({ table, limits }) => table === made.table.key && contradict(own, limits))
    if (found !== undefined) return new Decline(contradictionText(metric.name, condition, found.text), [found.text])
  }
  return null
}

interface Asked {
  table: string
  limits: Limits[]
  text: string
}

type Dialect = Parameters<typeof limitsOf>[1]

function limitsOfFilter(schema: Schema, filter: Filter, dialect: Dialect): Asked[] {
  if (filter.kind !== 'compare' && filter.kind !== 'in') return []
  const { left } = filter
  if (left.kind !== 'column' || (filter.kind === 'compare' && filter.byDefault === true)) return []
  const { table, name, spoken, computed } = columnOf(schema, left.ref)
  if (computed !== undefined) return limitsOfNamed(schema, filter, { table: table.key, computed, dialect })
  const isIn = filter.kind === 'in' ? !filter.negated : filter.operator === '='
  if (!isIn) return []
  const values = (filter.kind === 'in' ? filter.values : [filter.value]).map(String)
  const limits = [{ column: name.toLowerCase(), allowed: new Set(values), excluded: new Set<string>() }]
  return [{ table: table.key, limits, text: `${spoken} = ${values.join(', ')}` }]
}

interface NamedFilter {
  table: string
  computed: ComputedColumn
  dialect: Dialect
}

/** The limits of a defined filter that a question asks for. */
function limitsOfNamed(schema: Schema, filter: Filter, { table, computed, dialect }: NamedFilter): Asked[] {
  const named = schema.vocabulary?.model.definitions.filters.find((one) => one.name === computed.name)
  const isWanted = filter.kind === 'compare' && filter.operator === '=' && filter.value === true
  if (computed.kind !== 'filter' || named === undefined || !isWanted) return []
  return [{ table, limits: limitsOf(named.condition, dialect), text: named.name }]
}
