import { message } from '@parlance/contract'
import { allOf } from '../answer/lists.ts'
import { Decline } from '../decline.ts'
import type { Query } from '../query.ts'
import { columnOf, type DefinedMetric, type Schema } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import { metricNames, metricOf } from '../schema/metrics.ts'
import { withParts } from '../schema/vocabulary.ts'

/** Declines to group a metric by anything except the dimensions that its definition allows. Dates are always allowed. */
export function forbiddenGroup(schema: Schema, query: Query): Decline | null {
  const metrics = metricNames(query).flatMap((name) => withParts(metricOf(schema, name)))
  const groups = [...query.groups, ...(query.within ?? [])].flatMap((one) =>
    one.kind === 'column' ? [columnOf(schema, one.ref)] : [],
  )
  for (const metric of metrics) {
    const other = groups.find((column) => !allows(schema, metric, column))
    if (other !== undefined) return declined(schema, metric, other.isKey ? other.table.spoken : other.spoken)
  }
  return null
}

function allows({ vocabulary }: Schema, { metric }: DefinedMetric, column: ReturnType<typeof columnOf>): boolean {
  const { dimensions } = metric
  if (dimensions === null) return true
  const names = new Set(dimensions.map((one) => one.toLowerCase()))
  const allowed = (vocabulary?.dimensions ?? []).filter(({ dimension }) => names.has(dimension.name.toLowerCase()))
  const isRow = (one: typeof column) => one.isKey || displayColumns(one.table).includes(one)
  return allowed.some(
    ({ column: own }) => own === column || (own.table === column.table && isRow(own) && isRow(column)),
  )
}

/** Names only dimensions that the asker may use. */
function declined({ vocabulary }: Schema, { metric }: DefinedMetric, by: string): Decline {
  const known = new Set((vocabulary?.dimensions ?? []).map(({ dimension }) => dimension.name.toLowerCase()))
  const dimensions = (metric.dimensions ?? []).filter((one) => known.has(one.toLowerCase()))
  const values = { metric: metric.name, by }
  return new Decline(
    dimensions.length === 0
      ? message('{metric} is defined so that it cannot be grouped by {by}.', values)
      : message('{metric} is defined so that it can be grouped by {dimensions} or by time, but not by {by}.', {
          ...values,
          dimensions: allOf(dimensions),
        }),
    [by],
  )
}
