import { columnPhrase } from './columns.ts'
import { textNouns } from './comparisons.ts'
import { add, type Context } from './condition-context.ts'
import type { Left } from './draft.ts'
import { attempt, isKind, isPreposition, keywordAt, peek, skip, type Parser } from './parser.ts'

/** 'that contain the word "court"', 'with "Road" in the title', 'has the letter a in it': a text inside a column. */
export function textIn(parser: Parser, context: Context): true | null {
  const { at } = parser
  const isLike = keywordAt(parser, 'like')?.where === 'anywhere'
  const spelled = skipTextNouns(parser)
  const chunk = peek(parser)
  if (chunk === null || !(chunk.quoted || spelled)) return null
  parser.at++
  const named = attempt(parser, () => columnAround(parser))
  const isNamed = named !== null && named !== 'it'
  if (isNamed ? !context.holding && !isLike : !spelled) return null
  const left = isNamed ? named : before(parser, context, isLike)
  if (left === null) return null
  return add(parser, { kind: 'like', left, text: chunk.text, where: 'anywhere', negated: context.negated, at })
}

/** Skips 'the word', 'the letter'; returns whether the text is spelled out. */
function skipTextNouns(parser: Parser): boolean {
  let spelled = false
  for (;;) {
    const chunk = peek(parser)
    const isNoun = chunk !== null && !chunk.quoted && textNouns.has(chunk.tokens[0]?.lower ?? '')
    if (keywordAt(parser, 'like')?.where === 'anywhere')
      spelled ||= chunk?.tokens.some((one) => textNouns.has(one.lower)) === true
    else if (!isNoun && (!isKind(chunk, 'filler') || (spelled && isLetter(parser)))) return spelled
    spelled ||= isNoun
    parser.at++
  }
}

/** 'the letter a in their names': the letter, not an article. */
function isLetter(parser: Parser): boolean {
  const isEnd = peek(parser, 1) === null || isKind(peek(parser, 1), 'end') || isPreposition(peek(parser, 1))
  return isEnd && peek(parser)?.text.length === 1
}

/** 'in the title', 'in their names', 'in it'. */
function columnAround(parser: Parser): Left | 'it' {
  if (!isPreposition(peek(parser), 'in', 'within', 'inside')) return null
  parser.at++
  skip(parser, 'filler', 'all')
  const isIt = isKind(peek(parser), 'pronoun') || /^it$/i.test(peek(parser, -1)?.text ?? '')
  skip(parser, 'pronoun')
  return columnPhrase(parser) ?? (isIt ? 'it' : null)
}

/** What has the text, if no column is named after it: the column right before, the one of the alternative, or a name. */
function before(parser: Parser, context: Context, isLike: boolean): Left {
  const { items, conditions } = parser.draft
  const last = conditions.at(-1)
  if (parser.alternative && last?.kind === 'like') return last.left
  const item = items.at(-1)
  if (item?.kind === 'column' && item.at === context.at - 1) return item
  return context.holding || isLike ? { kind: 'hint', text: 'name', words: ['name', 'title'], at: context.at } : null
}
