import { readAccessToken, subjectOf } from './access-token.ts'
import { createSafeStorage } from './safe-storage.ts'

const key = 'parlance:draft'
const tabStore = createSafeStorage(() => window.sessionStorage)
/** The most drafts in a tab. The oldest ones make room. */
const mostDrafts = 50

/** The conversation that a draft belongs to; null for the one that opens next. */
export type DraftPlace = string | null

/** A draft; with a turn, it is a question of that turn that may not have reached the server. */
type Draft = readonly [place: DraftPlace, text: string, turnId?: string]

/** Stores an unfinished question in this tab only, so that it survives a reload and an expired session. */
export function keepDraft(text: string, place: DraftPlace): void {
  store([place, text])
}

function store(draft: Draft): void {
  const [place, text] = draft
  const others = readAll().filter(([at]) => at !== place)
  const drafts = text === '' ? others : [...others, draft].slice(-mostDrafts)
  if (drafts.length === 0) tabStore.remove(key)
  else tabStore.set(key, JSON.stringify([subjectOf(readAccessToken()), drafts]))
}

/** Stores a question that may not reach the server, unless another one is being typed there. */
export function keepUnsent(text: string, place: DraftPlace, turnId: string): void {
  if (readDraft(place) === '') store([place, text, turnId])
}

/** The turn of a conversation's draft that was sent and may not have reached the server; null for other drafts. */
export function unsentTurn(place: DraftPlace): string | null {
  return readAll().find(([at]) => at === place)?.[2] ?? null
}

/** Removes the draft of a conversation if it has this text, because it has been sent. */
export function forgetDraft(text: string, place: DraftPlace): void {
  if (readDraft(place) === text) keepDraft('', place)
}

/** Removes all drafts of this tab. */
export function forgetDrafts(): void {
  tabStore.remove(key)
}

/** The signed-in user's draft for a conversation, or the one that waits for the next conversation. */
export function takeDraft(place: DraftPlace): string {
  const own = readDraft(place)
  if (own !== '' || place === null) return own
  return moveDraft(null, place)
}

/** Gives a draft to another conversation. @returns its text */
export function moveDraft(from: DraftPlace, to: DraftPlace): string {
  const text = readDraft(from)
  if (text === '') return ''
  keepDraft('', from)
  keepDraft(text, to)
  return text
}

/** The signed-in user's draft for a conversation, which stays where it is; empty if there is none. */
export function readDraft(place: DraftPlace): string {
  return readAll().find(([at]) => at === place)?.[1] ?? ''
}

/** The drafts of the signed-in user in this tab; none of another user. */
function readAll(): Draft[] {
  try {
    const [subject, drafts] = JSON.parse(tabStore.get(key) ?? '[]') as unknown[]
    return Array.isArray(drafts) && subject === subjectOf(readAccessToken()) ? drafts.filter(isDraft) : []
  } catch {
    return []
  }
}

function isDraft(entry: unknown): entry is Draft {
  if (!Array.isArray(entry)) return false
  const [place, text, turnId] = entry as unknown[]
  const isOfTurn = turnId === undefined || typeof turnId === 'string'
  return (place === null || typeof place === 'string') && typeof text === 'string' && isOfTurn
}
