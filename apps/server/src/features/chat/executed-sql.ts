import type { EventPart, TurnEvent } from '@parlance/contract'

/**
 * Returns the event as its reader may see it. The log contains the rewritten SQL, and whether a prompt is stored. Each
 * read checks the role again, so that losing it also hides the SQL and the prompts of old answers.
 */
export function forReader(event: TurnEvent, readsExecutedSql: boolean): TurnEvent {
  if (readsExecutedSql) return event
  const shown = event.has_prompt === undefined ? event : withoutPrompt(event)
  if (!shown.content?.parts.some(hasExecutedSql)) return shown
  return { ...shown, content: { ...shown.content, parts: shown.content.parts.map(withoutExecutedSql) } }
}

function withoutPrompt(event: TurnEvent): TurnEvent {
  const shown = { ...event }
  delete shown.has_prompt
  return shown
}

function hasExecutedSql(part: EventPart): boolean {
  return 'functionResponse' in part && typeof part.functionResponse.response.executed_sql === 'string'
}

function withoutExecutedSql(part: EventPart): EventPart {
  if ('text' in part || 'functionCall' in part) return part
  const { functionResponse } = part
  return { functionResponse: { ...functionResponse, response: { ...functionResponse.response, executed_sql: null } } }
}
