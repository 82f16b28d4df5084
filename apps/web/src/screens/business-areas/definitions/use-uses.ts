import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { definitionUsageQuery } from '../../../api/area-definitions.ts'
import type { ListName } from './definition-place.ts'
import { keyOfDefinition } from './list-kind.ts'

const kindOfList: Partial<Record<ListName, string>> = { metrics: 'metric', dimensions: 'dimension', filters: 'filter' }

/**
 * How often answers used a definition in the last 30 days; null if it is not known.
 * @param areaId null for an area without a count
 */
export function useUses(areaId: string | null): (list: ListName, name: string) => number | null {
  const { data } = useQuery(definitionUsageQuery(areaId))
  const counts = useMemo(
    () => data && new Map(data.map(({ kind, name, recent_answers: n }) => [`${kind} ${keyOfDefinition(name)}`, n])),
    [data],
  )
  return useCallback(
    (list, name) => (counts === undefined ? null : (counts.get(`${kindOfList[list]} ${keyOfDefinition(name)}`) ?? 0)),
    [counts],
  )
}
