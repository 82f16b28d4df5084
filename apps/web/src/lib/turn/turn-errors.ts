import { errorTable, formatMessage, message, type EventBody, type Message } from '@parlance/contract'
import { ApiError } from '../api-error.ts'
import { receivedText } from './shown-text.ts'
import { emptyStreamText, genericErrorText, quotaText, type AnswerButton, type ChatMessage } from './chat-message.ts'

/** HTTP 429, or a text about a quota. A budget of this installation has its own text. */
export function isQuota(failure: { status?: number; code?: string | null; text: string }): boolean {
  if (failure.code === 'budget_used_up') return false
  if (failure.status === 429 || failure.code === 'quota_exceeded') return true
  return /quota|RESOURCE_EXHAUSTED/i.test(failure.text)
}

/** The chat's text for an error event, without its cross. */
export function eventErrorText(event: EventBody<'error'>): string | Message {
  const { text, code } = event
  const shown = text === '' ? (tableText(code) ?? genericErrorText) : receivedText(text, event)
  return isQuota({ code, text: typeof shown === 'string' ? shown : formatMessage(shown) }) ? quotaText : shown
}

/** The chat's text for a call that failed before any event. */
export function failureText(failure: unknown): string | Message {
  if (failure instanceof EmptyStreamError) return emptyStreamText
  if (!(failure instanceof ApiError)) return genericErrorText
  return isQuota({ status: failure.status, code: failure.code, text: failure.message }) ? quotaText : failure.message
}

/** The stream ended without any event or error. */
export class EmptyStreamError extends ApiError {
  constructor() {
    super({ status: 200, statusText: '', body: { detail: emptyStreamText.text } })
  }
}

/**
 * Asks again with the same turn id: if the server has the turn after all, its events are joined, so nothing runs twice.
 */
export const askAgainButton: AnswerButton = { label: message('Try again'), action: 'ask_again', style: 'secondary' }

/** Keeps a question that waits for the network from being sent. */
export const keepUnsentButton: AnswerButton = {
  label: message('Don’t send'),
  action: 'keep_unsent',
  style: 'secondary',
}

/** Whether a question is sent by itself when the browser is online again. Any button under it ends the wait. */
export function waitsForNetwork({ actionButtons }: Pick<ChatMessage, 'actionButtons'>): boolean {
  return actionButtons.some(({ action }) => action === keepUnsentButton.action)
}

/** Whether a failed question may be sent again unchanged. */
export function mayAskAgain(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return true
  return failure.status < 400 || failure.status >= 500 || failure.code === null || failure.code === 'turn_running'
}

const areaMismatch = /business_area_mismatch|required tables are not available|missing from the selected business area/i

function isAreaMismatch(text: string): boolean {
  return areaMismatch.test(text)
}

/** Whether an answer says that its tables are in another business area. */
export function isForAnotherArea(message: Pick<ChatMessage, 'status' | 'areaFallback' | 'content'>): boolean {
  return (message.status === 'failed' && message.areaFallback !== null) || isAreaMismatch(message.content)
}

/** The buttons under an answer whose tables are not in the business area. */
export function areaButtons(scope: { tableCount: number; areaCount: number; canEditArea: boolean }): AnswerButton[] {
  const keep = { label: message('Keep Current Business Area'), action: 'keep_area', style: 'secondary' }
  if (scope.areaCount === 0 && scope.tableCount <= 25) {
    return [{ label: message('Switch to All Tables'), action: 'switch_all_tables', style: 'primary' }, keep]
  }
  return scope.canEditArea
    ? [{ label: message('Edit Business Area'), action: 'edit_area', style: 'primary' }, keep]
    : [keep]
}

function tableText(code: string | null): Message | null {
  return code !== null && code in errorTable ? { text: errorTable[code as keyof typeof errorTable].text } : null
}
