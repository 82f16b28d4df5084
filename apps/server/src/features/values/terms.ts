import { createHmac } from 'node:crypto'
import { normalise, singular, tokenise } from '@parlance/retrieval'
import type { Secret } from '../../secrets/secret.ts'

/** Words of a text that are indexed. */
const mostWords = 12
/** Words from this length can be found by their beginning or their end, so that one typo does no harm. */
const shortestPart = 6
const partLength = 4
/** Characters of a hash: 96 bits. */
const hashLength = 16

/** Hashes terms with a key of one connection. Without the key, a hash says nothing about its term. */
export function termHasher(dataKey: Secret<Uint8Array>, connectionId: string): (term: string) => string {
  const key = createHmac('sha256', dataKey.reveal()).update(`value-terms:${connectionId}`).digest()
  return (term) => createHmac('sha256', key).update(term).digest('base64url').slice(0, hashLength)
}

/** The terms by which a text is found: the whole text, its words, and the ends of long words. Accents are dropped. */
export function termsOf(text: string): string[] {
  const words = tokenise(text).slice(0, mostWords)
  const parts = words.flatMap((word) =>
    word.length < shortestPart ? [] : [`p:${word.slice(0, partLength)}`, `s:${word.slice(-partLength)}`],
  )
  return [...new Set([`=:${wholeOf(text)}`, ...words.map((word) => `w:${singular(word)}`), ...parts])]
}

/** The form in which whole texts are compared. */
export function wholeOf(text: string): string {
  return normalise(text).replace(/\s+/g, ' ').trim()
}
