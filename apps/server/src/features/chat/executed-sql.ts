import type { EventPart, TurnEvent } from '@parlance/contract'

/**
 * The event as its reader may see it. The log keeps the rewritten SQL; whether it is shown is decided at each reading,
 * so that a role that was taken away takes it away from old answers too.
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
