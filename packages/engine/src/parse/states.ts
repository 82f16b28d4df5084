import { stem } from '@parlance/retrieval'
import { certain, leastTable, likely } from '../match/quality.ts'
import { stateOf, type State } from '../lexicon/states.ts'
import type { Chunk } from '../match/chunks.ts'
import type { TableMatch } from '../match/phrases.ts'
import { isMeasurable } from '../schema/roles.ts'
import { isClauseEnd, type Context } from './condition-context.ts'
import {
  addCondition,
  attempt,
  bestColumn,
  bestTable,
  isKind,
  isMainlyTable,
  isPreposition,
  keywordAt,
  peek,
  tableMention,
  type Parser,
} from './parser.ts'

/**
 * The state that a word names, unless it rather is a stored value, a table, or a whole column name. `negated`: 'not
 * shipped' may be about a date, even if a status is 'shipped'.
 */
function stateAt(chunk: Chunk | null, negated = false): State | null {
  if (chunk !== null && chunk.filter !== null) return chunk.filter
  if (chunk === null || chunk.quoted || chunk.tokens.length !== 1 || bestTable(chunk) >= leastTable) return null
  const state = stateOf(chunk.tokens[0]?.lower ?? '')
  if (state === null || chunk.columns.some((one) => one.quality >= certain && one.column.kind !== 'boolean'))
    return null
  return chunk.values.length === 0 || (negated && state.kind === 'done') ? state : null
}

/** 'unpaid invoices', 'overdue loans', 'current staff': a state before the noun that has it. */
export function stateBefore(parser: Parser): boolean {
  return (
    attempt(parser, () => {
      const [chunk, noun] = [peek(parser), nounBehind(parser)]
      const state = stateAt(chunk)
      if (state === null || chunk === null || noun === null) return null
      const rows = isMainlyTable(noun) && bestTable(noun) >= likely ? noun.tables : amountsOf(noun)
      if (rows.length === 0) return null
      if (bestColumn(chunk) >= certain && state.flags.length > 0 && state.kind !== 'done') return null
      const { at } = parser
      const negated = isKind(peek(parser, -1), 'not')
      const of = { ...tableMention(parser, noun), candidates: rows, at: at + 1 }
      if (!isMainlyTable(noun)) of.text = ''
      parser.at++
      addCondition(parser, {
        kind: 'state',
        word: chunk.text,
        text: `${chunk.text} ${noun.text}`,
        state,
        of,
        negated,
        at,
      })
      // 'active and verified customers'
      if (isKind(peek(parser), 'and', 'comma') && (peek(parser, 1)?.filter ?? null) !== null) parser.at++
      return true
    }) !== null
  )
}

/** 'unpaid amount': the rows that have the amount. */
function amountsOf(noun: Chunk): TableMatch[] {
  const best = bestColumn(noun)
  const amounts = noun.columns.filter(({ column, quality }) => quality === best && isMeasurable(column))
  const tables = new Set(amounts.map(({ column }) => column.table).filter((one) => !one.isView))
  return best >= certain ? [...tables].map((table) => ({ table, quality: best })) : []
}

/** What comes after a state, without further filters of the area: 'customers' in 'active VIP customers'. */
function nounBehind(parser: Parser): Chunk | null {
  let ahead = 1
  while (isKind(peek(parser, ahead), 'and', 'comma') || (peek(parser, ahead)?.filter ?? null) !== null) ahead++
  return peek(parser, ahead - 1)?.filter !== null || ahead === 1 ? peek(parser, ahead) : peek(parser, 1)
}

/** The state that a word names, even if a column has its name. */
function stateOfWord({ filter, tokens, values }: Chunk): State | null {
  const isWord = tokens.length === 1 && values.length === 0
  return filter ?? (isWord ? stateOf(tokens[0]?.lower ?? '') : null)
}

/** 'who has left?': the people in a state, even if a date has its name. */
export function whoseState(parser: Parser): boolean {
  const found = attempt(parser, () => {
    if (!parser.draft.asksWho || parser.draft.subject !== null) return null
    const negated = skipHelpers(parser)
    const chunk = peek(parser)
    const state = chunk === null ? null : stateOfWord(chunk)
    if (chunk === null || state === null) return null
    const { at } = parser
    parser.at++
    if (!isDated(parser) && peek(parser) !== null && !isKind(peek(parser), 'end')) return null
    parser.lastVerb = chunk.tokens[0]?.lower ?? null
    addCondition(parser, { kind: 'state', word: chunk.text, text: chunk.text, state, of: null, negated, at })
    return true
  })
  return found !== null
}

/** 'which are still open', 'not returned', 'paid late'. */
export function stateSaid(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  const state = stateAt(chunk, context.negated && saysNot(parser, context))
  if (state === null || chunk === null) return null
  const { at } = parser
  parser.at++
  const isLate = state.kind === 'done' && peek(parser)?.tokens[0]?.lower === 'late'
  if (isLate) parser.at++
  if (!endsState(parser)) return null
  addCondition(parser, {
    kind: 'state',
    word: isLate ? `${chunk.text} late` : chunk.text,
    text: context.negated ? textFrom(parser, context.at) : textFrom(parser, at),
    state: isLate ? { ...state, kind: 'done late' } : state,
    of: null,
    negated: context.negated,
    ...(chunk.values.length > 0 ? { literal: chunk.values } : {}),
    at,
  })
  return true
}

/** 'not shipped', 'have not been shipped'; 'excluding shipped' only names a value. */
function saysNot({ chunks, at }: Parser, context: Context): boolean {
  return chunks.slice(context.at, at).some((one) => /(?:\bnot|n't|\bnever)\b/i.test(one.text))
}

function textFrom({ chunks, at }: Parser, start: number): string {
  return chunks
    .slice(start, at)
    .map((one) => one.text)
    .join(' ')
}

/** Skips 'has', 'is', 'has not'; returns whether it is negated. */
function skipHelpers(parser: Parser): boolean {
  let negated = false
  while (isKind(peek(parser), 'have', 'be', 'do', 'filler', 'with', 'not')) {
    if (isKind(peek(parser), 'not')) negated = !negated
    parser.at++
  }
  return negated
}

/** 'who left in 2025', 'who left last year'. */
function isDated(parser: Parser): boolean {
  const leads = isPreposition(peek(parser)) || keywordAt(parser, 'compare')?.temporal === true
  return (peek(parser, leads ? 1 : 0)?.date ?? null) !== null
}

/** Whether nothing follows a state, or only who or where; a date after it says when it began. */
function endsState(parser: Parser): boolean {
  if (isClauseEnd(parser)) return true
  const next = peek(parser, 1)
  return isPreposition(peek(parser)) && next !== null && next.date === null && !isMainlyTable(next) && !isDoer(parser)
}

/** 'shipped by Speedy Express', one of the shippers: the verb only links the two. */
function isDoer(parser: Parser): boolean {
  const verb = stem(peek(parser, -1)?.tokens[0]?.lower ?? '')
  const doers = peek(parser, 1)?.values.map((one) => one.column.table.words.at(-1) ?? '') ?? []
  return isPreposition(peek(parser), 'by') && doers.some((word) => word.startsWith(verb))
}
