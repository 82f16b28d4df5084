import { fair, quality, verbLike } from '../match/quality.ts'
import { neutralityOf } from '../lexicon/neutral.ts'
import { stateOf } from '../lexicon/states.ts'
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
    } else if (!context.negated || !leadsToNegated(parser)) return context
  }
}

/** 'neither from Spain nor in Rome': each part is excluded. */
export function isNor(chunk: Chunk | null): boolean {
  return isKind(chunk, 'or') && chunk?.text.toLowerCase() === 'nor'
}

/** Skips a verb or a preposition between 'not' and what is negated; false if there is none. */
function leadsToNegated(parser: Parser): boolean {
  const isVerb = isLightVerb(parser, 0) && !isState(parser)
  if (isVerb) parser.lastVerb = peek(parser)?.tokens[0]?.lower ?? null
  else if (!isPreposition(peek(parser)) || !(isLightVerb(parser, 1) || leadsToColumn(parser))) return false
  parser.at++
  return true
}

/** 'not left': a state, not a verb before something else. */
function isState(parser: Parser): boolean {
  return stateOf(peek(parser)?.tokens[0]?.lower ?? '') !== null && isClauseEnd({ ...parser, at: parser.at + 1 })
}

/** 'not owned by', 'not in charge of': a verb without its own table or column. */
function isLightVerb(parser: Parser, ahead: number): boolean {
  const chunk = peek(parser, ahead)
  if (chunk === null || chunk.quoted || chunk.tokens.length !== 1 || chunk.values.length > 0) return false
  const neutrality = neutralityOf(chunk.tokens[0]?.lower ?? '')
  if (neutrality === 'never' || bestTable(chunk) >= quality.part) return false
  const isLink = neutrality === 'always' && isPreposition(peek(parser, ahead + 1))
  return bestColumn(chunk) < verbLike || (isLink && bestColumn(chunk) <= verbLike)
}

/** 'not from the country of Spain': the preposition leads to a column, whose value follows. */
function leadsToColumn(parser: Parser): boolean {
  const next = peek(parser, isKind(peek(parser, 1), 'filler') ? 2 : 1)
  return next !== null && bestColumn(next) >= fair && bestColumn(next) > bestTable(next) && next.values.length === 0
}

export function add(parser: Parser, made: Condition): true {
  addCondition(parser, made)
  return true
}

export function isClauseEnd(parser: Parser): boolean {
  return peek(parser) === null || isKind(peek(parser), 'end', 'comma', 'and', 'or', 'order', 'each', 'with', 'relative')
}
