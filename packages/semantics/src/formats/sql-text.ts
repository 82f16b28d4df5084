import { message, type SqlDialect } from '@parlance/contract'
import { tokenize, type Token } from '@parlance/sql/text'
import { FileError, type Place } from './file-error.ts'

/** A name in SQL that can mean a column: `amount`, `orders.amount`, `"Orders"."Amount"`. */
export interface NameInSql {
  start: number
  end: number
  parts: string[]
  /** Whether its last part is in quotes, and so has exactly this spelling. */
  isQuoted: boolean
}

/** The outermost call of an aggregate, with its FILTER clause. */
export interface Aggregate {
  start: number
  end: number
  /** Its arguments, between the parentheses. */
  inside: { start: number; end: number }
  /** Whether a WITHIN GROUP clause has the values instead of the arguments. */
  isOrdered: boolean
  /** The condition of its FILTER clause. Null without one. */
  filter: string | null
  /** Where its FILTER clause begins; `end` without one. */
  filterStart: number
}

/** SQL of one expression, split into tokens. */
export class SqlText {
  readonly text: string
  readonly #tokens: Token[]

  /** @throws FileError if the text has an unknown character or an open quote */
  constructor(text: string, dialect: SqlDialect, place: Place) {
    const tokens = tokenize(text, dialect)
    if (!Array.isArray(tokens)) throw new FileError(tokens.message, place)
    if (tokens.some((token) => token.kind === 'parameter')) {
      throw new FileError(message('The expression has a parameter. Write a value instead.'), place)
    }
    this.text = text
    this.#tokens = tokens.filter((token) => token.kind !== 'comment')
    this.#checkBrackets(place)
  }

  /** Names that can mean columns. Functions, types, and units of time are left out; keywords are not. */
  names(): NameInSql[] {
    const names: NameInSql[] = []
    for (let at = 0; at < this.#tokens.length; at++) {
      const first = at
      if (!this.#isName(at) || this.#word(at - 1) === '.') continue
      while (this.#word(at + 1) === '.' && this.#isName(at + 2)) at += 2
      if (this.#word(at + 1) === '(' || this.#isNoColumn(first, at)) continue
      const tokens = this.#tokens.slice(first, at + 1).filter((token) => token.kind !== 'symbol')
      const last = this.#tokens[at]!
      names.push({
        start: this.#tokens[first]!.start,
        end: last.end,
        parts: tokens.map((token) => this.#unquoted(token)),
        isQuoted: last.kind === 'quoted',
      })
    }
    return names
  }

  /** The outermost calls of aggregates, from left to right. */
  aggregates(): Aggregate[] {
    const found: Aggregate[] = []
    for (let at = 0; at < this.#tokens.length; at++) {
      if (!aggregateNames.has(this.#word(at)) || this.#word(at + 1) !== '(') continue
      const { start } = this.#tokens[at]!
      const insideStart = this.#tokens[at + 1]!.end
      at = this.#closing(at + 1)
      const inside = { start: insideStart, end: this.#tokens[at]!.start }
      const isOrdered = this.#word(at + 1) === 'within' && this.#word(at + 3) === '('
      if (isOrdered) at = this.#closing(at + 3)
      const filterStart = this.#tokens[at]!.end
      let filter: string | null = null
      if (this.#word(at + 1) === 'filter' && this.#word(at + 2) === '(' && this.#word(at + 3) === 'where') {
        const close = this.#closing(at + 2)
        filter = this.text.slice(this.#tokens[at + 3]!.end, this.#tokens[close]!.start).trim()
        at = close
      }
      found.push({ start, end: this.#tokens[at]!.end, inside, isOrdered, filter, filterStart })
    }
    return found
  }

  /** Whether one of the words is used as a keyword or a function. */
  has(...words: string[]): boolean {
    return this.#tokens.some((token, at) => token.kind !== 'string' && words.includes(this.#word(at)))
  }

  /** Whether it joins texts with `||`. */
  concatenates(): boolean {
    return this.#tokens.some((token, at) => {
      if (token.kind !== 'symbol') return false
      return this.#word(at) === '||' || (this.#word(at) === '|' && this.#word(at + 1) === '|')
    })
  }

  #isName(at: number): boolean {
    const kind = this.#tokens[at]?.kind
    return kind === 'word' || kind === 'quoted'
  }

  /** The type of a CAST, the keyword of a literal such as DATE '2026-01-01', or a unit of time. */
  #isNoColumn(first: number, last: number): boolean {
    if (this.#word(first - 1) === 'as' || this.#word(first - 1) === '::') return true
    if (this.#tokens[last + 1]?.kind === 'string') return true
    if (this.#word(first - 1) !== '(') return false
    const call = this.#word(first - 2)
    return (call === 'extract' && this.#word(last + 1) === 'from') || unitFirst.has(call)
  }

  #word(at: number): string {
    const token = this.#tokens[at]
    return token === undefined || token.kind === 'quoted' ? '' : this.text.slice(token.start, token.end).toLowerCase()
  }

  #unquoted(token: Token): string {
    const text = this.text.slice(token.start, token.end)
    if (token.kind !== 'quoted') return text
    const close = text.slice(-1)
    return text.slice(1, -1).replaceAll(close + close, close)
  }

  /** The token that closes the bracket at `at`. */
  #closing(at: number): number {
    let depth = 0
    for (let end = at; end < this.#tokens.length; end++) {
      const word = this.#word(end)
      if (word === '(') depth++
      if (word === ')' && --depth === 0) return end
    }
    return this.#tokens.length - 1
  }

  #checkBrackets(place: Place): void {
    let depth = 0
    for (let at = 0; at < this.#tokens.length; at++) {
      const word = this.#word(at)
      if (word === '(') depth++
      if (word === ')') depth--
      if (depth < 0 || word === ';') break
    }
    if (depth !== 0 || this.has(';')) {
      throw new FileError(message('The expression is not complete. Check its parentheses.'), place)
    }
  }
}

/** Functions whose first argument is a unit of time, such as `day`. */
const unitFirst = new Set([
  'date_add',
  'date_diff',
  'date_part',
  'dateadd',
  'datediff',
  'datename',
  'datepart',
  'timestampadd',
  'timestampdiff',
])

const aggregateNames = new Set([
  'any_value',
  'approx_count_distinct',
  'approx_percentile',
  'array_agg',
  'avg',
  'bool_and',
  'bool_or',
  'corr',
  'count',
  'count_big',
  'count_if',
  'countif',
  'covar_pop',
  'covar_samp',
  'every',
  'group_concat',
  'listagg',
  'max',
  'median',
  'min',
  'mode',
  'percentile_cont',
  'percentile_disc',
  'stddev',
  'stddev_pop',
  'stddev_samp',
  'stdev',
  'stdevp',
  'string_agg',
  'sum',
  'total',
  'var_pop',
  'var_samp',
  'variance',
])

/** @returns the text with parts replaced; the parts are in order and do not overlap */
export function spliced(text: string, parts: readonly { start: number; end: number; text: string }[]): string {
  let result = ''
  let at = 0
  for (const part of parts) {
    result += text.slice(at, part.start) + part.text
    at = part.end
  }
  return result + text.slice(at)
}
