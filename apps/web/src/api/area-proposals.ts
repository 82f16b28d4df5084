import { proposeAreasResponseSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** Proposed business areas of a connection. The server runs queries for up to half a minute, so they load only once. */
export function areaProposalsQuery(configId: string) {
  return queryOptions({
    queryKey: ['area-proposals', configId],
    queryFn: ({ signal }) =>
      call('/api/v1/business-areas/propose', proposeAreasResponseSchema, {
        method: 'POST',
        body: { database_config_id: configId },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
