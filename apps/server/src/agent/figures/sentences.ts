import { longestReference } from './notation.ts'

/** Words after which a dot doesn't end a sentence. */
const abbreviations = new Set(
  'st mr mrs ms dr prof inc ltd co corp no nr vs approx ca etc jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/**
 * Splits a streamed text into sentences and lines; a table is one piece. A piece is complete only when what follows shows that it ended, and
 * when every reference in it is closed.
 */
export class SentenceSplitter {
  #waiting = ''
  /** How much of what waits was searched without finding an end. */
  #searched = 0

  /** @returns the sentences that are now complete, each with the space after it */
  push(delta: string): string[] {
    this.#waiting += delta
    const complete: string[] = []
    for (let end = this.#end(); end > 0; end = this.#end()) {
      complete.push(this.#waiting.slice(0, end))
      this.#waiting = this.#waiting.slice(end)
      this.#searched = 0
    }
    return complete
  }

  /** @returns the rest of the text, which has no end mark of its own */
  rest(): string[] {
    const rest = this.#waiting
    this.#waiting = ''
    this.#searched = 0
    return rest === '' ? [] : [rest]
  }

  /** The end of the first sentence, or 0 if it isn't complete yet. */
  #end(): number {
    const text = this.#waiting
    for (let at = this.#searched; at < text.length; at++) {
      const letter = text[at] ?? ''
      if (letter === '{') {
        const close = text.indexOf('}', at)
        const isOpen = close < 0 || close - at > longestReference + 1
        if (close < 0 && text.length - at <= longestReference + 1) return this.#wait(at)
        if (!isOpen) at = close
        continue
      }
      if (letter === '\n') {
        const isTable = text.trimStart().startsWith('|')
        if (isTable && at + 1 === text.length) return this.#wait(at)
        if (isTable && text[at + 1] === '|') continue
        return at + 1
      }
      if (!'.!?'.includes(letter)) continue
      const after = /^["'”’)\]*_]*(\s+)(\S)?/.exec(text.slice(at + 1, at + 40))
      if (!after) {
        if (text.length - at < 8 && /^["'”’)\]*_]*$/.test(text.slice(at + 1))) return this.#wait(at)
        continue
      }
      const [whole, space = '', next] = after
      if (space.includes('\n')) return at + 1 + whole.indexOf('\n') + 1
      if (next === undefined) return this.#wait(at)
      const before = text.slice(Math.max(0, at - lookBack), at)
      const following = text.slice(at + 1 + whole.length - next.length)
      // Only the next letters tell “am 8. März” from the end of a sentence.
      if (/\d$/.test(before) && following.length < monthLetters) return this.#wait(at)
      if (letter === '.' && /^\s/.test(whole) && !endsSentence(before, following)) continue
      return at + 1 + whole.length - next.length
    }
    return this.#wait(text.length)
  }

  #wait(at: number): number {
    this.#searched = at
    return 0
  }
}

/** Characters before a dot that decide whether it ends a sentence. */
const lookBack = 20
/** Letters that tell a German month. */
const monthLetters = 3
const monthStart = /^(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/

/**
 * Whether a dot ends a sentence: not after an abbreviation, an initial, a list's number, or a German day, nor before a
 * small letter.
 */
function endsSentence(before: string, following: string): boolean {
  if (/^\p{Ll}/u.test(following)) return false
  const word = /[\p{L}\p{N}.]{1,20}$/u.exec(before)?.[0] ?? ''
  if (/^\d{1,3}$/.test(word)) return !/(?:^|\n)\s{0,20}\d{1,3}$/.test(before) && !monthStart.test(following)
  return !(/^(?:\p{L}|(?:\p{L}\.)+\p{L})$/u.test(word) || abbreviations.has(word.toLowerCase()))
}

/** The sentences of a whole text. */
export function sentencesOf(text: string): string[] {
  const splitter = new SentenceSplitter()
  return [...splitter.push(text), ...splitter.rest()]
}

/** A part of a sentence that makes one claim, by its position in the sentence. */
export interface Clause {
  start: number
  end: number
}

/** Clauses of one sentence; the rest of a longer one counts as a single clause. */
const mostClauses = 20

const clauseEnd =
  /[;:]\s|,\s|\s(?:and|but|while|whereas|followed by|compared (?:with|to)|ahead of|than|und|et|y|e)\s/giu

/** Splits a sentence where another thing begins: “Germany had 5 and France 3” has two clauses. */
export function clausesOf(sentence: string): Clause[] {
  const clauses: Clause[] = []
  let start = 0
  for (const { index, 0: mark } of sentence.matchAll(clauseEnd)) {
    if (clauses.length >= mostClauses) break
    clauses.push({ start, end: index })
    start = index + mark.length - 1
  }
  clauses.push({ start, end: sentence.length })
  return clauses
}
