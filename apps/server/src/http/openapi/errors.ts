import { errorTable } from '@parlance/contract'
import type { RouteDefinition } from '../route.ts'
import { refTo } from './json-schema.ts'

interface ErrorResponse {
  name: string
  /** What happened, in one sentence. */
  text: string
}

const byStatus: Readonly<Record<number, ErrorResponse>> = {
  400: { name: 'BadRequest', text: 'The request is not valid. `detail` says what to change.' },
  401: { name: 'NotAuthenticated', text: 'You are not signed in, or the access token has expired.' },
  403: { name: 'Forbidden', text: 'You are signed in, but you are not allowed to do this.' },
  404: { name: 'NotFound', text: 'The item does not exist, or you do not have access to it.' },
  409: { name: 'Conflict', text: 'The current state does not allow this, or someone else changed the item.' },
  413: { name: 'TooLarge', text: 'The request is too large.' },
  415: { name: 'UnsupportedMediaType', text: 'The content type of the request is not supported.' },
  422: { name: 'Refused', text: 'The server refused the query or the change. `detail` says why.' },
  429: { name: 'TooManyRequests', text: 'You reached a limit. Wait for the time in `Retry-After`.' },
  500: { name: 'InternalError', text: 'The server failed. Its log has details under the request ID.' },
  502: { name: 'UpstreamFailed', text: 'A database, a model provider, or the mail server failed.' },
  503: { name: 'Unavailable', text: 'The server is shutting down. Try again in a moment.' },
  504: { name: 'QueryTimeout', text: 'The query took too long, and the server stopped it.' },
  507: { name: 'StorageFull', text: 'The server has no space left to store this.' },
}

/** @returns the shared error responses, by name */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(Object.entries(byStatus).map(([status, error]) => [error.name, responseOf(+status, error)]))
}

function responseOf(status: number, { text }: ErrorResponse): object {
  const codes = Object.entries(errorTable).filter(([, entry]) => entry.status === status)
  const [code, { text: detail }] = codes[0] ?? ['internal', errorTable.internal]
  return {
    description: `${text} Codes: ${codes.map(([name]) => `\`${name}\``).join(', ')}.`,
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(status === 429 && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: {
      'application/json': {
        schema: { $ref: refTo('Error') },
        example: { detail, code, request_id: '6f0c1f0e-6a3e-4b1c-9a55-0c8f1d0a7e21' },
      },
    },
  }
}

/** @returns references to the errors that a route can answer with, by status */
export function errorsOf(route: RouteDefinition): Record<string, object> {
  const takesBody = route.body !== undefined || route.upload !== undefined || route.takesBytes === true
  const statuses = [
    ...(takesBody || route.params !== undefined || route.query !== undefined ? [400] : []),
    ...(route.access !== 'public' || route.failureLimit !== undefined || route.ownOriginOnly === true
      ? [401, 403]
      : []),
    ...(route.params === undefined ? [] : [404]),
    ...(route.method !== 'GET' ? [409] : []),
    ...(takesBody ? [413, 415] : []),
    ...(takesBody && route.access !== 'public' ? [422] : []),
    429,
    500,
    ...(route.reaches === undefined ? [] : [502, 504]),
    503,
    ...(route.method === 'GET' ? [] : [507]),
  ]
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${byStatus[status]?.name}` }]),
  )
}
