import type { DefinitionKind, NamedFilter, UsedDefinition } from '@parlance/contract'
import type { SemanticModel } from '../contract.ts'
import { aggregatesOf, type Plan, type PlannedMetric } from './plan.ts'

/** The definitions of a plan, each once: metrics with those of their formulas, dimensions, and filters. */
export function usedDefinitions({ metrics, groups, where, filters }: Plan, model: SemanticModel): UsedDefinition[] {
  const used = new Map<string, UsedDefinition>()
  const add = (kind: DefinitionKind, name: string, definition: string, description: string | null) => {
    used.set(`${kind} ${name}`, { kind, name, version: model.versionOf(kind, name), definition, description })
  }
  const addFilter = ({ name, condition, description }: NamedFilter) => add('filter', name, condition, description)
  const addMetric = (planned: PlannedMetric): void => {
    const { name, description } = planned.metric
    add('metric', name, metricText(planned), description)
    if (planned.kind === 'formula') for (const one of planned.metrics.values()) addMetric(one)
  }
  for (const metric of metrics) addMetric(metric)
  for (const { dimension } of [...groups, ...where.map((one) => one.dimension)])
    add('dimension', dimension.name, dimension.expression, dimension.description)
  for (const filter of [...filters.map((one) => one.filter), ...aggregatesOf(metrics).flatMap((one) => one.defaults)])
    addFilter(filter)
  return [...used.values()]
}

function metricText({ metric: { computation } }: PlannedMetric): string {
  if (computation.kind === 'formula') return computation.formula
  return computation.condition === null
    ? computation.expression
    : `${computation.expression} WHERE ${computation.condition}`
}
