import { certain, exact, fair, nearlyEqual, quality } from '../match/quality.ts'
import type { Operator } from '../query.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ColumnMention, Left } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  isTable,
  keywordAt,
  noteTable,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { opening, add, isClauseEnd, type Context } from './condition-context.ts'
import { dates } from './condition-dates.ts'
import { values } from './condition-values.ts'
import { ages, counted, fromComparison, measuredAmount } from './condition-numbers.ts'
import { compared } from './compared.ts'
import { comparison } from './comparisons.ts'
import { columnPhrase, isFragment } from './columns.ts'
import { adjectives, flagSaid } from './adjectives.ts'
import { items } from './items.ts'
import { numbered } from './numbered.ts'
import { stateSaid } from './states.ts'
import { textIn } from './texts.ts'
import { freeText, operandList } from './operands.ts'
import { displayColumns } from '../schema/roles.ts'

/** Adds one condition at the cursor to the draft; false if there is none. */
export function condition(parser: Parser): boolean {
  return (
    attempt(parser, () => {
      const context = opening(parser)
      const found =
        fromLeft(parser, context) ??
        attempt(parser, () => depleted(parser, context)) ??
        attempt(parser, () => numbered(parser, context)) ??
        attempt(parser, () => stateSaid(parser, context)) ??
        attempt(parser, () => flagSaid(parser, context)) ??
        attempt(parser, () => textIn(parser, context)) ??
        attempt(parser, () => ages(parser, context)) ??
        attempt(parser, () => compared(parser, context)) ??
        attempt(parser, () => measuredAmount(parser, context)) ??
        attempt(parser, () => fromComparison(parser, context)) ??
        attempt(parser, () => named(parser, context)) ??
        attempt(parser, () => dates(parser, context)) ??
        attempt(parser, () => values(parser, context)) ??
        attempt(parser, () => counted(parser, context)) ??
        attempt(parser, () => relation(parser, context))
      return found
    }) !== null
  )
}

/** 'out of stock': the stock column is zero. */
function depleted(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  if (chunk === null || !isKind(chunk, 'depleted')) return null
  const left = { kind: 'hint' as const, text: chunk.text, words: ['stock', 'inventory'], at: parser.at }
  parser.at++
  return add(parser, {
    kind: 'compare',
    left,
    operator: '<=',
    operand: { kind: 'number', value: 0, year: null, unit: null },
    negated: context.negated,
    at: left.at,
  })
}

/** 'price over 100', 'average salary above 5000', 'whose country is France'. */
function fromLeft(parser: Parser, context: Context): true | null {
  return (
    attempt(parser, () => {
      // 'the order with number 99' is one order, not 99 of them.
      if (/^number$/i.test(peek(parser)?.text ?? '') && peek(parser, 1)?.number !== null) return null
      const aggregated = isKind(peek(parser), 'aggregate', 'count') && context.holding ? items(parser) : null
      const left = aggregated === null ? null : (aggregated[0] ?? null)
      if (left === null || left.kind === 'column' || left.kind === 'table') return null
      const made = comparison(parser, left, context)
      return made === null ? null : add(parser, made)
    }) ??
    attempt(parser, () => {
      skip(parser, 'filler')
      const start = parser.at
      const opened = peek(parser)
      if (
        isMainlyTable(opened) &&
        bestTable(opened) >= exact &&
        isKind(peek(parser, 1), 'relative', 'question', 'with', 'whose')
      )
        return null
      const said = columnPhrase(parser)
      if (said === null) return null
      const left = ownedBy(parser, said, context)
      const made = comparison(parser, left, context)
      if (made !== null) return add(parser, made) && furtherComparisons(parser, left, context)
      const strong = left.candidates.some((one) => one.quality >= certain && one.column.nullable && !one.column.isKey)
      if (!context.holding || !strong || isMainlyTable(parser.chunks[start] ?? null)) return null
      if (!isClauseEnd(parser)) return null
      return add(parser, { kind: 'missing', left, negated: !context.without && !context.negated, at: context.at })
    })
  )
}

/** 'the supplier with id 2', 'publishers whose name contains X': the column belongs to the noun right before it. */
function ownedBy(parser: Parser, said: ColumnMention, context: Context): ColumnMention {
  const before = parser.chunks[context.at - 1] ?? null
  if (!context.holding || said.owner !== null || before === null) return said
  const last = parser.draft.items.at(-1)
  if (/^names?$/i.test(said.text) && last?.kind === 'column' && last.at === context.at - 1 && last.owner === null)
    return isMainlyTable(before) ? said : last
  if (!isMainlyTable(before) || !/^(ids?|names?|numbers?|codes?|titles?|descriptions?|details?)$/i.test(said.text))
    return said
  const owner = { ...tableMention(parser, before), at: context.at - 1 }
  const isOwn = said.candidates.some(({ column }) => owner.candidates.some(({ table }) => table === column.table))
  return isOwn ? { ...said, owner } : said
}

/** 'below 100 and above 500': further comparisons of the same column. */
function furtherComparisons(parser: Parser, left: Left, context: Context): true {
  for (;;) {
    const more = attempt(parser, () => {
      const alternative = isKind(peek(parser), 'or')
      if (!skip(parser, 'and', 'or')) return null
      if (keywordAt(parser, 'compare') === null || keywordAt(parser, 'compare')?.hints !== null) return null
      const made = comparison(parser, left, context)
      if (made === null || made.kind !== 'compare' || isTable(peek(parser)) || isColumn(peek(parser))) return null
      parser.alternative = alternative
      return add(parser, made)
    })
    if (more === null) return true
  }
}

/** 'named X', 'called X', 'contains X', 'starts with X': about the name of what was mentioned last. */
function named(parser: Parser, context: Context): true | null {
  const { at } = parser
  const like = keywordAt(parser, 'like')
  if (like !== null) {
    if (isLiking(parser)) return null
    if (containsRows(parser)) {
      parser.at++
      return values(parser, { ...context, holding: true })
    }
    const last = parser.draft.items.at(-1)
    const isItem = last?.kind === 'column' && last.at === context.at - 1
    const made = comparison(
      parser,
      isItem ? last : { kind: 'hint', text: 'name', words: ['name', 'title'], at },
      context,
    )
    return made?.kind === 'like' ? add(parser, made) : null
  }
  if (!isKind(peek(parser), 'named')) return null
  parser.at++
  skip(parser, 'be', 'filler')
  if (isKind(peek(parser), 'like')) {
    const made = comparison(parser, { kind: 'hint', text: 'name', words: ['name', 'title'], at }, context)
    return made?.kind === 'like' ? add(parser, made) : null
  }
  const list = operandList(parser, false)
  if (list.length === 0) {
    const text = freeText(parser)
    if (text === null) return null
    list.push({ kind: 'text', value: text })
  }
  return add(parser, {
    kind: 'one of',
    left: { kind: 'hint', text: 'name', words: ['name', 'title'], at },
    values: list,
    every: null,
    negated: context.negated,
    at,
  })
}

/** 'playlists containing Metallica tracks': rows of another table that a value describes, not a text in a name. */
function containsRows(parser: Parser): boolean {
  const value = peek(parser, 1)
  const rows = peek(parser, 2)
  const isSaid = /^(?:contain|includ)\w*$/i.test(peek(parser)?.text ?? '')
  if (!isSaid || value === null || value.quoted || value.values.length === 0) return false
  return (rows !== null && isMainlyTable(rows)) || isNameless(parser)
}

/** Whether the rows before the cursor have no name that could contain a text, like orders. */
function isNameless(parser: Parser): boolean {
  const [best] = (peek(parser, -1)?.tables ?? []).toSorted((left, right) => right.quality - left.quality)
  return best !== undefined && displayColumns(best.table).every((one) => one.isKey)
}

/** 'customers who like jazz' isn't about their names. */
function isLiking(parser: Parser): boolean {
  return /^likes?$/i.test(peek(parser)?.text ?? '') && isKind(peek(parser, -1), 'relative', 'question', 'do', 'not')
}

/** 'services that are performed' doesn't mention performers: the verb only shares the stem of their name. */
function isDoneByOthers(chunk: Chunk): boolean {
  return (
    bestTable(chunk) < fair &&
    /(?:ed|ing)$/i.test(chunk.text) &&
    chunk.tables.every(({ table }) => /(?:er|or)$/.test(table.words.at(-1) ?? ''))
  )
}

/** 'who ordered …', 'with orders', 'in the orders', 'without orders': rows of another table. */
function relation(parser: Parser, context: Context): true | null {
  const { at } = parser
  const ofMany = isPreposition(peek(parser), 'of')
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'all', 'distinct')) parser.at++
  adjectives(parser)
  if (ofMany && parser.draft.subject === null) limitBefore(parser)
  return (context.negated ? unsold(parser, at) : null) ?? relatedRows(parser, context, at)
}

function relatedRows(parser: Parser, context: Context, at: number): true | null {
  const chunk = peek(parser)
  if (!isTable(chunk) || !isRelated(parser, chunk)) return null
  if (isDoneByOthers(chunk) && !context.negated) {
    parser.draft.passed.push(chunk.text.toLowerCase())
    parser.at++
    return true
  }
  const table = tableMention(parser, chunk)
  parser.at++
  if (isKind(peek(parser), 'possessive')) return null
  const count = repeated(parser)
  if (parser.draft.subject === null && !context.negated) {
    noteTable(parser, table)
    return true
  }
  parser.draft.tables.push(table)
  if (parser.alternative && !context.negated && count === null) return true
  return add(parser, { kind: 'relation', table, negated: context.negated, count, inner: [], at })
}

/** 'never sold': no row records a sale. Which table does isn't said. */
function unsold(parser: Parser, at: number): true | null {
  const chunk = peek(parser)
  if (chunk === null || keywordAt(parser, 'measure')?.of !== 'quantity') return null
  const table = { kind: 'table' as const, text: chunk.text, candidates: [], at: parser.at }
  parser.at++
  return add(parser, { kind: 'relation', table, negated: true, count: null, inner: [], at })
}

/** 'of 3 customers': a number before the question's subject table limits it. */
function limitBefore(parser: Parser): void {
  const number = peek(parser)?.number ?? null
  if (number === null || !isTable(peek(parser, 1))) return
  parser.draft.limit = number
  parser.at++
}

/** Whether a chunk is a table, not more likely a column, and not only a part of a name before another table. */
function isRelated(parser: Parser, chunk: Chunk): boolean {
  if (parser.draft.subject === null && isFragment(parser)) return false
  return (
    bestTable(chunk) >= bestColumn(chunk) - nearlyEqual || (bestTable(chunk) >= quality.part && isMainlyTable(chunk))
  )
}

/** 'more than twice', 'at least 3 times' after a verb. */
function repeated(parser: Parser): { operator: Operator; value: number } | null {
  return attempt(parser, () => {
    const keyword = keywordAt(parser, 'compare')
    if (keyword !== null) parser.at++
    const chunk = peek(parser)
    if (chunk === null || chunk.number === null) return null
    parser.at++
    const word = chunk.tokens[0]?.lower
    const times = peek(parser)?.tokens[0]?.lower
    if (word !== 'once' && word !== 'twice') {
      if (times !== 'times' && times !== 'time') return null
      parser.at++
    }
    return { operator: keyword?.operator ?? '=', value: chunk.number }
  })
}
