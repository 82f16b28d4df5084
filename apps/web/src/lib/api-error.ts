import type { MessageValues } from '@parlance/contract'
import { translateText } from './i18n.ts'
import { t } from 'i18next'

/** The response of a failed call. Status 0 means that there was none. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  /** The server's own message, or null if it sent none. */
  readonly serverText: string | null
  readonly requestId: string | null
  /** The status line's text; empty if the protocol has none. */
  readonly statusText: string
  /** The whole response, for fields that a feature adds. */
  readonly body: unknown

  constructor(answer: { status: number; statusText: string; body: unknown }) {
    const serverText = readServerText(answer.body)
    super(serverText ?? statusText(answer.status, answer.statusText))
    this.name = 'ApiError'
    this.status = answer.status
    this.serverText = serverText
    this.code = textField(answer.body, 'code')
    this.requestId = textField(answer.body, 'request_id')
    this.statusText = answer.statusText
    this.body = answer.body
  }
}

/** The error for a response that was successful but reports a failure, in the server's words. */
export function failureOf({ message }: { message: string }): ApiError {
  return new ApiError({ status: 200, statusText: '', body: { message } })
}

/** The server's message if there is one, else `fallback`: every screen shows errors this way. */
export function describeError(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.serverText ?? fallback) : fallback
}

/** Reads an error body in the documented order: `detail`, `message`, `error.message`. */
export function readServerText(body: unknown): string | null {
  const detail = textField(body, 'detail')
  const values = field(body, 'values') as MessageValues | undefined
  if (detail !== null) return translateText(detail, textField(body, 'pattern') ?? detail, values)
  return textField(body, 'message') ?? textField(field(body, 'error'), 'message')
}

function statusText(status: number, text: string): string {
  if (status === 0) return t('Unable to connect to the server. Please check if the server is running.')
  if (status === 404) return t('The requested endpoint was not found.')
  if (status === 500) return t('Internal server error. Please try again later.')
  if (text === '') return t('Server error: {status}', { status })
  return t('Server error: {status} {text}', { status, text })
}

function textField(body: unknown, name: string): string | null {
  const value = field(body, name)
  return typeof value === 'string' && value !== '' ? value : null
}

function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}
