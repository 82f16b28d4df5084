import { fair, likely } from '../match/quality.ts'
import { isLoaded, neutralityOf } from '../lexicon/neutral.ts'
import type { Chunk } from '../match/chunks.ts'
import {
  bestColumn,
  bestTable,
  isColumn,
  isKind,
  isPreposition,
  isTable,
  keywordAt,
  peek,
  type Parser,
} from './parser.ts'

/** 'hired after 1993': a verb that shares its stem with a date column's name, before its date. */
function datesFollow(parser: Parser): boolean {
  let ahead = 1
  while (
    isPreposition(peek(parser, ahead)) ||
    isKind(peek(parser, ahead), 'filler') ||
    keywordAt(parser, 'compare', ahead)?.temporal === true
  )
    ahead++
  const next = peek(parser, ahead)
  return next !== null && (next.date !== null || isKind(next, 'between'))
}

/** Whether the verb's object follows: 'enrolled in Physics', 'supplied by whom'; not the end of a clause. */
function links(parser: Parser): boolean {
  let ahead = 1
  while (
    isPreposition(peek(parser, ahead)) ||
    isKind(peek(parser, ahead), 'filler', 'all', 'both', 'distinct', 'pronoun', 'be', 'each')
  )
    ahead++
  const next = peek(parser, ahead)
  if (next === null) return isKind(peek(parser, ahead - 1), 'each', 'pronoun') && ahead > 1
  if (next.quoted || next.number !== null || next.date !== null || next.values.length > 0) return true
  if (next.tables.length + next.columns.length > 0) return true
  return isKind(next, 'superlative', 'compare', 'count', 'between', 'unit', 'after-number')
}

/** 'the classes that each teacher teaches', 'how many orders did Ben place': the actor comes right before the verb. */
function endsClause(parser: Parser): boolean {
  const before = peek(parser, -1)
  if (/^(?:they|he|she)$/i.test(before?.text ?? '')) return true
  const isActor = before !== null && (before.tables.length > 0 || before.values.length > 0)
  return isActor && parser.chunks.slice(0, parser.at).some((one) => isKind(one, 'do', 'relative', 'whose', 'each'))
}

/** '… and how many each', '… in each of them', 'how many cards does each one hold': what was asked for before. */
function eachOfEarlier(parser: Parser): boolean {
  if (!isKind(peek(parser), 'each') || parser.draft.items.length < 2) return false
  let ahead = 1
  while (isPreposition(peek(parser, ahead), 'of') || isKind(peek(parser, ahead), 'pronoun')) ahead++
  if (/^one$/i.test(peek(parser, ahead)?.text ?? '')) ahead++
  const isVerb = isVerbAt(parser, ahead)
  if (!isVerb && !isEndAt(parser, ahead) && !isKind(peek(parser, ahead), 'have', 'with', 'do', 'be')) return false
  parser.at += ahead
  if (isVerb && isEndAt(parser, 1)) parser.at++
  return true
}

function isVerbAt(parser: Parser, ahead: number): boolean {
  const chunk = peek(parser, ahead)
  return chunk !== null && chunk.columns.length === 0 && neutralityOf(chunk.tokens[0]?.lower ?? '') !== 'never'
}

function isEndAt(parser: Parser, ahead: number): boolean {
  const at = isPreposition(peek(parser, ahead)) ? ahead + 1 : ahead
  return peek(parser, at) === null || isKind(peek(parser, at), 'end', 'comma')
}

/** 'dates, places, and names': one of several requested items, not a word to skip. */
function isListed(parser: Parser): boolean {
  const [before, next] = [peek(parser, -1), peek(parser, 1)]
  return isKind(before, 'comma', 'and') && (isKind(next, 'comma', 'and') || /^(?:of|for)\b/i.test(next?.text ?? ''))
}

/** Skips words without a meaning in their position; false if the cursor is at none. */
export function neutral(parser: Parser): boolean {
  const chunk = peek(parser)
  if (chunk === null || (chunk.keyword?.kind === 'preposition' && isLoaded(chunk.keyword.word))) return false
  if (eachOfEarlier(parser)) return true
  if (isKind(chunk, ...emptyKinds)) {
    if (isKind(chunk, 'distinct')) parser.draft.distinct = true
    parser.at++
    return true
  }
  const word = chunk.tokens[0]
  if (word === undefined || chunk.tokens.length !== 1 || chunk.quoted) return false
  if (isIdle(parser, chunk)) {
    parser.at++
    return true
  }
  return !isListed(parser) && !isNounHere(parser, chunk) && passedVerb(parser, chunk, word.lower)
}

/** 'staff members'; 'what is the largest ship called?' asks for its name, which is shown anyway. */
function isIdle(parser: Parser, chunk: Chunk): boolean {
  if (chunk.tokens[0]?.word === 'member') return bestTable(peek(parser, -1) ?? chunk) >= likely
  return /^(?:called|named)$/i.test(chunk.text) && isEndAt(parser, 1)
}

/** 'list the hosts of the shows', 'available rooms': a noun or an adjective that something else must account for. */
function isNounHere(parser: Parser, chunk: Chunk): boolean {
  if (chunk.tables.length + chunk.columns.length > 0) return false
  if (/^available$/i.test(chunk.text)) return isTable(peek(parser, 1))
  const owner = peek(parser, -1)
  if (/^results?$/i.test(chunk.text)) return owner !== null && (isTable(owner) || isColumn(owner))
  const isArticle = /^(?:the|each|every|their|its)$/i.test(peek(parser, -1)?.text ?? '')
  return isArticle && /[^s]s$/i.test(chunk.text) && isPreposition(peek(parser, 1), 'of', 'for')
}

const emptyKinds = [
  'filler',
  'pronoun',
  'relative',
  'do',
  'be',
  'all',
  'with',
  'preposition',
  'have',
  'distinct',
  'whose',
  'question',
] as const

/** A verb that only links two things, or that shares its stem with the name of a date column. */
function passedVerb(parser: Parser, chunk: Chunk, verb: string): boolean {
  const neutrality = neutralityOf(verb)
  const isLinking = neutrality === 'linking' && (links(parser) || endsClause(parser))
  const isLight = (neutrality === 'always' || isLinking) && !isRatherColumn(parser, chunk)
  if (!isLight && !(isColumn(chunk) && datesFollow(parser))) return false
  if (isLight && isLinking) parser.draft.passed.push(verb)
  parser.lastVerb = verb
  parser.at++
  return true
}

/** A verb with the name of a column, if neither a preposition nor a superlative follows it. */
function isRatherColumn(parser: Parser, chunk: Chunk): boolean {
  if (bestColumn(chunk) < fair || isPreposition(peek(parser, 1))) return false
  return !isKind(peek(parser, isKind(peek(parser, 1), 'filler') ? 2 : 1), 'superlative')
}
