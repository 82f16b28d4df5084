import { useQuery } from '@tanstack/react-query'
import { allAreasQuery } from '../../api/areas.ts'

/** The business areas as options, by name. */
export function useAreaNames(): { value: string; label: string }[] {
  const areas = useQuery(allAreasQuery)
  return (areas.data ?? []).map(({ area_id: value, area_name: label }) => ({ value, label }))
}
