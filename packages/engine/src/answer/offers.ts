import type { Understood } from '../contract.ts'
import { Decline } from '../decline.ts'

/** A question that the engine understands, and how. */
export interface Offer {
  question: string
  read: Understood
}

/** Questions that are offered after an answer or in place of one. */
export const mostOffered = 4

/** Adds the questions that are understood to `known`, each with different SQL, until there are enough. */
export function addOffers(
  known: readonly Offer[],
  questions: readonly string[],
  reads: (question: string) => Understood | Decline,
  { most = mostOffered, asked = '' }: { most?: number; asked?: string } = {},
): Offer[] {
  const found = [...known]
  for (const question of questions) {
    if (found.length >= most) break
    const read = reads(question)
    if (read instanceof Decline || read.sql === asked || found.some((one) => one.read.sql === read.sql)) continue
    found.push({ question, read })
  }
  return found
}
