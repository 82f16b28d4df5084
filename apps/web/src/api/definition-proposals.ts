import {
  askedWordsResponseSchema,
  proposeDefinitionsResponseSchema,
  rejectProposalsResponseSchema,
  type PortableItem,
} from '@parlance/contract'
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

/** What a phrase may mean, and what that is computed from; empty if nothing of the area suggests it. */
export async function proposalsForPhrase(areaId: string, phrase: string): Promise<PortableItem[]> {
  const { proposals } = await call(addressOf(areaId, 'propose-definitions'), proposeDefinitionsResponseSchema, {
    method: 'POST',
    body: { phrase },
  })
  return proposals.map(({ item }) => item)
}

/** The words that users of an area ask for often, but that it does not define; none without an area. */
export function askedWordsQuery(areaId: string | null) {
  return queryOptions({
    queryKey: ['asked-words', areaId],
    queryFn: async ({ signal }) =>
      areaId === null ? [] : (await call(addressOf(areaId, 'asked-words'), askedWordsResponseSchema, { signal })).words,
    staleTime: 60_000,
    retry: false,
  })
}

/** Rejected proposals don't come back. */
export async function rejectProposals(areaId: string, keys: string[]): Promise<void> {
  await call(addressOf(areaId, 'reject-proposals'), rejectProposalsResponseSchema, { method: 'POST', body: { keys } })
}
