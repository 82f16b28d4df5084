import type { DateRange } from '../match/dates.ts'
import { matchDate, unitOf } from '../match/dates.ts'
import { plainQuestion, tokensOf, type Token } from '../match/tokens.ts'
import { plainKey } from '../match/values.ts'

/** A part of an example's question: a word that another question must have too, or a value that may differ there. */
export type Part = { start: number; end: number } & (
  | { kind: 'word'; word: string; isNeutral: boolean }
  | { kind: 'number'; value: number }
  | { kind: 'date'; range: DateRange; isRelative: boolean; before: string }
  | { kind: 'text'; literal: string }
)

/** A value of the example, and the words of the other question in its place. */
export interface Slot {
  part: Exclude<Part, { kind: 'word' }>
  /** The words as the other question writes them. */
  text: string
  number: number | null
  range: DateRange | null
}

/** Words that change nothing about what is asked. */
const neutral = new Set(
  'the a an please show give tell list display me us what is are was were can could you i want see get find . , ? ! : ;'.split(
    ' ',
  ),
)
/** The most words of a value. */
const mostWords = 6
const mostSteps = 5_000
const mostAlignments = 20

export interface PartsOptions {
  /** The day that 'today' means in the question. */
  today: string
  /** Texts in the SQL, and the names that a question has for each. */
  texts: ReadonlyMap<string, readonly string[]>
  /** Whether 'the last 30 days' is read word by word, because the SQL computes it when it runs. */
  splitsRelative: boolean
}

/** The parts of an example's question. */
export function partsOf(question: string, options: PartsOptions): Part[] {
  const tokens = tokensOf(plainQuestion(question))
  const parts: Part[] = []
  for (let at = 0; at < tokens.length;) {
    const { part, length } = partAt(tokens, at, options)
    parts.push(part)
    at += length
  }
  return parts
}

function partAt(tokens: readonly Token[], at: number, options: PartsOptions): { part: Part; length: number } {
  const [token] = tokens.slice(at)
  const placed = (length: number) => ({ start: token?.start ?? 0, end: tokens[at + length - 1]?.end ?? 0 })
  const named = textAt(tokens, at, options.texts)
  if (named !== null) {
    const { literal, length } = named
    return { part: { ...placed(length), kind: 'text', literal }, length }
  }
  const date = dateAt(tokens.slice(at), options.today)
  if (date !== null && !(date.isRelative && options.splitsRelative)) {
    const { range, isRelative, length } = date
    return { part: { ...placed(length), kind: 'date', range, isRelative, before: tokens[at - 1]?.lower ?? '' }, length }
  }
  const number = token?.number ?? null
  if (number !== null) return { part: { ...placed(1), kind: 'number', value: number }, length: 1 }
  const { word = '', lower = '', quoted = false } = token ?? {}
  return { part: { ...placed(1), kind: 'word', word, isNeutral: !quoted && neutral.has(lower) }, length: 1 }
}

function textAt(
  tokens: readonly Token[],
  at: number,
  texts: PartsOptions['texts'],
): { literal: string; length: number } | null {
  for (let length = Math.min(mostWords, tokens.length - at); length > 0; length -= 1) {
    const words = tokens.slice(at, at + length)
    const said = plainKey(words.map((one) => one.text).join(' '))
    for (const [literal, names] of texts) if (names.some((name) => spaced(name) === said)) return { literal, length }
  }
  return null
}

/** A name as its tokens joined by spaces, so that signs inside it don't matter. */
function spaced(name: string): string {
  return plainKey(
    tokensOf(plainQuestion(name))
      .map((one) => one.text)
      .join(' '),
  )
}

function dateAt(
  tokens: readonly Token[],
  today: string,
): { range: DateRange; length: number; isRelative: boolean } | null {
  const found = matchDate(tokens, today)
  if (found === null) return null
  const { range, length } = found
  // A day in another year, month, and week gives another range only if the words are relative.
  const other = matchDate(tokens, '2011-05-18')?.range
  return { range, length, isRelative: other?.from !== range.from || other.before !== range.before }
}

/** All ways in which a question says the same as the example's with other values, as far as a search finds them. */
export function alignmentsOf(parts: readonly Part[], question: string, today: string): Slot[][] {
  const plain = plainQuestion(question)
  return new Alignment(parts, tokensOf(plain), { plain, today }).all()
}

class Alignment {
  readonly #parts: readonly Part[]
  readonly #tokens: readonly Token[]
  readonly #asked: { plain: string; today: string }
  readonly #found: Slot[][] = []
  #steps = 0

  constructor(parts: readonly Part[], tokens: readonly Token[], asked: { plain: string; today: string }) {
    this.#parts = parts
    this.#tokens = tokens
    this.#asked = asked
  }

  all(): Slot[][] {
    this.#from(0, 0, [])
    return this.#steps > mostSteps ? [] : this.#found
  }

  #from(partAt: number, tokenAt: number, slots: readonly Slot[]): void {
    this.#steps += 1
    if (this.#steps > mostSteps || this.#found.length >= mostAlignments) return
    const part = this.#parts[partAt]
    const token = this.#tokens[tokenAt]
    if (part?.kind === 'word' && part.isNeutral) return this.#from(partAt + 1, tokenAt, slots)
    if (part === undefined && token === undefined) {
      this.#found.push([...slots])
      return
    }
    const isNeutral = token !== undefined && !token.quoted && neutral.has(token.lower)
    if (part !== undefined && token !== undefined) this.#match(part, { partAt, tokenAt, slots })
    if (isNeutral) this.#from(partAt, tokenAt + 1, slots)
  }

  #match(part: Part, place: { partAt: number; tokenAt: number; slots: readonly Slot[] }): void {
    const { partAt, tokenAt, slots } = place
    const token = this.#tokens[tokenAt]
    if (token === undefined) return
    const next = (length: number, slot: Partial<Pick<Slot, 'number' | 'range'>>) => {
      if (part.kind === 'word') return
      const whole = { part, text: this.#textOf(tokenAt, length), number: null, range: null, ...slot }
      this.#from(partAt + 1, tokenAt + length, [...slots, whole])
    }
    switch (part.kind) {
      case 'word':
        if (!token.quoted && token.word === part.word) this.#from(partAt + 1, tokenAt + 1, slots)
        return
      case 'number':
        if (token.number !== null) next(1, { number: token.number })
        return
      case 'date': {
        const found = matchDate(this.#tokens.slice(tokenAt), this.#asked.today)
        if (found !== null) next(found.length, { range: found.range })
        return
      }
      case 'text':
        for (let length = 1; length <= mostWords && tokenAt + length <= this.#tokens.length; length += 1)
          next(length, {})
    }
  }

  #textOf(at: number, length: number): string {
    const [first, last] = [this.#tokens[at], this.#tokens[at + length - 1]]
    if (first === undefined || last === undefined) return ''
    return length === 1 ? first.text : this.#asked.plain.slice(first.start, last.end)
  }
}

/** Whether two periods are of the same kind: both a year, both a month, … */
export function areAlike(one: DateRange, other: DateRange): boolean {
  return unitOf(one.from, one.before) === unitOf(other.from, other.before)
}
