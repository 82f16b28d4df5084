import type { Token } from './token.ts'
import { wordAt } from './words.ts'

/** A text on its way to a parser: its length and the positions of its names never change. */
export interface Draft {
  sql: string
  tokens: Token[]
  text: string
}

/** Replaces the words at one token with others that a parser knows. */
export type Rewrite = (draft: Draft, at: number) => void

/** The word or symbol of a token, in lower case; empty for no token and for quoted ones. */
export const word = (draft: Draft, at: number) => wordAt(draft.sql, draft.tokens[at])

/** Replaces a range with words, padded with spaces. */
export function put(draft: Draft, start: number, end: number, written: string): void {
  draft.text = draft.text.slice(0, start) + written.padEnd(end - start) + draft.text.slice(end)
}

/** Replaces one token with words. */
export function putToken(draft: Draft, at: number, written: string): void {
  const token = draft.tokens[at]
  if (token) put(draft, token.start, token.end, written)
}

/** Replaces a range of tokens with words. */
export function putAll(draft: Draft, from: number, to: number, written: string): void {
  const [first, last] = [draft.tokens[from], draft.tokens[to]]
  if (first && last) put(draft, first.start, last.end, written)
}

/** Whether a value may end with this token. */
export function endsOperand(draft: Draft, at: number): boolean {
  const token = draft.tokens[at]
  return token !== undefined && (token.kind !== 'symbol' || word(draft, at) === ')')
}
