import type { SqlDialect } from '@parlance/contract'
import type { Receipt } from '../contract.ts'
import { dialectOf } from '../dialects/index.ts'
import type { PreparedSql } from '../lexer/prepare.ts'
import type { Token } from '../tokens/token.ts'
import type { BodyNode, LimitNode, QueryNode, SelectNode } from '../parse/model.ts'
import { nameKey } from '../prove/names.ts'
import type { Edit } from './splice.ts'

export interface RowLimit {
  edit: Edit | null
  /** The receipt's text; null if the number of rows isn't in the SQL and only the driver counts. */
  receipt: Receipt['limit']
}

/**
 * Adds a row limit in the dialect's own way, or lowers the query's own. The order and the rows below the limit stay the
 * same. If the dialect has no such way (a union without order in T-SQL, equal column names in Oracle), or the query's
 * own limit is computed, the text doesn't change and only the driver's limit applies.
 * @param prepared the text that contains the query
 * @param outputs names of the result columns; null if unknown
 */
export function limitRows(
  query: QueryNode,
  dialect: SqlDialect,
  maxRows: number | null,
  prepared: PreparedSql,
  outputs: { key: string }[] | null,
): RowLimit {
  const own = query.limit ?? (query.body.type === 'select' ? query.body.top : null)
  if (own?.count || own?.inexact) return lowerOwn(own, query, maxRows, prepared)
  if (maxRows === null) return { edit: null, receipt: null }
  const edit = own?.all ? { ...own.all, pieces: [String(maxRows)] } : added(query, dialect, maxRows, prepared, outputs)
  return edit ? { edit, receipt: { rows: maxRows, addedBy: 'gate' } } : { edit: null, receipt: null }
}

function lowerOwn(own: LimitNode, query: QueryNode, maxRows: number | null, prepared: PreparedSql): RowLimit {
  const { count } = own
  if (own.inexact || count?.type !== 'literal' || count.kind !== 'number' || !/^[0-9]+$/.test(count.value)) {
    return { edit: null, receipt: null }
  }
  const rows = Number(count.value)
  if (maxRows === null || rows <= maxRows) return { edit: null, receipt: { rows, addedBy: 'query' } }
  const place = count.start === null || count.end === null ? topNumber(query, prepared) : count
  if (!place || place.start === null || place.end === null) return { edit: null, receipt: null }
  return {
    edit: { start: place.start, end: place.end, pieces: [String(maxRows)] },
    receipt: { rows: maxRows, addedBy: 'gate' },
  }
}

/** The number of `TOP 10`, whose position the parser doesn't report. */
function topNumber({ body }: QueryNode, { text, tokens }: PreparedSql): Token | null {
  if (body.type !== 'select' || !body.top) return null
  const first = tokens.findIndex((token) => token.start >= body.keywordEnd)
  const top = tokens.findIndex((token, at) => {
    return at >= first && at <= first + 1 && text.slice(token.start, token.end).toLowerCase() === 'top'
  })
  const number = top === -1 ? undefined : tokens[top + 1]
  return number?.kind === 'number' ? number : null
}

function added(
  query: QueryNode,
  dialect: SqlDialect,
  maxRows: number,
  prepared: PreparedSql,
  outputs: { key: string }[] | null,
): Edit | null {
  const { rowLimit, rewriting } = dialectOf(dialect)
  const end = endOfQuery(prepared, rewriting.endsWithOption)
  const append = (clause: string): Edit => ({ start: end, end, pieces: [clause] })
  const fetch = ` FETCH NEXT ${maxRows} ROWS ONLY`
  if (rewriting.fetchNeedsUniqueNames && hasEqualNames(query.body, dialect, outputs)) return null
  if (query.limit && rewriting.limitAfterOffset !== 'limit') {
    return rewriting.limitAfterOffset === 'fetch' ? append(fetch) : null
  }
  if (rowLimit === 'top') {
    if (query.body.type === 'select') return top(query.body, maxRows, prepared)
    return query.orderBy.length > 0 ? append(` OFFSET 0 ROWS${fetch}`) : null
  }
  const last = lastBody(query.body)
  if (last.type === 'values' || (last.type !== 'select' && !rewriting.limitsParentheses)) return null
  return append(rowLimit === 'fetch' ? ` FETCH FIRST ${maxRows} ROWS ONLY` : ` LIMIT ${maxRows}`)
}

function lastBody(body: BodyNode): BodyNode {
  return body.type === 'set' ? lastBody(body.right) : body
}

/** The place for a limit: at the end, or before OPTION. */
function endOfQuery({ text, tokens }: PreparedSql, endsWithOption: boolean): number {
  const option = tokens.at(-5)
  const hasOption =
    endsWithOption && option?.kind === 'word' && text.slice(option.start, option.end).toLowerCase() === 'option'
  return tokens.at(hasOption ? -6 : -1)!.end
}

/** Whether two result columns have the same name. */
function hasEqualNames(body: BodyNode, dialect: SqlDialect, outputs: { key: string }[] | null): boolean {
  if (body.type === 'set') return hasEqualNames(body.left, dialect, outputs)
  if (body.type === 'query') return hasEqualNames(body.body, dialect, outputs)
  if (body.type === 'values') return false
  const names: string[] = []
  for (const item of body.items) {
    if (item.type === 'star') return !outputs || isRepeated(outputs.map(({ key }) => key))
    const name = item.alias ?? (item.expression.type === 'column' ? item.expression.parts.at(-1) : null)
    if (name) names.push(nameKey(name, dialect))
  }
  return isRepeated(names)
}

function isRepeated(names: string[]): boolean {
  return new Set(names).size < names.length
}

function top(select: SelectNode, maxRows: number, prepared: PreparedSql): Edit {
  const at = endOfQuantifier(select, prepared)
  return { start: at, end: at, pieces: [` TOP (${maxRows})`] }
}

/** TOP follows SELECT, or DISTINCT or ALL after it. */
function endOfQuantifier(select: SelectNode, { text, tokens }: PreparedSql): number {
  const next = tokens.find((token) => token.start >= select.keywordEnd)
  const word = next ? text.slice(next.start, next.end).toLowerCase() : ''
  return next && (word === 'distinct' || word === 'all') ? next.end : select.keywordEnd
}
