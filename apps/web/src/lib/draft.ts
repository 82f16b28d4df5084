import { readAccessToken, subjectOf } from './access-token.ts'
import { createSafeStorage } from './safe-storage.ts'

const key = 'parlance:draft'
const tabStore = createSafeStorage(() => window.sessionStorage)

/** Keeps a question that is being typed, in this tab alone, so that an expired sign-in does not take it away. */
export function keepDraft(text: string): void {
  if (text === '') tabStore.remove(key)
  else tabStore.set(key, JSON.stringify([subjectOf(readAccessToken()), text]))
}

/** Keeps a question that the server never got, unless another one is being typed. */
export function keepUnsent(text: string): void {
  if (readDraft() === '') keepDraft(text)
}

/** Lets the draft go where it is this very text: it has been sent after all. */
export function forgetDraft(text: string): void {
  if (readDraft() === text) keepDraft('')
}

/** What the signed-in user was typing in this tab; empty for another user's words. */
export function readDraft(): string {
  try {
    const [subject, text] = JSON.parse(tabStore.get(key) ?? '[]') as unknown[]
    return typeof text === 'string' && subject === subjectOf(readAccessToken()) ? text : ''
  } catch {
    return ''
  }
}
