import { formatMessage, message } from '@parlance/contract'
import { QueryRefusedError } from '../../door/errors.ts'
import type { AgentTurn, ToolOutcome } from '../contract.ts'

/** The documented wording for a question that needs tables from another area. */
export const areaFallbackText = message(
  'The required tables are not available in the current business area. Please select a different business area or edit the current one to include the necessary tables.',
)

/**
 * Reports that a query needs tables missing from its business area, and suggests a better area if the user may use one.
 * Without areas, a missing table is just a mistake in the SQL.
 */
export async function withAreaFallback(outcome: ToolOutcome, error: unknown, turn: AgentTurn): Promise<ToolOutcome> {
  if (turn.areaId === null || !(error instanceof QueryRefusedError)) return outcome
  const lacksTable = error.reasons.some(({ code }) => code === 'table_not_in_area' || code === 'unknown_table')
  if (!lacksTable) return outcome
  const better = await turn.recommendArea(turn.question)
  if (!better || better.area_id === turn.areaId) return outcome
  const response = {
    ...outcome.response,
    business_area_fallback: { triggered: true, message: formatMessage(areaFallbackText) },
    recommendation: better,
  }
  return { ...outcome, response, betterArea: better }
}
