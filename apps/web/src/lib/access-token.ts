import { localStore } from './safe-storage.ts'

const key = 'parlance:access_token'
const reasonKey = 'parlance:signed_out'
const listeners = new Set<(reason: SignOutReason) => void>()

/** After 'expired', signing in returns to the page; after 'chosen' and another user's sign-in it does not. */
export type SignOutReason = 'expired' | 'chosen' | 'other-user'

export function readAccessToken(): string | null {
  return localStore.get(key)
}

export function storeAccessToken(token: string): void {
  localStore.remove(reasonKey)
  localStore.set(key, token)
}

/** Removes the token and notifies all listeners that store data of this user. */
export function forgetAccessToken(reason: SignOutReason): void {
  // Other tabs notice the missing token; this gives them the reason. An intentional sign-out leaves nothing behind.
  if (reason === 'expired') localStore.set(reasonKey, reason)
  else localStore.remove(reasonKey)
  localStore.remove(key)
  for (const listener of listeners) listener(reason)
}

/** Stores the token of a different user. This tab then shows nothing of the previous user. */
export function storeOtherUsersToken(token: string): void {
  storeAccessToken(token)
  for (const listener of listeners) listener('other-user')
}

/**
 * Calls `listener` at each sign-out, also in another tab, and when another user signs in there, because this tab's
 * content is not theirs. Returns a function that unsubscribes.
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

/** Calls `listener` when a user signs in in another tab; returns a function that unsubscribes. */
export function onSignInElsewhere(listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === key && event.oldValue === null && event.newValue !== null) listener()
  }
  window.addEventListener('storage', handleStorage)
  return () => window.removeEventListener('storage', handleStorage)
}

/** Whether two tokens belong to the same user. */
export function isSameUser(one: string | null, other: string | null): boolean {
  return subjectOf(one) === subjectOf(other)
}

/** The user of a token; null if there is none or it is unreadable. */
export function subjectOf(token: string | null): string | null {
  const subject = token === null ? null : claimsOf(token)?.['sub']
  return typeof subject === 'string' ? subject : null
}

/**
 * Whether a token expires within `marginSeconds` according to its own claims; an unreadable token is treated as fresh.
 */
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
