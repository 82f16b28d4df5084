import {
  beginTestSignInSchema,
  messageResponseSchema,
  singleSignOnSchema,
  testSignOnResponseSchema,
  type SaveSingleSignOn,
  type SignOnProvider,
  type SignOnTest,
  type SingleSignOn,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { withTranslation } from '../lib/i18n.ts'
import { call } from './client.ts'

export type { SaveSingleSignOn, SignOnProvider, SignOnTest, SingleSignOn }

const base = '/api/v1/single-sign-on'

/** How users sign in. */
export const singleSignOnQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: ({ signal }) => call(base, singleSignOnSchema, { signal }),
  staleTime: 0,
  retry: false,
})

export function saveSingleSignOn(body: SaveSingleSignOn): Promise<SingleSignOn> {
  return call(base, singleSignOnSchema, { method: 'PUT', body })
}

/** Reads what a provider publishes about itself. */
export function testProvider(issuer: string, clientId: string) {
  const body = { issuer, client_id: clientId }
  return withTranslation(call(`${base}/test`, testSignOnResponseSchema, { method: 'POST', body }))
}

/** @returns the URL of the provider, to open in this browser */
export async function beginTestSignIn(providerId: string): Promise<string> {
  const path = `${base}/providers/${encodeURIComponent(providerId)}/test-sign-in`
  return (await call(path, beginTestSignInSchema, { method: 'POST' })).url
}

/** Disconnects a user from all sign-in providers. */
export function disconnectIdentities(userId: string) {
  const path = `/api/v1/users/${encodeURIComponent(userId)}/identities`
  return withTranslation(call(path, messageResponseSchema, { method: 'DELETE' }))
}
