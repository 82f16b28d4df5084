import {
  createdApiTokenSchema,
  ownedApiTokenListSchema,
  serviceAccountListSchema,
  serviceAccountSchema,
  type CreateApiTokenRequest,
  type CreatedApiToken,
  type ServiceAccount,
} from '@parlance/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callVoid } from './client.ts'

const base = '/api/v1/service-accounts'
const allTokens = '/api/v1/admin/api-tokens'

/** What every query about programs begins with. */
export const apiAccessKey = ['api-access'] as const

export const serviceAccountsQuery = queryOptions({
  queryKey: [...apiAccessKey, 'service-accounts'],
  queryFn: ({ signal }) => call(base, serviceAccountListSchema, { signal }),
  staleTime: 0,
  retry: false,
})

export const tokenPageSize = 50

/** A page of the API tokens of all users, newest first. Shows the page before until the next one is there. */
export function allApiTokensQuery(page: number) {
  const query = new URLSearchParams({ offset: String((page - 1) * tokenPageSize), limit: String(tokenPageSize) })
  return queryOptions({
    queryKey: [...apiAccessKey, 'tokens', page],
    queryFn: ({ signal }) => call(`${allTokens}?${query.toString()}`, ownedApiTokenListSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

export function createServiceAccount(name: string): Promise<ServiceAccount> {
  return call(base, serviceAccountSchema, { method: 'POST', body: { name } })
}

export function createServiceAccountToken(userId: string, request: CreateApiTokenRequest): Promise<CreatedApiToken> {
  const path = `${base}/${encodeURIComponent(userId)}/api-tokens`
  return call(path, createdApiTokenSchema, { method: 'POST', body: request })
}

export function revokeAnyApiToken(tokenId: string): Promise<void> {
  return callVoid(`${allTokens}/${encodeURIComponent(tokenId)}`, { method: 'DELETE' })
}
