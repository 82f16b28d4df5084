import { message, type Message } from '@parlance/contract'
import { normalise, singular } from '@parlance/retrieval'
import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { editsBetween, slipsBetween } from '../match/slips.ts'
import type { PhraseIndex } from '../match/phrases.ts'
import type { ValueIndex } from '../match/values.ts'
import { allOf, listOf } from './lists.ts'

const changing = new Set(questions.changing)

const small = new Set(questions.small)

/** The missed words without small words, unless only small words were missed. */
export function significantWords(missed: readonly string[]): string[] {
  const telling = missed.filter((word) => !small.has(word.toLowerCase()))
  return [...new Set(telling.length > 0 ? telling : missed)]
}

/** Explains that words aren't known in this data, and what to do about it. */
export function unknownWords(missed: readonly string[]): Message {
  const words = significantWords(missed)
  return message(
    '{n, plural, one {{words} does not match anything in this data. Use the name of a table or column, or remove the word.} other {{words} do not match anything in this data. Use names of tables or columns, or remove these words.}}',
    { n: Math.max(words.length, 1), words: listOf(words.map((word) => `“${word}”`)) },
  )
}

interface Help {
  /** The message to show before, or instead of, the missed words. */
  message: Message | null
  /** The question with stored values in place of an unknown one. */
  questions: string[]
}

/** Whether a missed word asks to change data. */
export function asksToChange(missed: readonly string[]): boolean {
  return missed.some((word) => changing.has(word.toLowerCase()))
}

/** Help for unknown words: nothing can be changed, or a stored value is nearly the same. */
export function helpWith(question: string, missed: readonly string[], values: ValueIndex, phrases: PhraseIndex): Help {
  if (asksToChange(missed))
    return { message: message('Questions can only read data. They cannot change it.'), questions: [] }
  for (const word of missed) {
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
  return misspelt(question, missed, phrases) ?? { message: null, questions: [] }
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

function nearest(word: string, values: ValueIndex): string[] {
  if (values.exact.has(word)) return []
  const most = word.length < 5 ? 1 : 2
  const found = new Map<string, number>()
  for (const [key, matches] of values.exact) {
    if (Math.abs(key.length - word.length) > most) continue
    const away = editsBetween(word, key, most)
    const [match] = matches
    if (away <= most && match !== undefined) found.set(String(match.value), away)
  }
  return [...found]
    .toSorted((left, right) => left[1] - right[1])
    .slice(0, mostNear)
    .map(([value]) => value)
}
