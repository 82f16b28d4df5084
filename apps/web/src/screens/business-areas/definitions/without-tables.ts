import type { Definitions, Metric } from '@parlance/contract'
import { metricsInFormula } from './dependents.ts'
import { keyOfDefinition } from './list-kind.ts'

/** What definitions lose with tables of the area. */
export interface LostDefinitions {
  /** The definitions that stay. They no longer refer to the others. */
  left: Definitions
  /** The names of those that are lost, in the order of the lists; columns for those without a name. */
  lost: string[]
}

/**
 * Finds the definitions that read a removed table, and the formulas that need one of their metrics. Definitions that only
 * allow or belong to a lost dimension stay without it.
 */
export function withoutTables(all: Definitions, isRemoved: (table: string) => boolean): LostDefinitions {
  const readsRemoved = ({ table }: { table: string }) => isRemoved(table)
  const metrics = metricsWithout(all.metrics, isRemoved)
  const dimensions = all.dimensions.filter((one) => !readsRemoved(one))
  const gone = new Set(all.dimensions.filter(readsRemoved).map(({ name }) => keyOfDefinition(name)))
  const stays = (name: string) => !gone.has(keyOfDefinition(name))
  const isLeft = <Item>(list: readonly Item[], item: Item) => list.includes(item)
  const left: Definitions = {
    metrics: metrics.map((metric) => {
      const { dimensions: allowed } = metric
      return allowed === null || allowed.every(stays) ? metric : { ...metric, dimensions: allowed.filter(stays) }
    }),
    dimensions: dimensions.map((one) => (one.parent === null || stays(one.parent) ? one : { ...one, parent: null })),
    filters: all.filters.filter((one) => !readsRemoved(one)),
    time_columns: all.time_columns.filter((one) => !readsRemoved(one)),
    value_synonyms: all.value_synonyms.filter((one) => !readsRemoved(one)),
  }
  const columns = [...all.time_columns, ...all.value_synonyms].filter(readsRemoved)
  const lost = [
    ...all.metrics.filter((one) => !isLeft(metrics, one)).map(({ name }) => name),
    ...all.dimensions.filter(readsRemoved).map(({ name }) => name),
    ...all.filters.filter(readsRemoved).map(({ name }) => name),
    ...columns.map(({ table, column }) => `${table}.${column}`),
  ]
  return { left, lost }
}

/** The metrics that can still be computed. */
function metricsWithout(all: readonly Metric[], isRemoved: (table: string) => boolean): Metric[] {
  const readsRemoved = ({ computation }: Metric) =>
    computation.kind === 'aggregate' &&
    (isRemoved(computation.table) || (computation.time_column !== null && isRemoved(computation.time_column.table)))
  let left = all.filter((metric) => !readsRemoved(metric))
  for (;;) {
    const gone = new Set(all.filter((metric) => !left.includes(metric)).map(({ name }) => keyOfDefinition(name)))
    const next = left.filter(
      ({ computation }) =>
        computation.kind !== 'formula' ||
        metricsInFormula(computation.formula).every((name) => !gone.has(keyOfDefinition(name))),
    )
    if (next.length === left.length) return left
    left = next
  }
}
