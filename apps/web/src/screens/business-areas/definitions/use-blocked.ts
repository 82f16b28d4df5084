import type { AreaProblem } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checkDefinition } from '../../../api/area-definitions.ts'
import { serverText } from '../../../lib/server-text.ts'
import { wholeDefinitions } from '../../../lib/whole-definitions.ts'
import { useSettled } from '../security/use-settled.ts'
import { useDefinitionSources } from './definition-sources.ts'
import { keyOfDefinition } from './list-kind.ts'

/** Milliseconds without a change before the dimensions are checked. */
const typingPause = 800

/** Why a metric can't be grouped by dimensions, by their names in lower case. */
export type Blocked = ReadonlyMap<string, string>

/** The dimensions that would count rows of a metric twice; null while it is not known. */
export function useBlocked(metric: string): Blocked | null {
  const { areaId, definitions, areaJoins } = useDefinitionSources()
  // Checks the metric as if it allowed every dimension.
  const wanted = useMemo(() => {
    const names = definitions.dimensions.map(({ name }) => name)
    const whole = wholeDefinitions({
      ...definitions,
      metrics: definitions.metrics.map((one) =>
        keyOfDefinition(one.name) === keyOfDefinition(metric) ? { ...one, dimensions: names } : one,
      ),
    })
    const isWhole = whole?.metrics?.some(({ name }) => keyOfDefinition(name) === keyOfDefinition(metric)) ?? false
    return isWhole && names.length > 0 ? JSON.stringify({ definitions: whole, joins: areaJoins }) : null
  }, [definitions, areaJoins, metric])
  const { request } = useSettled(wanted, typingPause)
  const { data } = useQuery({
    queryKey: ['blocked-dimensions', areaId, metric, request],
    queryFn: ({ signal }) =>
      checkDefinition(
        areaId ?? '',
        { ...JSON.parse(request ?? '{}'), definition: { kind: 'metric', name: metric } },
        signal,
      ),
    enabled: areaId !== null && request !== null && request === wanted,
    gcTime: 0,
    retry: false,
  })
  return useMemo(() => (data === undefined ? null : blockedBy(data)), [data])
}

function blockedBy(problems: readonly AreaProblem[]): Blocked {
  return new Map(
    problems.flatMap((problem) => {
      const name = problem.part === 'dimensions' ? dimensionOf(problem) : null
      return name === null ? [] : [[keyOfDefinition(name), serverText(problem)]]
    }),
  )
}

/** The dimension that the end of the reason names: "Orders cannot be grouped by Product." */
function dimensionOf({ values }: AreaProblem): string | null {
  const consequence = values?.consequence
  const by = typeof consequence === 'object' ? consequence.values?.by : undefined
  return typeof by === 'string' ? by : null
}
