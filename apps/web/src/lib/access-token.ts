import { localStore } from './safe-storage.ts'

const key = 'parlance:access_token'
const reasonKey = 'parlance:signed_out'
const listeners = new Set<(reason: SignOutReason) => void>()

/** 'expired' leads back to the page after signing in again; 'chosen' and another user's sign-in do not. */
export type SignOutReason = 'expired' | 'chosen' | 'other-user'

export function readAccessToken(): string | null {
  return localStore.get(key)
}

export function storeAccessToken(token: string): void {
  localStore.remove(reasonKey)
  localStore.set(key, token)
}

/** Forgets the token and tells everyone who holds something of this user. */
export function forgetAccessToken(reason: SignOutReason): void {
  // Other tabs see the token go; this tells them why. A chosen sign-out leaves nothing behind.
  if (reason === 'expired') localStore.set(reasonKey, reason)
  else localStore.remove(reasonKey)
  localStore.remove(key)
  for (const listener of listeners) listener(reason)
}

/** Stores the token of another user than before. This tab then shows nothing of the user before. */
export function storeOtherUsersToken(token: string): void {
  storeAccessToken(token)
  for (const listener of listeners) listener('other-user')
}

/**
 * Calls `listener` at each sign-out, also at one in another tab, and when another user signs in there:
 * what this tab shows is not theirs. Returns the function that stops it.
 */
export function onSignOut(listener: (reason: SignOutReason) => void): () => void {
  const handleStorage = ({ key: changed, oldValue, newValue }: StorageEvent) => {
    if (changed !== null && changed !== key) return
    if (newValue === null && readAccessToken() === null) {
      listener(localStore.get(reasonKey) === 'expired' ? 'expired' : 'chosen')
    } else if (oldValue !== null && newValue !== null && !isSameUser(oldValue, newValue)) listener('other-user')
  }
  listeners.add(listener)
  window.addEventListener('storage', handleStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', handleStorage)
  }
}

/** Calls `listener` when someone signs in in another tab; returns the function that stops it. */
export function onSignInElsewhere(listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === key && event.oldValue === null && event.newValue !== null) listener()
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}

/** Whether two tokens were given to one person. */
export function isSameUser(one: string | null, other: string | null): boolean {
  return subjectOf(one) === subjectOf(other)
}

/** Whose token it is; null for none and for one that cannot be read. */
export function subjectOf(token: string | null): string | null {
  const subject = token === null ? null : claimsOf(token)?.['sub']
  return typeof subject === 'string' ? subject : null
}

/** Whether a token says itself that it ends within `marginSeconds`; a token that cannot be read counts as fresh. */
export function endsWithin(token: string, marginSeconds: number, now: Date): boolean {
  const expires = claimsOf(token)?.['exp']
  return typeof expires === 'number' && expires - now.getTime() / 1000 <= marginSeconds
}

function claimsOf(token: string): Record<string, unknown> | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? { ...claims } : null
  } catch {
    return null
  }
}
