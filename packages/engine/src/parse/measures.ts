import type { MeasureMention } from './draft.ts'
import { isKind, keywordAt, peek, type Parser } from './parser.ts'

/** The measure at the cursor: 'revenue', 'sold'; null if there is none. */
export function measure(parser: Parser): MeasureMention | null {
  const keyword = keywordAt(parser, 'measure')
  const chunk = peek(parser)
  if (keyword === null || chunk === null) return null
  const mention: MeasureMention = { kind: 'measure', of: keyword.of, text: chunk.text, at: parser.at }
  parser.at++
  return mention
}

/** 'who spent more than 100': the amount is a condition. */
export function isCompared(parser: Parser): boolean {
  const compare = keywordAt(parser, 'compare', 1)
  const ahead = isKind(peek(parser, 2), 'filler') ? 3 : 2
  return parser.draft.asksWho && compare?.temporal === false && peek(parser, ahead)?.number !== null
}
