import { useQuery } from '@tanstack/react-query'
import { allAreasQuery } from '../../api/areas.ts'

/** The business areas as options, or only those of the user. */
export function useAreaNames({ ownOnly }: { ownOnly: boolean } = { ownOnly: false }) {
  const areas = useQuery(allAreasQuery)
  return (areas.data ?? [])
    .filter((area) => !ownOnly || area.is_owner)
    .map(({ area_id: value, area_name: label }) => ({ value, label }))
}
