import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { certain } from '../match/quality.ts'
import { columnPhrase } from './columns.ts'
import type { ColumnMention, HintMention, LengthMention } from './draft.ts'
import { attempt, bestColumn, isKind, isPreposition, peek, skip, type Parser } from './parser.ts'

/** Words that count the characters of a text: 'longer than 20 characters'. */
export const characterNouns: ReadonlySet<string> = new Set(questions.characterNouns)

/** Whether a column certainly is a text, so that its length is a number of characters. */
export function isText({ candidates }: ColumnMention): boolean {
  const meant = candidates.filter((one) => one.quality >= certain)
  return meant.length > 0 && meant.every(({ column }) => column.kind === 'text' && !column.isForeignKey)
}

/** 'the longest name': the adjective is about the characters of the text behind it. */
export function hintedLength(parser: Parser, hint: HintMention): LengthMention | null {
  if (!hint.words.includes('length')) return null
  return attempt(parser, () => {
    const of = columnPhrase(parser)
    const isOwn = of?.candidates.some(({ column }) => column.words.some((word) => hint.words.includes(word))) === true
    return isOwn ? null : lengthOf(hint.text, of, hint.at)
  })
}

/** 'the length of the name', 'the number of characters in each title'. */
export function lengthItem(parser: Parser): LengthMention | null {
  return attempt(parser, () => {
    const { at } = parser
    const text = lengthWords(parser)
    const leads = isPreposition(peek(parser), 'of', 'in') || isKind(peek(parser), 'each')
    if (text === null || !leads) return null
    parser.at++
    skip(parser, 'filler', 'all', 'each')
    return lengthOf(text, columnPhrase(parser), at)
  })
}

function lengthWords(parser: Parser): string | null {
  const isCount = isKind(peek(parser), 'count')
  if (isCount) parser.at++
  const chunk = peek(parser)
  const word = chunk?.tokens.length === 1 ? (chunk.tokens[0]?.word ?? '') : ''
  const isSaid = isCount ? characterNouns.has(word) : word === 'length' && chunk !== null && bestColumn(chunk) < certain
  if (chunk === null || !isSaid) return null
  parser.at++
  return chunk.text
}

function lengthOf(text: string, of: ColumnMention | null, at: number): LengthMention | null {
  return of !== null && isText(of) ? { kind: 'length', text, of, at } : null
}
