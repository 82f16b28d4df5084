import { singular } from '@parlance/retrieval'
import { isDeed } from '../lexicon/synonyms.ts'
import type { HintMention, Item, MeasureMention, TableMention } from './draft.ts'
import {
  isColumn,
  isKind,
  isMainlyTable,
  isTable,
  keywordAt,
  noteTable,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { columnPhrase, ownsNext } from './columns.ts'
import { adjectives } from './adjectives.ts'

/** 'that last two weeks': the verb, not the end of a row. */
export function isLastVerb(parser: Parser): boolean {
  if (!/^(last|first)$/i.test(peek(parser)?.text ?? '')) return false
  const next = peek(parser, 1)
  if (next === null) return true
  if (next.number !== null) return !isTable(peek(parser, 2)) && !isColumn(peek(parser, 2))
  return next.tables.length + next.columns.length === 0
}

/** 'top three lowest prices': the second word decides. */
export function isDoubled(parser: Parser): boolean {
  return (
    /^(top|bottom)$/i.test(peek(parser)?.text ?? '') &&
    peek(parser, 1)?.number !== null &&
    isKind(peek(parser, 2), 'superlative')
  )
}

/** 'three cheapest': a number before a superlative. */
export function leadingNumber(parser: Parser): number | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.number === null || chunk.quoted || !isKind(peek(parser, 1), 'superlative')) return null
  parser.at++
  return chunk.number
}

export function extremeItem(parser: Parser): Item | null {
  if (isLastVerb(parser)) return null
  if (isDoubled(parser)) parser.at++
  const before = leadingNumber(parser)
  const extreme = keywordAt(parser, 'superlative')
  if (extreme === null) return null
  const at = parser.at
  parser.at++
  skip(parser, 'filler')
  const number = peek(parser)
  const behind = number !== null && number.number !== null && number.columns.length === 0 ? number.number : null
  if (behind !== null) parser.at++
  const limit = behind ?? before
  skip(parser, 'filler')
  adjectives(parser)
  const target = peek(parser)
  const order = {
    descending: extreme.descending,
    temporal: extreme.temporal,
    frequency: extreme.frequency,
    of: null,
    limit: limit ?? 1,
    added: false,
    plain: false,
    at,
  }
  const hinted = extremeBy(parser, extreme, at)
  const done = hinted === null && !extreme.temporal && !extreme.frequency ? deedFirst(parser) : null
  if (done !== null) {
    const [by, table] = done
    parser.draft.orders.push({ ...order, by, limit: limit ?? impliedLimit(parser, table.text, true) })
    return table
  }
  if (isMainlyTable(target) && !(ownsNext(parser) && limit === null)) {
    const table = tableMention(parser, target)
    parser.at++
    noteTable(parser, table)
    const decided = hinted !== null || extreme.temporal || extreme.frequency
    parser.draft.orders.push({
      ...order,
      by: hinted,
      limit:
        limit ??
        (decided
          ? impliedLimit(
              parser,
              table.text,
              extreme.measure !== null || extreme.frequency || extreme.hints?.includes('rating') === true,
            )
          : null),
    })
    return table
  }
  const column = columnPhrase(parser)
  if (column === null) return null
  if (extreme.frequency || limit !== null) {
    parser.draft.orders.push({ ...order, by: null, frequency: true })
    return column
  }
  if (hinted !== null) return null
  return { kind: 'aggregate', fn: extreme.descending ? 'max' : 'min', of: column, at }
}

/** 'most reviewed products': ranked by the rows of the deed's own table. */
function deedFirst(parser: Parser): [Item, TableMention] | null {
  const [deed, noun] = [peek(parser), peek(parser, 1)]
  if (!isMainlyTable(deed) || !isMainlyTable(noun) || deed.tokens.length !== 1) return null
  if (!isDeed(deed.text.toLowerCase()) && !/ed$/i.test(deed.text)) return null
  const of = tableMention(parser, deed)
  parser.at++
  const table = tableMention(parser, noun)
  parser.at++
  noteTable(parser, table)
  parser.draft.tables.push(of)
  return [{ kind: 'count', of, distinct: false, at: of.at }, table]
}

/** What an adjective itself says of the order: a column ('oldest') or a measure ('best-selling'). */
export function extremeBy(
  parser: Parser,
  extreme: { hints: string[] | null; measure: 'revenue' | 'quantity' | null },
  at: number,
): HintMention | MeasureMention | null {
  const text = parser.chunks[at]?.text ?? ''
  if (extreme.measure !== null) return { kind: 'measure', of: extreme.measure, text, at }
  return extreme.hints === null ? null : { kind: 'hint', text, words: extreme.hints, at }
}

/** 'the best-selling products' are some, 'the cheapest products' the cheapest one. */
function impliedLimit(parser: Parser, noun: string, isRanking: boolean): number {
  if (parser.draft.limit !== null) return parser.draft.limit
  const isPlural = singular(noun.toLowerCase()) !== noun.toLowerCase()
  return isRanking && isPlural ? 10 : 1
}
