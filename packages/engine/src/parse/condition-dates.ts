import type { Operator } from '../query.ts'
import { rangeOf, type Condition, type Left } from './draft.ts'
import { attempt, bestColumn, isColumn, isKind, isPreposition, keywordAt, peek, skip, type Parser } from './parser.ts'
import { afterNumber, add, type Context } from './condition-context.ts'
import { columnPhrase } from './columns.ts'
import { operand } from './operands.ts'
import { spanOf } from '../match/dates.ts'

export function between(parser: Parser, context: Context): true | null {
  if (!isKind(peek(parser), 'between')) return null
  const { at } = parser
  parser.at++
  skip(parser, 'filler')
  const from = operand(parser)
  if (!isKind(peek(parser), 'and') && !isPreposition(peek(parser), 'to')) return null
  parser.at++
  skip(parser, 'filler')
  const to = operand(parser)
  if (from === null || to === null) return null
  const first = rangeOf(from)
  const second = rangeOf(to)
  if (first !== null && second !== null && !isColumn(peek(parser))) {
    return add(parser, {
      kind: 'date',
      left: null,
      verb: parser.lastVerb,
      range: spanOf(first, second),
      negated: context.negated,
      at,
    })
  }
  const left = columnPhrase(parser)
  if (left === null) return null
  return add(parser, { kind: 'between', left, from, to, negated: context.negated, at })
}

/** 'in 2024', 'since January', 'last month', 'from 2010 to 2012'. */
export function dates(parser: Parser, context: Context): true | null {
  const { at } = parser
  const keyword = keywordAt(parser, 'compare')
  const temporal = keyword?.temporal === true ? keyword : null
  if (temporal !== null) parser.at++
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler')) parser.at++
  const yearWord = attempt(parser, () => yearColumn(parser))
  const chunk = peek(parser)
  if (chunk === null || chunk.date === null) return null
  if (context.both) return null
  const first = chunk.date
  parser.at++
  const last = attempt(parser, () => {
    if (
      !isPreposition(peek(parser), 'to', 'through') &&
      !(keywordAt(parser, 'compare')?.temporal === true && keywordAt(parser, 'compare')?.operator === '<=')
    )
      return null
    parser.at++
    const next = peek(parser)?.date ?? null
    if (next !== null) parser.at++
    return next
  })
  const after = temporal === null ? afterNumber(parser) : null
  const operator = temporal?.operator ?? after
  const range = last !== null ? spanOf(first, last) : openRange(first, operator)
  const list = [range]
  while (last === null && operator === null) {
    const other = attempt(parser, () => {
      if (!isKind(peek(parser), 'or', 'and')) return null
      parser.at++
      while (isPreposition(peek(parser), 'in')) parser.at++
      const next = peek(parser)?.date ?? null
      if (next !== null) parser.at++
      return next
    })
    if (other === null) break
    list.push(other)
  }
  const made: Condition[] = list.map((one) => ({
    kind: 'date',
    left: yearWord,
    verb: parser.lastVerb,
    range: one,
    negated: context.negated,
    at,
  }))
  const [only] = made
  return add(parser, made.length === 1 && only !== undefined ? only : { kind: 'any', of: made, at })
}

/** 'in year 2010', 'in the year of 2010': the word may be the column itself. */
function yearColumn(parser: Parser): Left {
  const chunk = peek(parser)
  if (chunk === null || chunk.date !== null || !/^(year|month)$/.test(chunk.tokens.at(-1)?.word ?? '')) return null
  const mention = isColumn(chunk) && bestColumn(chunk) >= 0.9 ? columnPhrase(parser) : null
  if (mention === null) parser.at++
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'be')) parser.at++
  return peek(parser)?.date === null
    ? null
    : (mention ?? { kind: 'hint', text: 'date', words: /year/i.test(chunk.text) ? ['year'] : [], at: parser.at })
}

function openRange(
  range: { from: string | null; before: string | null; label: string; year: number | null },
  operator: Operator | null,
): typeof range {
  if (operator === '>') return { from: range.before, before: null, label: `after ${range.label}`, year: range.year }
  if (operator === '>=') return { from: range.from, before: null, label: `since ${range.label}`, year: range.year }
  if (operator === '<') return { from: null, before: range.from, label: `before ${range.label}`, year: range.year }
  if (operator === '<=') return { from: null, before: range.before, label: `until ${range.label}`, year: range.year }
  return range
}
