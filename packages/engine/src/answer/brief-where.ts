import { joinMessages, message, type Message } from '@parlance/contract'
import type { Filter, Query } from '../query.ts'
import { tableOf, type Schema } from '../schema/model.ts'
import { comparedWords, conditionWords, expressionWords, literalWords, namedWords, rowWords } from './describe.ts'
import { extremeWords } from './extreme-words.ts'
import { allOf } from './lists.ts'

/** A filter on one text of a column: 'status “shipped”'. */
function plainValue(schema: Schema, query: Query, filter: Filter): Message | null {
  if (filter.kind !== 'compare' || filter.operator !== '=' || typeof filter.value !== 'string') return null
  const column = namedWords(schema, filter.left, query.subject)
  return message('{column} {value}', { column, value: literalWords(filter.value) })
}

/** 'the most rentals' are never without rentals. */
function isCounted({ select }: Query, filter: Filter): boolean {
  if (filter.kind !== 'related' || filter.negated || filter.having !== null || filter.filters.length > 0) return false
  return select.some(({ expression }) => expression.kind === 'rows' && expression.table === filter.table)
}

/**
 * The filters of a query after a noun, as people say them: 'with status “shipped” in 2025'; null if there are none.
 * @param dated the filter by a period that goes without the name of its column, and its words
 */
export function briefWhere(
  schema: Schema,
  query: Query,
  dated: { filter: Filter; words: Message } | null,
): Message | null {
  const rest = query.filters.filter((one) => one !== dated?.filter && !isCounted(query, one))
  const ofGroups = query.having.map(({ expression, operator, value }) =>
    comparedWords(expressionWords(schema, expression), operator, literalWords(value)),
  )
  const values = rest.flatMap((one) => plainValue(schema, query, one) ?? [])
  const others = rest.filter((one) => plainValue(schema, query, one) === null)
  const parts = [
    ...(values.length === 0 ? [] : [message('with {values}', { values: allOf(values) })]),
    conditionWords(schema, others, query.subject, ofGroups),
    ...(dated === null ? [] : [dated.words]),
    askedTop(schema, query),
  ].filter((one) => one !== null)
  return parts.length === 0 ? null : joinMessages(parts)
}

/** The row that a ranking inside of the question chooses, whose rows are meant. */
function askedTop(schema: Schema, { top }: Query): Message | null {
  const [key] = top?.keys ?? []
  const [order] = top?.query.order ?? []
  if (top?.isAsked !== true || key === undefined || order === undefined) return null
  return message('of the {row} with {best}', {
    row: rowWords(tableOf(schema, key.table)),
    best: extremeWords(expressionWords(schema, order.expression), order.descending),
  })
}
