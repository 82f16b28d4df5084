import { createSafeStorage } from './safe-storage.ts'

const storage = createSafeStorage(() => window.sessionStorage)
const key = 'parlance:approvals_dismissed'

/** Whether this user has closed the banner about pending approvals in this tab since signing in. */
export function isBannerDismissed(userId: string): boolean {
  return storage.get(key) === userId
}

export function dismissBanner(userId: string): void {
  storage.set(key, userId)
}

/** Shows the banner again after the next sign-in. */
export function restoreBanner(): void {
  storage.remove(key)
}
