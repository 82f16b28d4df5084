import type { Definitions, Metric } from '@parlance/contract'
import type { ListName } from './definition-place.ts'
import { keyOfDefinition } from './list-kind.ts'

/** A definition with another name. */
export interface Rename {
  list: ListName
  from: string
  to: string
}

/** The definitions after those that refer to a renamed one have its new name. Others keep their identity. */
export function renameDefinition(all: Definitions, { list, from, to }: Rename): Definitions {
  if (list === 'time_columns' || list === 'value_synonyms') return all
  const isOld = (name: string | null | undefined) => keyOfDefinition(name ?? '') === keyOfDefinition(from)
  const successor = <Item extends { deprecated: Metric['deprecated'] }>(item: Item): Item =>
    isOld(item.deprecated?.use_instead) && item.deprecated !== null
      ? { ...item, deprecated: { ...item.deprecated, use_instead: to } }
      : item
  const next: Definitions = { ...all, [list]: all[list].map(successor) }
  if (list === 'metrics') return { ...next, metrics: next.metrics.map((metric) => withFormula(metric, isOld, to)) }
  if (list === 'filters') return next
  return {
    ...next,
    dimensions: next.dimensions.map((one) => (isOld(one.parent) ? { ...one, parent: to } : one)),
    metrics: next.metrics.map((metric) =>
      metric.dimensions?.some(isOld) === true
        ? { ...metric, dimensions: metric.dimensions.map((name) => (isOld(name) ? to : name)) }
        : metric,
    ),
  }
}

function withFormula(metric: Metric, isOld: (name: string) => boolean, to: string): Metric {
  const { computation } = metric
  if (computation.kind !== 'formula') return metric
  const formula = computation.formula.replaceAll(/\{([^{}]*)\}/g, (part, name: string) =>
    isOld(name) ? `{${to}}` : part,
  )
  return formula === computation.formula ? metric : { ...metric, computation: { ...computation, formula } }
}
