import { createSafeStorage } from './safe-storage.ts'

const storage = createSafeStorage(() => window.sessionStorage)
const key = 'parlance:approvals_dismissed'

/** Whether this user closed the banner about waiting approvals in this tab, since signing in. */
export function isBannerDismissed(userId: string): boolean {
  return storage.get(key) === userId
}

export function dismissBanner(userId: string): void {
  storage.set(key, userId)
}

/** After the next sign-in the banner appears again. */
export function restoreBanner(): void {
  storage.remove(key)
}
