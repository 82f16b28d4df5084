import { createSafeStorage } from './safe-storage.ts'

const tabStore = createSafeStorage(() => window.sessionStorage)
const key = 'parlance:unknown-address'
/** The length of an address that fits into a sentence. */
const shownLength = 80

/** Remembers in this tab that an address has no page, until the home page says so. */
export function keepUnknownAddress(path: string): void {
  if (path !== '/') tabStore.set(key, path.slice(0, shownLength))
}

/** The address that led here because it has no page; null if there was none, or it was shown before. */
export function takeUnknownAddress(): string | null {
  const path = tabStore.get(key)
  tabStore.remove(key)
  return path
}
