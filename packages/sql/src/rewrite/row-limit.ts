import type { SqlDialect } from '@parlance/contract'
import type { Receipt } from '../contract.ts'
import type { PreparedSql } from '../lexer/prepare.ts'
import type { BodyNode, LimitNode, QueryNode, SelectNode } from '../parse/model.ts'
import type { Edit } from './splice.ts'

export interface RowLimit {
  edit: Edit | null
  /** What the receipt says; null when the number of rows is not in the SQL and the driver alone counts. */
  receipt: Receipt['limit']
}

/**
 * Adds a cap of rows in the dialect's own way, or lowers the query's own; order and rows below the cap stay the same.
 * Where the dialect has no such way (a union without order in T-SQL), or the query's own limit is computed, the text
 * stays as it is and the driver's cap holds alone.
 * @param prepared the text in which the query stands
 */
export function limitRows(
  query: QueryNode,
  dialect: SqlDialect,
  maxRows: number | null,
  prepared: PreparedSql,
): RowLimit {
  const own = query.limit ?? (query.body.type === 'select' ? query.body.top : null)
  if (own?.count || own?.inexact) return lowerOwn(own, maxRows)
  if (maxRows === null) return { edit: null, receipt: null }
  const receipt = { rows: maxRows, addedBy: 'gate' as const }
  const unlimited = own !== null && dialect !== 'postgresql'
  if (unlimited) return { edit: null, receipt: null }
  const added =
    dialect === 'tsql' ? addTop(query, maxRows, prepared) : append(query, dialect, maxRows, prepared.tokens.at(-1)!.end)
  return added ? { edit: added, receipt } : { edit: null, receipt: null }
}

function lowerOwn(own: LimitNode, maxRows: number | null): RowLimit {
  const { count } = own
  if (own.inexact || count?.type !== 'literal' || count.kind !== 'number' || !/^[0-9]+$/.test(count.value)) {
    return { edit: null, receipt: null }
  }
  const rows = Number(count.value)
  if (maxRows === null || rows <= maxRows) return { edit: null, receipt: { rows, addedBy: 'query' } }
  if (count.start === null || count.end === null) return { edit: null, receipt: null }
  return {
    edit: { start: count.start, end: count.end, pieces: [String(maxRows)] },
    receipt: { rows: maxRows, addedBy: 'gate' },
  }
}

function append(query: QueryNode, dialect: SqlDialect, maxRows: number, end: number): Edit | null {
  if (lastBody(query.body).type !== 'select' && (dialect === 'sqlite' || lastBody(query.body).type === 'values'))
    return null
  const clause = dialect === 'oracle' ? ` FETCH FIRST ${maxRows} ROWS ONLY` : ` LIMIT ${maxRows}`
  return { start: end, end, pieces: [clause] }
}

function lastBody(body: BodyNode): BodyNode {
  return body.type === 'set' ? lastBody(body.right) : body
}

function addTop(query: QueryNode, maxRows: number, prepared: PreparedSql): Edit | null {
  if (query.body.type !== 'select') return null
  const at = endOfQuantifier(query.body, prepared)
  return { start: at, end: at, pieces: [` TOP (${maxRows})`] }
}

/** TOP follows SELECT, or DISTINCT or ALL after it. */
function endOfQuantifier(select: SelectNode, { text, tokens }: PreparedSql): number {
  const next = tokens.find((token) => token.start >= select.keywordEnd)
  const word = next ? text.slice(next.start, next.end).toLowerCase() : ''
  return next && (word === 'distinct' || word === 'all') ? next.end : select.keywordEnd
}
