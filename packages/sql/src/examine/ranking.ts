import type { ExpressionNode, Identifier, QueryNode, SelectNode } from '../parse/model.ts'
import type { CatalogueIndex } from '../prove/catalogue-index.ts'
import { nameKey } from '../prove/names.ts'
import type { PreparedSql } from '../lexer/prepare.ts'
import type { Token } from '../tokens/token.ts'
import { wordAt } from '../tokens/words.ts'
import { isKey } from './column-names.ts'
import type { Ranking } from './contract.ts'
import { resolveColumn, type Sources } from './relations.ts'

/** Number of rows read after the last one; more ties than this are reported as 'at least'. */
const rowsBehind = 50
/** Longer rankings are lists, and no one reads the end of a list as a rank. */
const longestRanking = 450

/** A top-level part of the text, by offsets. */
interface Span {
  start: number
  end: number
}

interface Term {
  /** The sort expression, with an alias or a number resolved to its result column. */
  node: ExpressionNode
  text: string
}

/**
 * Extends a query for the first rows by some value so that it also reads the rows after them; each row ends with its
 * sort values. Null if the query isn't such a ranking, or if its text doesn't show how to extend it.
 */
export function findRanking(
  query: QueryNode,
  prepared: PreparedSql,
  { sources, index }: { sources: Sources; index: CatalogueIndex },
): Ranking | null {
  const { body, limit } = query
  if (body.type !== 'select' || body.distinctOn.length > 0 || prepared.placeholders.length > 0) return null
  const cut = limit ?? body.top
  if (!cut || (limit && body.top) || cut.inexact || cut.others.length > 1 || query.orderBy.length === 0) return null
  if (cut.count?.type !== 'literal' || cut.count.kind !== 'number') return null
  const rows = Number(cut.count.value)
  if (!Number.isInteger(rows) || rows < 1 || rows > longestRanking) return null
  const clauses = clausesOf(prepared)
  const number = clauses && countToken(prepared, clauses, cut.form === 'top')
  if (!clauses || !number || textOf(prepared, number) !== cut.count.value) return null
  if (cut.others.length > 0 && !isPlainOffset(prepared, clauses)) return null
  const terms = termsOf(query, body, clauses, { prepared, index })
  const deciding = terms && decidingTerms(terms, sources, index)
  if (!deciding) return null
  if (body.distinct && !deciding.every(({ text }) => clauses.items.some((item) => sameText(prepared, item, text))))
    return null
  const added = deciding.map(({ text }, at) => `, ${text} AS parlance_order_${at + 1}`).join('')
  const edits = [
    { at: { start: clauses.from, end: clauses.from }, text: `${added} ` },
    { at: number, text: String(rows + rowsBehind) },
  ].toSorted((one, other) => other.at.start - one.at.start)
  let sql = prepared.text
  for (const { at, text } of edits) sql = sql.slice(0, at.start) + text + sql.slice(at.end)
  return { rows, sql, rowsBehind, values: deciding.length }
}

interface Clauses {
  /** Tokens outside all parentheses. */
  top: Token[]
  items: Span[]
  from: number
  terms: Span[]
  /** The index where the ORDER BY ends. */
  orderEnd: number
}

const orderEnds = new Set(['limit', 'fetch', 'offset', 'for', 'option'])

/** Select list and ORDER BY of the outermost SELECT, without anything in parentheses. */
function clausesOf(prepared: PreparedSql): Clauses | null {
  const { text, tokens } = prepared
  const top: Token[] = []
  let depth = 0
  for (const token of tokens) {
    const word = wordAt(text, token)
    if (word === ')') depth--
    if (depth === 0) top.push(token)
    if (word === '(') depth++
  }
  const words = top.map((token) => wordAt(text, token))
  const select = words.indexOf('select')
  const from = words.indexOf('from', select)
  const order = words.lastIndexOf('order')
  if (select < 0 || from < 0 || order < from || words[order + 1] !== 'by') return null
  if (words.indexOf('select', select + 1) >= 0) return null
  const end = words.findIndex((word, at) => at > order && orderEnds.has(word))
  const orderEnd = end < 0 ? text.trimEnd().length : (top[end]?.start ?? 0)
  const first = firstItem(words, select, top)
  const fromAt = top[from]?.start
  const orderAt = top[order + 1]?.end
  if (first === null || fromAt === undefined || orderAt === undefined) return null
  return {
    top,
    items: split({ start: first, end: fromAt }, prepared, top),
    from: fromAt,
    terms: split({ start: orderAt, end: orderEnd }, prepared, top),
    orderEnd,
  }
}

/** The index after SELECT, DISTINCT, and TOP n. */
function firstItem(words: string[], select: number, top: Token[]): number | null {
  let at = select + 1
  if (words[at] === 'distinct' || words[at] === 'all') at++
  if (words[at] === 'top') {
    at++
    // A number, or a parenthesis whose content isn't among these tokens.
    at += words[at] === '(' ? 2 : 1
  }
  return top[at]?.start ?? null
}

function split({ start, end }: Span, { text }: PreparedSql, top: Token[]): Span[] {
  const commas = top.filter((one) => one.start >= start && one.end <= end && wordAt(text, one) === ',')
  const starts = [start, ...commas.map((comma) => comma.end)]
  const ends = [...commas.map((comma) => comma.start), end]
  return starts.map((from, at) => ({ start: from, end: ends[at] ?? end }))
}

function countToken({ text, tokens }: PreparedSql, { top, orderEnd }: Clauses, isTop: boolean): Token | null {
  const after = isTop ? top.find((token) => wordAt(text, token) === 'top')?.end : orderEnd
  if (after === undefined) return null
  return tokens.find((token) => token.kind === 'number' && token.start >= after) ?? null
}

function termsOf(
  query: QueryNode,
  select: SelectNode,
  clauses: Clauses,
  { prepared, index }: { prepared: PreparedSql; index: CatalogueIndex },
): Term[] | null {
  if (clauses.terms.length !== query.orderBy.length || clauses.items.length !== select.items.length) return null
  const terms = query.orderBy.map((ordered, at): Term | null => {
    const node = ordered.type === 'operation' && ordered.operator === 'Sort' ? ordered.children[0] : ordered
    const span = clauses.terms[at]
    if (!node || !span) return null
    const place = resultPlace(node, select, index)
    if (place === null) return { node, text: withoutDirection(textOf(prepared, span)) }
    const item = select.items[place]
    const written = clauses.items[place]
    if (item?.type !== 'item' || !written || select.items.slice(0, place).some((one) => one.type === 'star'))
      return null
    return { node: item.expression, text: withoutAlias(prepared, written, item.alias) }
  })
  return terms.every((term) => term !== null) ? terms : null
}

/** Which result column a number or an alias refers to; null for any other expression. */
function resultPlace(node: ExpressionNode, select: SelectNode, { dialect }: CatalogueIndex): number | null {
  if (node.type === 'literal' && node.kind === 'number') return Number(node.value) - 1
  const [name] = node.type === 'column' && node.parts.length === 1 ? node.parts : []
  if (!name) return null
  const place = select.items.findIndex(
    (item) => item.type === 'item' && item.alias && nameKey(item.alias, dialect) === nameKey(name, dialect),
  )
  return place < 0 ? null : place
}

function withoutAlias(prepared: PreparedSql, span: Span, alias: Identifier | null): string {
  const end = alias ? Math.max(span.start, Math.min(alias.start, span.end)) : span.end
  return prepared.text
    .slice(span.start, end)
    .replace(/(?<!\s)\s+as\s*$/i, '')
    .trim()
}

function withoutDirection(text: string): string {
  return text
    .replace(/(?<!\s)\s+nulls\s+(?:first|last)\s*$/i, '')
    .replace(/(?<!\s)\s+(?:asc|desc)\s*$/i, '')
    .trim()
}

/**
 * The terms that rank a row, without the names and keys at the end that only break ties. Null if the first term is
 * itself a name or a key: that is a sorted list, in which no two rows tie.
 */
function decidingTerms(terms: Term[], sources: Sources, index: CatalogueIndex): Term[] | null {
  const [first, ...rest] = terms
  if (!first || breaksTies(first.node, sources, index)) return null
  const lastMeasure = rest.findLastIndex((term) => !breaksTies(term.node, sources, index))
  return [first, ...rest.slice(0, lastMeasure + 1)]
}

function breaksTies(node: ExpressionNode, sources: Sources, index: CatalogueIndex): boolean {
  const found = node.type === 'column' ? resolveColumn(node.parts, sources, index) : null
  return found !== null && (found.column.column.kind === 'text' || isKey(found))
}

/** `LIMIT 5 OFFSET 10`, where the first number is the row count. */
function isPlainOffset({ text }: PreparedSql, { top, orderEnd }: Clauses): boolean {
  const parts = top.filter(({ start }) => start >= orderEnd).map((token) => textOf({ text }, token).toLowerCase())
  return /^limit \d+ offset \d+$/.test(parts.join(' '))
}

function textOf({ text }: Pick<PreparedSql, 'text'>, { start, end }: Span): string {
  return text.slice(start, end).trim()
}

function sameText(prepared: PreparedSql, item: Span, text: string): boolean {
  const plain = (one: string): string => one.replaceAll(/\s+/g, ' ').toLowerCase()
  const written = plain(textOf(prepared, item))
  return written === plain(text) || written.startsWith(`${plain(text)} as `)
}
