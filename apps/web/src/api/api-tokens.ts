import {
  apiTokenListSchema,
  createdApiTokenSchema,
  type CreateApiTokenRequest,
  type CreatedApiToken,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callVoid } from './client.ts'

const base = '/api/v1/api-tokens'

/** The signed-in user's own tokens, newest first. */
export const apiTokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => call(base, apiTokenListSchema, { signal }),
  staleTime: 0,
  retry: false,
})

export function createApiToken(request: CreateApiTokenRequest): Promise<CreatedApiToken> {
  return call(base, createdApiTokenSchema, { method: 'POST', body: request })
}

export function revokeApiToken(tokenId: string): Promise<void> {
  return callVoid(`${base}/${encodeURIComponent(tokenId)}`, { method: 'DELETE' })
}
