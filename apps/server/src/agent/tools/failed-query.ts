import { errorTable, formatMessage } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { QueryFailedError, QueryRefusedError } from '../../door/errors.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { detailFields } from '../texts.ts'

/** Failures that different SQL may avoid; all others end the turn. */
const correctable = new Set(['query_refused', 'query_failed', 'result_too_large', 'query_timeout'])

/**
 * Returns a query that did not run as a value: safe text for the user, and what the model needs to rewrite it.
 * @throws failures that different SQL can't fix: cancellation, an unreachable database, a missing permission
 */
export function failedQuery(error: unknown, sql: string, turn: AgentTurn): ToolOutcome {
  if (turn.signal.aborted || !(error instanceof AppError) || !correctable.has(error.code)) throw error
  const unresolved =
    error instanceof QueryRefusedError ? error.reasons.flatMap((reason) => reason.parameters ?? []) : []
  return {
    response: {
      success: false,
      executed: false,
      sql_query: sql,
      query: sql,
      ...detailFields(error),
      ...(unresolved.length > 0 ? { has_parameters: true, unresolved_parameters: unresolved } : {}),
    },
    forModel: { success: false, error: wordsForModel(error, turn.shareData), hint: 'Correct the SQL and call again.' },
  }
}

/** The engine's message or an administrator's text may quote a cell, so the data-sharing setting applies (R21, R22). */
function wordsForModel(error: AppError, shareData: boolean): unknown {
  if (error instanceof QueryRefusedError) {
    return error.reasons.map(({ code, message, position }) => ({ code, message: formatMessage(message), position }))
  }
  const safe = shareData ? error.detail : errorTable[error.code].text
  if (error instanceof QueryFailedError) {
    const words = shareData ? error.engineWords : null
    return { message: words ?? safe, kind: error.kind, position: error.position }
  }
  return safe
}
