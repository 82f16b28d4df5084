import { quality, verbLike } from '../match/quality.ts'
import { neutralityOf } from '../lexicon/neutral.ts'
import type { Operator } from '../query.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Condition } from './draft.ts'
import { bestColumn, bestTable, isKind, isPreposition, keywordAt, peek, addCondition, type Parser } from './parser.ts'

/** '5 or more': the comparison after its number. */
export const afterNumber = (parser: Parser): Operator | null => {
  const keyword = keywordAt(parser, 'after-number')
  if (keyword === null) return null
  parser.at++
  return keyword.operator
}

export interface Context {
  negated: boolean
  /** After 'with', 'whose', 'having': a column without a comparison may follow. */
  holding: boolean
  without: boolean
  /** 'both': all of the following values must occur. */
  both: boolean
  at: number
}

export function opening(parser: Parser): Context {
  const negated = isNor(peek(parser, -1))
  const context: Context = { negated, holding: false, without: false, both: false, at: parser.at }
  for (;;) {
    const chunk = peek(parser)
    if (isKind(chunk, 'both')) context.both = true
    if (isKind(chunk, 'relative', 'question', 'do', 'filler', 'be', 'pronoun', 'all', 'both')) parser.at++
    else if (isPreposition(chunk) && isKind(peek(parser, 1), 'not')) parser.at++
    else if (isKind(chunk, 'with', 'whose', 'have')) {
      context.holding = true
      parser.at++
    } else if (isKind(chunk, 'not')) {
      context.negated = !context.negated
      parser.at++
    } else if (isKind(chunk, 'without')) {
      context.negated = true
      context.without = true
      context.holding = true
      parser.at++
    } else if (context.negated && isLightVerb(chunk)) {
      parser.lastVerb = chunk?.tokens[0]?.lower ?? null
      parser.at++
    } else return context
  }
}

/** 'neither from Spain nor in Rome': each part is excluded. */
export function isNor(chunk: Chunk | null): boolean {
  return isKind(chunk, 'or') && chunk?.text.toLowerCase() === 'nor'
}

/** 'not owned by': a verb without its own table or column. */
function isLightVerb(chunk: Chunk | null): boolean {
  if (chunk === null || chunk.quoted || chunk.tokens.length !== 1 || chunk.values.length > 0) return false
  return (
    neutralityOf(chunk.tokens[0]?.lower ?? '') !== 'never' &&
    bestTable(chunk) < quality.part &&
    bestColumn(chunk) < verbLike
  )
}

export function add(parser: Parser, made: Condition): true {
  addCondition(parser, made)
  return true
}

export function isClauseEnd(parser: Parser): boolean {
  return peek(parser) === null || isKind(peek(parser), 'end', 'comma', 'and', 'or', 'order', 'each', 'with', 'relative')
}
