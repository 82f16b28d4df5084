import { asRead } from '../plain-text.ts'
import type { Step } from './step.ts'

/** Limit on the words of the rows that are remembered. A name that only appears later counts as unknown. */
const mostWords = 100_000
const longestCell = 500

const calendar =
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday'

/** Words that English uses and German, whose nouns are capitalized, does not. */
const english = /\b(?:the|is|are|were|has|had|of|with|and|from|by|there|which)\b/i

/** The words of the rows, the question, and the schema, to find names that an answer made up. */
export class KnownWords {
  readonly #words = new Set(calendar.split(' '))

  constructor(steps: readonly Step[], texts: readonly string[]) {
    for (const text of texts) this.#add(text)
    for (const { sql, result } of steps) {
      this.#add(sql)
      for (const { name } of result.columns) this.#add(name)
      for (const row of result.rows) for (const cell of row) if (typeof cell === 'string') this.#add(cell)
    }
  }

  #add(text: string): void {
    if (this.#words.size >= mostWords) return
    for (const word of wordsOf(text.slice(0, longestCell))) this.#words.add(word)
  }

  /**
   * Names inside of an English sentence that occur nowhere: capitalized words that don't begin it. A word's plural and
   * possessive forms count as the word.
   */
  unknownIn(sentence: string): string[] {
    const text = asRead(sentence)
    if (!english.test(text) || /^\s*(?:#|\|)/.test(text)) return []
    const found = [...text.matchAll(/(?<![\p{L}\p{N}'’_])\p{Lu}\p{Ll}{2,}(?:-\p{L}+)*/gu)]
    return found.filter(({ 0: word, index }) => !isStart(text, index) && !this.#knows(word)).map(([word]) => word)
  }

  #knows(word: string): boolean {
    return wordsOf(word).every((part) =>
      [part, `${part}s`, part.replace(/e?s$/, ''), part.replace(/s$/, '')].some((form) => this.#words.has(form)),
    )
  }
}

function isStart(text: string, index: number): boolean {
  return /(?:^|[:.!?"“(*_\n])[\s*_"“(]{0,20}(?:[-•\d.)]{1,10}\s{0,10})?$/u.test(
    text.slice(Math.max(0, index - 20), index),
  )
}

function wordsOf(text: string): string[] {
  return (
    asRead(text)
      .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
