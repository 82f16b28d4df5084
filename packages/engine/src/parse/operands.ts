import { strongerThanUnit } from '../match/quality.ts'
import type { Operand } from './draft.ts'
import { attempt, bestColumn, isKind, isPreposition, keywordAt, peek, skip, type Parser } from './parser.ts'
import { columnPhrase } from './columns.ts'

/** A number, a date, a text, or a stored value; null if the cursor is at none. */
export function operand(parser: Parser): Operand | null {
  const chunk = peek(parser)
  if (chunk === null) return null
  if (chunk.quoted) {
    parser.at++
    return chunk.values.length > 0
      ? { kind: 'values', text: chunk.text, matches: chunk.values }
      : { kind: 'text', value: chunk.text }
  }
  if (chunk.number !== null) {
    parser.at++
    const year = chunk.date !== null && chunk.date.year !== null ? chunk.date : null
    return { kind: 'number', value: chunk.number, year, unit: skipUnitWords(parser) }
  }
  if (chunk.date !== null) {
    parser.at++
    return { kind: 'date', range: chunk.date }
  }
  if (chunk.values.length > 0) {
    parser.at++
    return { kind: 'values', text: chunk.text, matches: chunk.values }
  }
  return null
}

const timeUnits = new Set(['millisecond', 'second', 'minute', 'hour', 'day'])

/**
 * Skips the units after a number ('100 dollars', '50 years old'); a unit of time is recorded, because it may be
 * converted.
 */
function skipUnitWords(parser: Parser): string | null {
  const words = new Set([
    'dollar',
    'usd',
    'euro',
    'eur',
    'year',
    'percent',
    'meter',
    'metre',
    'kg',
    'pound',
    'mile',
    'km',
    ...timeUnits,
    'inch',
    'point',
    'old',
    'cm',
    'ton',
    'feet',
    'foot',
    'mm',
    'gb',
    'mb',
  ])
  let unit: string | null = null
  for (;;) {
    const chunk = peek(parser)
    const word = chunk?.tokens.length === 1 ? (chunk.tokens[0]?.word ?? '') : ''
    if (chunk === null || chunk.quoted || !words.has(word) || chunk.values.length > 0) return unit
    if ((chunk.columns.length > 0 && bestColumn(chunk) > strongerThanUnit && word !== 'old') || chunk.tables.length > 0)
      return unit
    if (timeUnits.has(word)) unit = word
    parser.at++
  }
}

/** A text that names nothing known, used as written: capitalized words in a row, or one word. */
export function freeText(parser: Parser): string | null {
  const words: string[] = []
  for (;;) {
    const chunk = peek(parser)
    if (chunk === null || chunk.quoted || isKind(chunk, 'end', 'comma', 'and', 'or', 'relative', 'with', 'possessive'))
      break
    const isName =
      chunk.capital ||
      (chunk.keyword === null &&
        chunk.columns.length + chunk.tables.length === 0 &&
        /\d/.test(chunk.text) &&
        chunk.number === null)
    if (!isName) break
    words.push(chunk.text)
    parser.at++
  }
  return words.length === 0 ? null : words.join(' ')
}

/** Operands joined by 'or', 'and', or commas: 'France, Spain or Italy'. */
export function operandList(parser: Parser, allowAnd: boolean): Operand[] {
  const first = operand(parser)
  if (first === null) return []
  const list = [first]
  for (;;) {
    const more = attempt(parser, () => furtherOperand(parser, first, allowAnd))
    if (more === null) return list
    list.push(more)
  }
}

function furtherOperand(parser: Parser, first: Operand, allowAnd: boolean): Operand | null {
  const joined = isKind(peek(parser), 'or', 'comma') || (allowAnd && isKind(peek(parser), 'and'))
  if (!joined) return null
  skip(parser, 'comma', 'or', ...(allowAnd ? (['and'] as const) : []))
  skip(parser, 'filler')
  if (isPreposition(peek(parser), 'in', 'from', 'at')) parser.at++
  const next = peek(parser)
  if (next === null || (next.number !== null) !== (first.kind === 'number')) return null
  const found = operand(parser)
  return found !== null && isAlike(first, found) ? found : null
}

/** Whether an operand may be added to a list: a value must belong to the same column. */
function isAlike(first: Operand, other: Operand): boolean {
  if (other.kind === 'date') return false
  return other.kind !== 'values' || first.kind !== 'values' || shareColumn(first, other)
}

function shareColumn(left: Extract<Operand, { kind: 'values' }>, right: Extract<Operand, { kind: 'values' }>): boolean {
  return left.matches.some((one) => right.matches.some((other) => other.column === one.column))
}

/** 'the average', 'the average price', 'average': an aggregate to compare with. */
export function computedOperand(parser: Parser): Operand | null {
  return attempt(parser, () => {
    skip(parser, 'filler', 'all', 'pronoun')
    const keyword = keywordAt(parser, 'aggregate') ?? extremeFunction(parser)
    if (keyword === null || ['sum', 'count', 'median'].includes(keyword.fn)) return null
    parser.at++
    skip(parser, 'filler')
    columnPhrase(parser)
    if (isPreposition(peek(parser), 'of', 'for', 'across', 'in')) {
      attempt(parser, () => {
        parser.at++
        skip(parser, 'filler', 'all', 'each')
        const chunk = peek(parser)
        if (chunk === null || (chunk.tables.length === 0 && chunk.columns.length === 0)) return null
        parser.at++
        return true
      })
    }
    return { kind: 'computed', fn: keyword.fn, inner: [] }
  })
}

function extremeFunction(parser: Parser): { fn: 'min' | 'max' } | null {
  const keyword = keywordAt(parser, 'superlative')
  if (keyword === null || keyword.hints !== null || keyword.frequency || keyword.temporal) return null
  return { fn: keyword.descending ? 'max' : 'min' }
}
