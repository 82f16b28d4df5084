import { localStore } from './safe-storage.ts'

const key = 'parlance:access_token'
const listeners = new Set<(reason: SignOutReason) => void>()

/** 'expired' leads back to the page after signing in again; 'chosen' does not. */
export type SignOutReason = 'expired' | 'chosen'

export function readAccessToken(): string | null {
  return localStore.get(key)
}

export function storeAccessToken(token: string): void {
  localStore.set(key, token)
}

/** Forgets the token and tells everyone who holds something of this user. */
export function forgetAccessToken(reason: SignOutReason): void {
  localStore.remove(key)
  for (const listener of listeners) listener(reason)
}

/** Calls `listener` at each sign-out, also at one in another tab; returns the function that stops it. */
export function onSignOut(listener: (reason: SignOutReason) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue === null) listener('chosen')
  }
  listeners.add(listener)
  window.addEventListener('storage', handleStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', handleStorage)
  }
}

/** Whether a token says itself that it ends within `marginSeconds`; a token that cannot be read counts as fresh. */
export function endsWithin(token: string, marginSeconds: number, now: Date): boolean {
  const expires = expiryOf(token)
  return expires !== null && expires - now.getTime() / 1000 <= marginSeconds
}

function expiryOf(token: string): number | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    return typeof claims.exp === 'number' ? claims.exp : null
  } catch {
    return null
  }
}
