import { strongerThanUnit } from '../match/quality.ts'
import type { Operand } from './draft.ts'
import { attempt, bestColumn, isKind, isPreposition, peek, skip, type Parser } from './parser.ts'
import { characterNouns } from './text-lengths.ts'

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
    return { kind: 'number', value: chunk.number, year, unit: skipUnitWords(parser, chunk.text) }
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

const timeUnits = ['millisecond', 'second', 'minute', 'hour', 'day']
const otherUnits = ['meter', 'metre', 'kg', 'pound', 'mile', 'km', 'inch', 'point', 'cm', 'ton', 'feet', 'foot', 'mm']
const spokenUnits = new Map<string, string>(
  [...timeUnits, ...otherUnits, 'year', 'gb', 'mb', 'percent'].map((word) => [word, word]),
)
for (const word of ['dollar', 'usd', 'euro', 'eur']) spokenUnits.set(word, 'money')
for (const word of characterNouns) spokenUnits.set(word, 'character')
for (const word of ['old', 'age']) spokenUnits.set(word, 'age')

/**
 * Skips the units after a number ('100 dollars', '50 years old', '30 years of age'), and returns what they are; null if
 * there are none.
 */
function skipUnitWords(parser: Parser, text: string): string | null {
  let unit: string | null = null
  if (/^[$€£]/.test(text)) unit = 'money'
  if (text.endsWith('%')) unit = 'percent'
  for (;;) {
    const skipped = unitAt(parser, unit)
    if (skipped === null) return unit
    unit = spokenUnits.get(skipped) ?? unit
    parser.at++
  }
}

/** The word of the unit at the cursor; null if it isn't one, or if it rather names a column. */
function unitAt(parser: Parser, before: string | null): string | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.tokens.length !== 1 || chunk.quoted || chunk.values.length > 0) return null
  const word = chunk.tokens[0]?.word ?? ''
  if (saysAge(parser, word, before)) return word
  if (!spokenUnits.has(word) || word === 'age') return null
  const isName = chunk.tables.length > 0 || bestColumn(chunk) > strongerThanUnit
  return isName ? null : word
}

/** The words of an age: 'years old', 'years of age', 'old'. */
function saysAge(parser: Parser, word: string, before: string | null): boolean {
  const next = peek(parser, 1)?.tokens[0]?.lower
  if (word === 'old') return true
  if (word === 'year') return next === 'old' || next === 'of'
  return before === 'year' && (word === 'age' || (word === 'of' && next === 'age'))
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
