import {
  messageResponseSchema,
  registerResponseSchema,
  tokenResponseSchema,
  userSchema,
  type LoginRequest,
  type RegisterRequest,
  type RegisterResponse,
  type User,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { forgetAccessToken, storeAccessToken } from '../lib/access-token.ts'
import { call, callVoid } from './client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('/api/v1/auth/me', userSchema, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
})

/** Signs in and keeps the access token. Throws ApiError with the server's words. */
export async function logIn(request: LoginRequest): Promise<User> {
  const answer = await call('/api/v1/auth/login', tokenResponseSchema, { method: 'POST', body: request })
  storeAccessToken(answer.access_token)
  return answer.user
}

export function register(request: RegisterRequest): Promise<RegisterResponse> {
  return call('/api/v1/auth/register', registerResponseSchema, { method: 'POST', body: request })
}

export function activate(request: { email: string; code: string }): Promise<{ message: string }> {
  return call('/api/v1/auth/activate', messageResponseSchema, { method: 'POST', body: request })
}

/** Revokes the refresh token where the server can be reached, and forgets everything here either way. */
export async function logOut(): Promise<void> {
  try {
    await callVoid('/api/v1/auth/logout', { method: 'POST' })
  } catch {
    // Signing out must work without the server too.
  }
  forgetAccessToken('chosen')
}
