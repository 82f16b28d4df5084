import { message, type Message } from '@parlance/contract'
import { normalise, singular } from '@parlance/retrieval'
import { Decline } from '../decline.ts'
import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { plural } from '../lexicon/plurals.ts'
import type { Chunk } from '../match/chunks.ts'
import { knowsAllValues, matchesNothing, type Known } from '../match/known-words.ts'
import { editsBetween, slipsBetween } from '../match/slips.ts'
import type { PhraseIndex } from '../match/phrases.ts'
import { certain } from '../match/quality.ts'
import type { ValueIndex } from '../match/values.ts'
import { allOf, listOf, type Phrase } from './lists.ts'

const changing = new Set(questions.changing)
/** How a request begins before its verb. */
const opening = /^(?:please |now |can you |could you |i want to |i would like to |let's )*/i

const small = new Set(questions.small)

/** The missed words without small words, unless only small words were missed. */
export function significantWords(missed: readonly string[]): string[] {
  const telling = missed.filter((word) => !small.has(word.toLowerCase()))
  return [...new Set(telling.length > 0 ? telling : missed)]
}

/**
 * Declines a question because of words that the grammar could not place. Says that a word matches nothing only if that
 * is known; words that the data or English has were only not combined with the rest.
 */
export function declineMissed(chunks: readonly Chunk[], missed: readonly string[], known: Known): Decline {
  const unknown = significantWords(missed).filter((word) => matchesNothing(word, known))
  if (unknown.length === 0) return new Decline(uncombined(chunks, missed), [...missed])
  const isName = chunks.some(
    (one, at) => unknown.includes(one.text) && (one.quoted || (one.capital && at > 0 && !isTerm(chunks, at))),
  )
  if (isName && known.values.unread.size > 0) return new Decline(uncheckedWords(unknown), [...missed])
  return new Decline(knowsAllValues(known) ? unknownWords(unknown) : unknownNames(unknown), [...missed])
}

const introducing = new Set(['filler', 'question', 'be', 'pronoun', 'command', 'all', 'aggregate', 'each'])

/** 'What is our MRR' asks for a number, so these capitals abbreviate a term, not the name of a row. */
function isTerm(chunks: readonly Chunk[], at: number): boolean {
  const before = chunks[at - 1]?.keyword?.kind
  return /^\p{Lu}{2,6}s?$/u.test(chunks[at]?.text ?? '') && before !== undefined && introducing.has(before)
}

function quotedWords(words: readonly string[]): { n: number; words: Phrase } {
  return { n: Math.max(words.length, 1), words: listOf(words.map((word) => `“${word}”`)) }
}

function unknownWords(words: readonly string[]): Message {
  return message(
    '{n, plural, one {{words} does not match anything in this data. Use the name of a table or column, or remove the word.} other {{words} do not match anything in this data. Use names of tables or columns, or remove these words.}}',
    quotedWords(words),
  )
}

function unknownNames(words: readonly string[]): Message {
  return message(
    '{n, plural, one {{words} does not match any table or column, or any value that could be checked. Use the name of a table or column, or remove the word.} other {{words} do not match any tables or columns, or any values that could be checked. Use names of tables or columns, or remove these words.}}',
    quotedWords(words),
  )
}

/** Explains that words may be stored values that could not be looked up. */
export function uncheckedWords(words: readonly string[]): Message {
  return message(
    '{n, plural, one {Could not check whether {words} is in this data, because not all values could be read. Name the column that it belongs to.} other {Could not check whether {words} are in this data, because not all values could be read. Name the columns that they belong to.}}',
    quotedWords(words),
  )
}

/** More parts than these mean that the sentence as a whole was not understood. */
const mostParts = 3
const mostTables = 2

function uncombined(chunks: readonly Chunk[], missed: readonly string[]): Message {
  const parts = partsOf(chunks, missed)
  if (parts.length > mostParts)
    return message(
      'The words of this question are known, but not how they belong together. Ask for one thing at a time.',
    )
  const tables = chunks.flatMap((one) => {
    const [best] = one.tables.toSorted((left, right) => right.quality - left.quality)
    return best === undefined || best.quality < certain || missed.includes(one.text) ? [] : [plural(best.table.spoken)]
  })
  const named = [...new Set(tables)].slice(0, mostTables)
  const values = { ...quotedWords(parts), tables: listOf(named) }
  return named.length === 0
    ? message(
        '{n, plural, one {{words} could not be combined with the rest of the question. Rephrase this part, or leave it out.} other {{words} could not be combined with the rest of the question. Rephrase these parts, or leave them out.}}',
        values,
      )
    : message(
        '{n, plural, one {The question is about {tables}, but {words} could not be combined with them. Rephrase this part, or leave it out.} other {The question is about {tables}, but {words} could not be combined with them. Rephrase these parts, or leave them out.}}',
        values,
      )
}

/** The missed words, those next to each other as one part: 'more than two times'. */
function partsOf(chunks: readonly Chunk[], missed: readonly string[]): string[] {
  const parts: string[] = []
  let isOpen = false
  for (const { text, quoted } of chunks) {
    const isMissed = missed.includes(text)
    if (isMissed && isOpen && !quoted) parts.push(`${parts.pop() ?? ''} ${text}`)
    else if (isMissed) parts.push(text)
    isOpen = isMissed
  }
  const distinct = [...new Set(parts)]
  const whole = distinct.filter((one) => !distinct.some((other) => other !== one && other.includes(one)))
  return whole.length > 0 ? whole : significantWords(missed)
}

interface Help {
  /** The message to show instead of the missed words. */
  message: Message
  /** The question with what is nearly the same in place of an unknown word. */
  questions: string[]
}

/** Whether a question asks to change data. */
export function asksToChange(question: string): boolean {
  const [verb = ''] = question.trim().replace(opening, '').toLowerCase().split(/\W/, 1)
  return changing.has(verb)
}

/** Help for words that match nothing, but nearly a stored value or a name; null if one of them is far from both. */
export function helpWith(question: string, unknown: readonly string[], { values, phrases }: Known): Help | null {
  for (const word of unknown) {
    const at = question.indexOf(word)
    if (at < 0 || !/^[\p{Lu}"']/u.test(question.slice(at))) continue
    const near = nearest(normalise(word), values)
    if (near.length === 0) continue
    return {
      message: message('No stored value matches “{word}”. Closest matches: {values}.', {
        word,
        values: near.join(', '),
      }),
      questions: near.map((value) => `${question.slice(0, at)}${value}${question.slice(at + word.length)}`),
    }
  }
  return misspelt(question, unknown, phrases)
}

/** 'custmers': corrects words that are nearly names of this data; null if one of them isn't. */
function misspelt(question: string, missed: readonly string[], phrases: PhraseIndex): Help | null {
  let meant = question
  const names: string[] = []
  for (const word of missed) {
    const name = nearestName(word, phrases)
    if (name === null) return null
    names.push(`“${name}”`)
    meant = meant.replace(word, name)
  }
  if (names.length === 0 || meant === question) return null
  const said = significantWords(missed).map((word) => `“${word}”`)
  return {
    message: message(
      '{n, plural, one {{words} does not match anything in this data. Did you mean {names}?} other {{words} do not match anything in this data. Did you mean {names}?}}',
      { n: said.length, words: allOf(said), names: allOf(names) },
    ),
    questions: [meant],
  }
}

/** The only name of a table or column that differs from a word by a typo, singular or plural like the word. */
function nearestName(word: string, phrases: PhraseIndex): string | null {
  const plain = normalise(word)
  if (!/^\p{L}{5,}$/u.test(plain)) return null
  const one = singular(plain)
  const most = one.length < 7 ? 1 : 2
  const near = [...phrases.entries.keys()]
    .filter((key) => key.length > 3 && !key.includes(' ') && Math.abs(key.length - one.length) <= most)
    .map((key) => ({ key, away: slipsBetween(one, key, most) }))
    .filter(({ away }) => away <= most)
    .toSorted((left, right) => left.away - right.away)
  const [first, second] = near
  if (first === undefined || second?.away === first.away) return null
  if (one === plain) return first.key
  return first.key.endsWith('y') ? `${first.key.slice(0, -1)}ies` : `${first.key}s`
}

const mostNear = 3
/** The shortest word that suggests the longer values it is a part of. */
const shortestPart = 4

function nearest(word: string, values: ValueIndex): string[] {
  if (values.exact.has(word)) return []
  // Other values are only one letter away from a short word by chance.
  if (word.length < shortestPart) return []
  const most = word.length < 5 ? 1 : 2
  const found = new Map<string, number>()
  for (const [key, matches] of values.exact) {
    const isPart = word.length >= shortestPart && key.split(' ').includes(word)
    if (!isPart && Math.abs(key.length - word.length) > most) continue
    const away = isPart ? most : editsBetween(word, key, most)
    const [match] = matches
    if (away <= most && match !== undefined) found.set(String(match.value), away)
  }
  return [...found]
    .toSorted((left, right) => left[1] - right[1])
    .slice(0, mostNear)
    .map(([value]) => value)
}
