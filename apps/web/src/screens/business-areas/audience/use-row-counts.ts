import type { AreaAudienceRequest, AreaRowCounts } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { audienceKey, countAudienceRows } from '../../../api/areas.ts'

/**
 * Counts the rows that the shown users would see. A change of the draft, or leaving the editor, cancels the counting.
 * @param asked the request that listed the users, with its key; null to count nothing yet
 */
export function useRowCounts(asked: { key: unknown[]; request: AreaAudienceRequest } | null, userIds: string[]) {
  const query = useQuery({
    queryKey: [...audienceKey, ...(asked?.key ?? []), 'rows', userIds.join(' ')],
    queryFn: ({ signal }): Promise<AreaRowCounts> =>
      countAudienceRows({ ...asked?.request, user_ids: userIds }, signal),
    enabled: asked !== null && userIds.length > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { counts: asked === null ? undefined : query.data, error: query.error, isCounting: query.isFetching }
}
