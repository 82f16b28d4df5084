import { message, type Message } from '@parlance/contract'
import type { NotUnderstood, Understood } from '../contract.ts'
import type { Decline } from '../decline.ts'
import { chunksOf } from '../match/chunks.ts'
import { matchesNothing, type Known } from '../match/known-words.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import { asksToChange, helpWith, significantWords } from './missed-words.ts'
import { addOffers, mostOffered, type Offer } from './offers.ts'
import { shortened } from './nearest-questions.ts'
import { isForeign } from './small-talk.ts'

export interface Refused {
  question: string
  found: Decline
  known: Known
  /** Whether the question begins a conversation. */
  isFirst: boolean
  reads: (question: string) => Understood | Decline
  /** Questions about the same tables that the engine understands. */
  others: readonly Offer[]
}

/** Shortened questions that are tried, and offered. */
const mostTried = 5
const mostNearest = 2

/** Says why a question can't be answered, and offers the nearest ones that can, which the caller may still run. */
export function refuse(refused: Refused): Omit<NotUnderstood, 'suggestions'> & { offers: Offer[] } {
  const { question, found, known, isFirst, reads, others } = refused
  const unknown = significantWords(found.missed).filter((word) => matchesNothing(word, known))
  // After an answer, 'remove the filter' was read as a change of the question if no word is missing.
  const isChange = asksToChange(question) && (isFirst || unknown.length > 0)
  const help = isChange ? null : helpWith(question, unknown, known)
  const corrected = addOffers([], help?.questions ?? [], reads)
  const reason = corrected.length > 0 ? (help?.message ?? found.reason) : reasonFor(refused, unknown)
  const missing = unknown.length > 0 ? unknown : found.missed
  const nearest = isChange
    ? corrected
    : addOffers(corrected, nearestTo(question, known, missing), reads, { most: mostNearest })
  const isNew = (other: Offer) => !nearest.some((one) => one.read.sql === other.read.sql)
  return {
    understood: false,
    missed: significantWords(found.missed).filter((word) => isSaid(question, word)),
    unmatched: unknown,
    reason: isChange ? message('Questions can only read data. They cannot change it.') : reason,
    offers: [...nearest, ...others.filter(isNew)].slice(0, mostOffered),
  }
}

/** Whether a word is one of the question's: some reasons name what is missing in other words. */
function isSaid(question: string, word: string): boolean {
  const plain = plainQuestion(question)
  const said = new Set(tokensOf(plain).map(({ lower }) => lower))
  return plain.toLowerCase().includes(word.toLowerCase()) || tokensOf(word).every(({ lower }) => said.has(lower))
}

function nearestTo(question: string, known: Known, missing: readonly string[]): string[] {
  const plain = plainQuestion(question)
  const chunks = chunksOf({ ...known, question: plain, tokens: tokensOf(plain) })
  return shortened(plain, chunks, missing).slice(0, mostTried)
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
