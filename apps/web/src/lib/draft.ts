import { readAccessToken, subjectOf } from './access-token.ts'
import { createSafeStorage } from './safe-storage.ts'

const key = 'parlance:draft'
const tabStore = createSafeStorage(() => window.sessionStorage)

/** Stores an unfinished question in this tab only, so that it survives an expired session. */
export function keepDraft(text: string): void {
  if (text === '') tabStore.remove(key)
  else tabStore.set(key, JSON.stringify([subjectOf(readAccessToken()), text]))
}

/** Stores a question that never reached the server, unless another one is being typed. */
export function keepUnsent(text: string): void {
  if (readDraft() === '') keepDraft(text)
}

/** Removes the draft if it has this text, because it has been sent after all. */
export function forgetDraft(text: string): void {
  if (readDraft() === text) keepDraft('')
}

/** The draft of the signed-in user in this tab; empty for another user's text. */
export function readDraft(): string {
  try {
    const [subject, text] = JSON.parse(tabStore.get(key) ?? '[]') as unknown[]
    return typeof text === 'string' && subject === subjectOf(readAccessToken()) ? text : ''
  } catch {
    return ''
  }
}
