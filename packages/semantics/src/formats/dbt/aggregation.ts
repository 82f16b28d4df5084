import { message, type SqlDialect } from '@parlance/contract'
import { writingOf } from '@parlance/sql/writing'
import { FileError, type Place } from '../file-error.ts'
import { numberOf, type MapNode } from '../file-node.ts'

/**
 * SQL of an aggregation of dbt.
 * @param value SQL of what is aggregated
 * @param params the node of `agg_params`
 * @throws FileError if the area's database cannot compute it exactly
 */
export function aggregationSql(
  aggregation: string,
  value: string,
  params: MapNode | null,
  dialect: SqlDialect,
  place: Place,
): string {
  switch (aggregation.toLowerCase()) {
    case 'sum':
      return `SUM(${value})`
    case 'min':
      return `MIN(${value})`
    case 'max':
      return `MAX(${value})`
    case 'average':
      return `AVG(${value})`
    case 'count':
      return `COUNT(${value})`
    case 'count_distinct':
      return `COUNT(DISTINCT ${value})`
    case 'sum_boolean':
      return `SUM(CASE WHEN ${value} THEN 1 ELSE 0 END)`
    case 'median':
      return median(value, dialect, place)
    case 'percentile':
      // Databases differ in how they interpolate, so only the middle is certain.
      if (params !== null && numberOf(params, 'percentile') === 0.5 && isContinuous(params)) {
        return median(value, dialect, place)
      }
      throw new FileError(
        message('Databases compute percentiles in different ways. Define this metric by hand.'),
        place,
      )
    default:
      throw new FileError(message('Parlance does not know the aggregation {aggregation}.', { aggregation }), place)
  }
}

function isContinuous(params: MapNode): boolean {
  return ['use_discrete_percentile', 'use_approximate_percentile'].every((key) => {
    const node = params.entries.get(key)
    return node?.kind !== 'boolean' || !node.value
  })
}

function median(value: string, dialect: SqlDialect, place: Place): string {
  const { median: write } = writingOf(dialect)
  if (write === null) throw new FileError(message('This database has no median. Define this metric by hand.'), place)
  return write(value)
}
