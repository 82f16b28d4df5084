import { message } from '@parlance/contract'
import { rowWords } from '../answer/describe.ts'
import { Decline } from '../decline.ts'
import { chunksOf, type Chunk } from '../match/chunks.ts'
import type { Known } from '../match/known-words.ts'
import { certain } from '../match/quality.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import type { Query } from '../query.ts'
import { belongsTo } from '../schema/graph.ts'
import { tableOf, type Schema } from '../schema/model.ts'
import { rowKeys, topOf } from './changes/change.ts'
import { interpret } from './interpret.ts'
import type { Resolved } from './resolve.ts'

/** A ranking whose rows belong to the first row of another ranking, both as questions of their own. */
interface Nested {
  outer: string
  inner: string
}

const owning = new Set(['of', 'for', 'by', 'from', 'in', 'at', 'to'])

/**
 * Reads 'the month with the most orders of the best customer': a ranking among the rows that belong to the first row of
 * another one. Declines if it can't read both; a single order would mix them up.
 * @returns null for other questions
 */
export function nestedRanking(known: Known, question: string): Resolved | Decline | null {
  const nested = nestedIn(known, question)
  if (nested === null) return null
  const inner = interpret(known, nested.inner)
  if (inner instanceof Decline) return inner
  const outer = interpret(known, nested.outer)
  if (outer instanceof Decline) return outer
  const { schema } = known
  const keys = isFirst(inner.query) ? rowKeys(schema, inner.query) : null
  const [key] = keys ?? []
  if (keys === null || key === undefined || !isOwned(schema, outer.query, key.table))
    return new Decline(
      message(
        'The question asks for a ranking inside of another ranking. Ask which one comes first, then ask about it.',
      ),
      [nested.inner],
    )
  return {
    query: {
      ...outer.query,
      top: { ...topOf(inner.query, keys), isAsked: true },
      spoken: [...new Set([...outer.query.spoken, ...inner.query.spoken])],
    },
    assumptions: [
      message('“{words}” means only one {row}', { words: nested.inner, row: rowWords(tableOf(schema, key.table)) }),
      ...inner.assumptions,
      ...outer.assumptions,
    ],
  }
}

/** Whether a query is a ranking of which only the first row counts. */
function isFirst({ limit, order, within, place, top }: Query): boolean {
  return limit === 1 && order.length === 1 && within === undefined && place === undefined && top === null
}

/** Whether each row that a ranking is about belongs to one row of a table, so that the join repeats no row. */
function isOwned(schema: Schema, query: Query, owner: string): boolean {
  const own = [query.subject, ...query.spoken].map((key) => tableOf(schema, key))
  return query.top === null && own.some((one) => one.key !== owner && belongsTo(schema, one, tableOf(schema, owner)))
}

/** The two questions; null if the question has no ranking, or none inside of it. */
function nestedIn({ phrases, values, today }: Known, question: string): Nested | null {
  const plain = plainQuestion(question)
  const all = chunksOf({ question: plain, tokens: tokensOf(plain), phrases, values, today })
  const chunks = all.slice(0, all.findLastIndex((one) => one.keyword?.kind !== 'end') + 1)
  for (let at = chunks.length - 1; at > 0; at--) {
    const [first] = chunks[at]?.tokens ?? []
    if (first === undefined || !owning.has(first.lower)) continue
    const rest = chunks.slice(at + 1)
    const skipped = rest.findIndex((one) => one.keyword?.kind !== 'filler')
    const ranked = rest.slice(Math.max(skipped, 0))
    const [start] = ranked
    if (start === undefined || !isRanked(ranked) || !chunks.slice(0, at).some(isRanking)) continue
    return {
      outer: plain.slice(0, first.start).trimEnd(),
      inner: plain.slice(start.tokens[0]?.start ?? 0, ranked.at(-1)?.tokens.at(-1)?.end),
    }
  }
  return null
}

/** 'best customer', 'customer with the highest revenue'. */
function isRanked([first, second, ...rest]: readonly Chunk[]): boolean {
  if (first === undefined || second === undefined) return false
  if (isRanking(first)) return namesOne(second) && rest.length === 0
  return namesOne(first) && ['with', 'relative'].includes(second.keyword?.kind ?? '') && rest.some(isRanking)
}

function isRanking({ keyword }: Chunk): boolean {
  return keyword?.kind === 'superlative'
}

/** Whether a part of the question names one row of a table: a noun in the singular. */
function namesOne({ tables, tokens }: Chunk): boolean {
  const last = tokens.at(-1)
  return tables.some((one) => one.quality >= certain) && last !== undefined && last.lower === last.word
}
