import { isFunctionWord } from '@parlance/engine'
import type { Message } from '@parlance/contract'
import type { TurnAnswer } from './contract.ts'

/** No one would define a longer one. */
const most = { words: 4, characters: 60, ofOneQuestion: 5 } as const

/** Assumptions about how a word of the question was read, not about what is defined or left out of a sentence. */
const readings = /^“\{word\}” (?:means|is interpreted as|refers to|was not used|could)/

/**
 * The words of a question that an answer could not resolve, or only by an assumption. Capitalized words and numbers are
 * left out, because they may name people or rows.
 * @param unmatched words that match nothing
 */
export function unclearWords(
  question: string,
  unmatched: readonly string[],
  said: readonly (Message | string)[],
): TurnAnswer['unclear'] {
  const assumed = said.flatMap((one) => (typeof one === 'string' ? quotedIn(one) : wordOf(one)))
  const found = [...unmatched, ...assumed].flatMap((phrase) => termIn(question, phrase) ?? [])
  return [...new Set(found)].slice(0, most.ofOneQuestion)
}

function wordOf({ text, values }: Message): string[] {
  const word = values?.['word']
  return typeof word === 'string' && readings.test(text) ? [word] : []
}

/** What a model quotes in an assumption: “active customers” are those with an order this year. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/[“"]([^“”"]{3,60})[”"]/g)].map(([, phrase = '']) => phrase)
}

/** A phrase as people would define it, in lower case; null if the question doesn't say it or it may be a name. */
function termIn(question: string, phrase: string): string | null {
  const at = question.toLowerCase().indexOf(phrase.toLowerCase())
  const said = question.slice(at, at + phrase.length)
  const isName = /\p{Lu}/u.test(at === 0 ? said.slice(1) : said)
  if (at < 0 || isName || said.length > most.characters) return null
  if (!/^\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*)*$/u.test(said)) return null
  const words = said.toLowerCase().split(' ')
  const isTerm = words.length <= most.words && words.some((word) => word.length > 2 && !isFunctionWord(word))
  return isTerm ? words.join(' ') : null
}
