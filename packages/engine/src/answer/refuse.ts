import { message, type Message } from '@parlance/contract'
import type { NotUnderstood } from '../contract.ts'
import type { Decline } from '../decline.ts'
import { chunksOf } from '../match/chunks.ts'
import { matchesNothing, type Known } from '../match/known-words.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import { asksToChange, helpWith, significantWords } from './missed-words.ts'
import { shortened } from './nearest-questions.ts'
import { isForeign } from './small-talk.ts'

export interface Refused {
  question: string
  found: Decline
  known: Known
  /** Whether the question begins a conversation. */
  isFirst: boolean
  understands: (question: string) => boolean
  /** Questions about the same tables that the engine understands. */
  others: () => string[]
}

/** Questions that are offered in place of one that can't be answered. */
export const mostOffered = 4
/** Shortened questions that are tried. */
const mostTried = 8

/** Says why a question can't be answered, and offers the nearest ones that can, which the caller may still run. */
export function refuse(refused: Refused): NotUnderstood {
  const { question, found, known, understands } = refused
  const unknown = significantWords(found.missed).filter((word) => matchesNothing(word, known))
  const isChange = asksToChange(question)
  const help = isChange ? null : helpWith(question, unknown, known)
  const corrected = (help?.questions ?? []).filter(understands)
  const reason = corrected.length > 0 ? (help?.message ?? found.reason) : reasonFor(refused, unknown)
  const nearest = isChange ? [] : nearestTo(refused, unknown.length > 0 ? unknown : found.missed)
  const offered = [...corrected, ...nearest.slice(0, mostOffered - 1), ...refused.others()]
  return {
    understood: false,
    missed: significantWords(found.missed),
    unmatched: unknown,
    reason: isChange ? message('Questions can only read data. They cannot change it.') : reason,
    suggestions: [...new Set(offered)].slice(0, mostOffered),
  }
}

function nearestTo({ question, known, understands }: Refused, missing: readonly string[]): string[] {
  const plain = plainQuestion(question)
  const chunks = chunksOf({ ...known, question: plain, tokens: tokensOf(plain) })
  return shortened(plain, chunks, missing).slice(0, mostTried).filter(understands)
}

/** The message for a question that names nothing in the data. */
function reasonFor({ question, found, isFirst }: Refused, unknown: readonly string[]): Message {
  if (isForeign(question, unknown))
    return message(
      'Without a language model, only English questions are supported. Ask in English, or choose a question below.',
    )
  const isFragment = isFirst && /^\s*(?:and|what about|how about|only|but)\b/i.test(question)
  return isFragment && unknown.length === 0
    ? message('This question continues an earlier one, but there is none. Ask it in full.')
    : found.reason
}
