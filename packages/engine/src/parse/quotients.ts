import { fair } from '../match/quality.ts'
import { isMeasurable } from '../schema/roles.ts'
import { columnPhrase } from './columns.ts'
import type { ColumnMention, Item } from './draft.ts'
import { attempt, isKind, isPreposition, peek, skip, type Parser } from './parser.ts'

/** 'the ratio of wins to losses': of two columns with amounts. */
export function quotientItem(parser: Parser): Item | null {
  return attempt(parser, () => {
    const { at } = parser
    parser.at++
    skip(parser, 'filler', 'all')
    const of = columnPhrase(parser)
    if (of === null || !isAmount(of) || !(isPreposition(peek(parser), 'to') || isKind(peek(parser), 'and'))) return null
    parser.at++
    skip(parser, 'filler', 'all')
    const by = columnPhrase(parser)
    return by === null || !isAmount(by) ? null : { kind: 'quotient', of, by, at }
  })
}

function isAmount({ candidates }: ColumnMention): boolean {
  const best = Math.max(...candidates.map((one) => one.quality))
  return best >= fair && candidates.some((one) => one.quality === best && isMeasurable(one.column))
}
