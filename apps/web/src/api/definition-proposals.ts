import { proposeDefinitionsResponseSchema, rejectProposalsResponseSchema } from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

const addressOf = (areaId: string, action: string) => `/api/v1/business-areas/${encodeURIComponent(areaId)}/${action}`

/** Definitions that an area might want. The server reads values of many columns, so they load only when asked for. */
export function definitionProposalsQuery(areaId: string) {
  return queryOptions({
    queryKey: ['definition-proposals', areaId],
    queryFn: ({ signal }) =>
      call(addressOf(areaId, 'propose-definitions'), proposeDefinitionsResponseSchema, {
        method: 'POST',
        body: {},
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** Rejected proposals don't come back. */
export async function rejectProposals(areaId: string, keys: string[]): Promise<void> {
  await call(addressOf(areaId, 'reject-proposals'), rejectProposalsResponseSchema, { method: 'POST', body: { keys } })
}
