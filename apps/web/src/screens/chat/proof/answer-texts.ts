import { message, warningsText, withoutHiddenSigns, type Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { translate } from '../../../lib/i18n.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { shownText } from '../../../lib/turn/shown-text.ts'

const fallbackText = message(
  'The required tables are not available in the current business area. Please select a different business area or edit the current one to include the necessary tables.',
)

/** Why a question has no rows. */
export function reasonText(message: ChatMessage, areaCount: number, t: TFunction): string {
  if (message.readings.length > 0) return t('Choose what you meant to see its rows.')
  if (message.status === 'failed') return withoutHiddenSigns(shownText(t, failureText(message, areaCount)))
  const isRefused = message.status === 'cancelled' || message.toolCalls.some(({ status }) => status === 'failed')
  return isRefused ? withoutHiddenSigns(textWithoutWarnings(message, t)) : t('The answer is in the conversation.')
}

/** Whether the answer only says why there is none. */
export function isDeclined({ status, sqlResult, readings, toolCalls }: ChatMessage): boolean {
  const isWithoutResult = status === 'answered' && sqlResult === null && readings.length === 0
  return isWithoutResult && toolCalls.at(-1)?.status === 'failed'
}

/** What an answer without words says. */
export function textWithoutWords({ sqlResult, missingParameters }: ChatMessage, t: TFunction): string {
  if (sqlResult !== null && !sqlResult.notExecuted) return t('Done. The rows are in the results panel.')
  return sqlResult === null && missingParameters.length === 0 ? t('Processing completed.') : t('No query was run.')
}

/** An answer repeats its warnings at its end for clients that show only its text; here they are shown separately. */
export function textWithoutWarnings({ content, ownContent, warnings }: ChatMessage, t: TFunction): string {
  const text = shownText(t, ownContent ?? content)
  const repeated = translate(t, warningsText(warnings))
  return warnings.length > 0 && text.endsWith(repeated) ? text.slice(0, -repeated.length).trimEnd() : text
}

/** If a refusal only repeats the area's fallback, the fallback's own text replaces it. */
export function failureText({ content, ownContent, areaFallback }: ChatMessage, areaCount: number): string | Message {
  if (areaFallback === null) return ownContent ?? content
  if (areaCount > 0) return fallbackText
  return /only select queries/i.test(content) ? areaFallback : (ownContent ?? content)
}
