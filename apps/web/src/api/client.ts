import type { z } from 'zod'
import { ApiError } from '../lib/api-error.ts'
import {
  endsWithin,
  forgetAccessToken,
  isSameUser,
  readAccessToken,
  storeAccessToken,
  storeOtherUsersToken,
} from '../lib/access-token.ts'
import { acrossTabs } from '../lib/across-tabs.ts'
import { tellChange } from '../lib/change-line.ts'

const signInPaths = [
  '/api/v1/auth/login',
  '/api/v1/auth/register',
  '/api/v1/auth/invitation',
  '/api/v1/auth/accept-invitation',
]
const refreshPath = '/api/v1/auth/refresh'
const mePath = '/api/v1/auth/me'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Sent as they are, in place of a body. */
  bytes?: Blob
  signal?: AbortSignal
  accept?: string
  headers?: Record<string, string>
}

/**
 * Calls the server and checks the response against `schema`. Throws ApiError; a response of another shape throws
 * ZodError.
 */
export async function call<S extends z.ZodType>(
  path: string,
  schema: S,
  options: CallOptions = {},
): Promise<z.output<S>> {
  const response = await callRaw(path, options)
  return schema.parse(await response.json())
}

/** Calls the server and ignores the response body. Throws ApiError. */
export async function callVoid(path: string, options: CallOptions = {}): Promise<void> {
  const response = await callRaw(path, options)
  await response.body?.cancel()
}

/** Calls the server and returns the successful response, for streams and files. Throws ApiError. */
export async function callRaw(path: string, options: CallOptions = {}): Promise<Response> {
  const address = toRelative(path)
  const response = await authorized(address, options)
  if (response.ok) {
    tellChange(options.method ?? 'GET', address)
    return response
  }
  throw await errorOf(response)
}

/** Removes the prefix of a local development server, so that the call stays on this origin. */
export function toRelative(url: string): string {
  return url.replace(/^https?:\/\/(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):8000(?=\/|$)/, '')
}

/** Refreshes and retries once after a 401; a 401 of the account check, or a refused refresh, signs out. */
async function authorized(path: string, options: CallOptions): Promise<Response> {
  if (signInPaths.some((signIn) => path.startsWith(signIn))) return send(path, options, null)
  const stored = readAccessToken()
  const token = stored !== null && endsWithin(stored, 5, new Date()) ? await refreshAccessToken(stored) : stored
  const response = await send(path, options, token)
  if (response.status !== 401 || path === refreshPath) return response
  const fresh = path === mePath ? null : await refreshAccessToken(token)
  if (fresh === null) {
    // Unless another user has signed in meanwhile: that sign-in was not refused.
    if (isSameUser(readAccessToken(), token)) forgetAccessToken('expired')
    return response
  }
  return send(path, options, fresh)
}

async function send(path: string, options: CallOptions, token: string | null): Promise<Response> {
  const headers = new Headers({ ...options.headers, accept: options.accept ?? 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  if (options.bytes !== undefined) headers.set('content-type', 'application/octet-stream')
  try {
    return await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      body: options.bytes ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      signal: options.signal ?? null,
      credentials: 'same-origin',
    })
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new ApiError({ status: 0, statusText: '', body: null })
  }
}

let refreshing: Promise<string | null> | null = null

/** Resolves to a new access token, or null if the refresh is refused. Concurrent callers share one request. */
export function refreshAccessToken(refused: string | null): Promise<string | null> {
  // Refresh tokens rotate, so two tabs that refresh at the same time would look like theft.
  refreshing ??= acrossTabs('parlance:refresh', () => refreshUnlessDone(refused)).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refreshUnlessDone(refused: string | null): Promise<string | null> {
  const stored = readAccessToken()
  if (stored !== refused) {
    // Another tab renewed it, signed out, or signed in another user, whose token must not be sent with this call.
    if (!isSameUser(stored, refused)) return null
    if (stored !== null && !endsWithin(stored, 5, new Date())) return stored
  }
  const response = await send(refreshPath, { method: 'POST' }, stored)
  if (response.status >= 500 || response.status === 429) throw await errorOf(response)
  const body = await readBody(response)
  if (!response.ok || typeof body !== 'object' || body === null || !('access_token' in body)) return null
  const token = String(body.access_token)
  // The refresh cookie belongs to the browser, so another user may have signed in there since.
  if (stored !== null && !isSameUser(token, stored)) {
    storeOtherUsersToken(token)
    return null
  }
  storeAccessToken(token)
  return token
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status, statusText } = response
  return new ApiError({ status, statusText, body: await readBody(response) })
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text === '' ? null : { message: text.length > 300 || text.trimStart().startsWith('<') ? '' : text }
  }
}
