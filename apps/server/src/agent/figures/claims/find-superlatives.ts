import type { Superlative } from './dimensions.ts'
import { medals } from './placings.ts'
import type { Statement } from '../statement.ts'
import {
  last,
  lowWords,
  numberedPlace,
  ordinal,
  ordinals,
  placeOf,
  places,
  runnerUp,
  superlatives,
} from './superlative-words.ts'
import { matchesIn } from '../../../lib/matches-in.ts'

/** What a word for a place in a competition compares. */
export const competition = 'competition'

/** The claims of a sentence that something is the first, the last, or in another place. */
export function superlativesIn(statement: Statement): Superlative[] {
  const { text, mentions, names } = statement
  const found: Superlative[] = []
  for (const { pattern, direction, concept = null } of superlatives) {
    for (const { 0: written, index } of matchesIn(text, pattern)) {
      found.push({ start: index, end: index + written.length, direction, place: 1, concept })
    }
  }
  const direction = lowWords.test(text) ? 'low' : 'high'
  for (const { 0: written, 1: word, 2: digits, index } of matchesIn(text, ordinal)) {
    if (
      /\b(?:an?|one|two|three|four)\s$/i.test(text.slice(Math.max(0, index - 6), index)) &&
      /^s?\sof\b/.test(text.slice(index + written.length))
    )
      continue
    // “a third higher” isn't a place.
    if (
      mentions.some(
        ({ meanings, kind, start, end }) =>
          (kind === 'percent' || meanings.some(({ op }) => op === 'rank')) && index >= start && index < end,
      )
    )
      continue
    const place = digits ? Number(digits) : ordinals.indexOf(word?.toLowerCase() ?? '') + 2
    const concept = /^\s(?:most expensive)/i.test(text.slice(index + written.length)) ? 'price' : null
    found.push({ start: index, end: index + written.length, direction, place, concept })
  }
  for (const [pattern, place] of medals) {
    for (const { 0: written, index } of matchesIn(text, pattern))
      found.push({ start: index, end: index + written.length, direction: 'high', place, concept: competition })
  }
  for (const [pattern, place] of places) {
    for (const { 0: written, index } of matchesIn(text, pattern))
      found.push({ start: index, end: index + written.length, direction, place, concept: null })
  }
  for (const { 0: written, 1: number = '', index } of matchesIn(text, numberedPlace)) {
    const place = placeOf(number)
    if (place > 0) found.push({ start: index, end: index + written.length, direction, place, concept: null })
  }
  for (const { 0: written, index } of matchesIn(text, last))
    found.push({ start: index, end: index + written.length, direction: 'high', place: -1, concept: null })
  for (const { 0: written, index } of matchesIn(text, runnerUp))
    found.push({ start: index, end: index + written.length, direction: 'high', place: 2, concept: null })
  const outside = found.filter(
    (one) =>
      !names.some(({ start, end }) => one.start >= start && one.end <= end) &&
      !isNameOfColumn(statement, text.slice(one.start, one.end)),
  )
  return outside.filter(
    (one, at) =>
      !outside.some(
        (other, place) => place !== at && other.concept !== null && other.start <= one.start && other.end >= one.end,
      ),
  )
}

/** “340 leads” are `leads`, and don't lead. */
function isNameOfColumn({ facts }: Statement, word: string): boolean {
  return facts.numbers.some(({ name }) => name.toLowerCase() === word.toLowerCase())
}
