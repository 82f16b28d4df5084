import type { MeasureMention } from './draft.ts'
import { keywordAt, peek, type Parser } from './parser.ts'

/** The measure at the cursor: 'revenue', 'sold'; null if there is none. */
export function measure(parser: Parser): MeasureMention | null {
  const keyword = keywordAt(parser, 'measure')
  const chunk = peek(parser)
  if (keyword === null || chunk === null) return null
  const mention: MeasureMention = { kind: 'measure', of: keyword.of, text: chunk.text, at: parser.at }
  parser.at++
  return mention
}
