import type { EventPart, TurnEvent } from '@parlance/contract'

/**
 * Returns the event as its reader may see it. The log contains the rewritten SQL. Each read checks the role again, so
 * that losing it also hides the SQL of old answers.
 */
export function forReader(event: TurnEvent, readsExecutedSql: boolean): TurnEvent {
  if (readsExecutedSql || !event.content?.parts.some(hasExecutedSql)) return event
  return { ...event, content: { ...event.content, parts: event.content.parts.map(withoutExecutedSql) } }
}

function hasExecutedSql(part: EventPart): boolean {
  return 'functionResponse' in part && typeof part.functionResponse.response.executed_sql === 'string'
}

function withoutExecutedSql(part: EventPart): EventPart {
  if ('text' in part || 'functionCall' in part) return part
  const { functionResponse } = part
  return { functionResponse: { ...functionResponse, response: { ...functionResponse.response, executed_sql: null } } }
}
