import type { Keys } from '../../secrets/keys.ts'
import { openSealed, seal } from '../../secrets/seal.ts'

type SealKeys = Pick<Keys, 'dataKey'>

/** What is encrypted: a client secret, the ID token of a sign-in, or an attempt in a cookie. */
const purposes = {
  'client-secret': (providerId: string) => `sign-on-provider:${providerId}`,
  'id-token': (signInId: string) => `id-token:${signInId}`,
  attempt: (state: string) => `sign-on-attempt:${state}`,
} as const
type SealedKind = keyof typeof purposes

/** What the client secret of a provider is encrypted for. */
export const clientSecretPurpose = purposes['client-secret']

/** Encrypts a text, which opens only for the same thing. */
export function sealFor({ dataKey }: SealKeys, kind: SealedKind, id: string, text: string): string {
  return seal(dataKey, text, purposes[kind](id))
}

/** @throws Error if it was changed, or encrypted for something else */
export function openFor({ dataKey }: SealKeys, kind: SealedKind, id: string, sealed: string): string {
  return openSealed(dataKey, sealed, purposes[kind](id))
}
