import {
  changePasswordResponseSchema,
  activateResponseSchema,
  messageResponseSchema,
  registerResponseSchema,
  tokenResponseSchema,
  userSchema,
  type ChangePasswordRequest,
  type LoginRequest,
  type RegisterRequest,
  type ResetPasswordRequest,
  type User,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { forgetAccessToken, storeAccessToken } from '../lib/access-token.ts'
import { call, callVoid } from './client.ts'

/** The screens have words of their own where the server has none. */
const messageSchema = messageResponseSchema.partial()
type Message = z.output<typeof messageSchema>

/** Whatever status it is that this browser does not know, a code is asked for. */
const registerAnswerSchema = registerResponseSchema.extend({ status: z.string() })
export type RegisterAnswer = z.output<typeof registerAnswerSchema>
const activateAnswerSchema = activateResponseSchema.partial()

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

export function register(request: RegisterRequest): Promise<RegisterAnswer> {
  return call('/api/v1/auth/register', registerAnswerSchema, { method: 'POST', body: request })
}

export function activate(request: { email: string; code: string }): Promise<z.output<typeof activateAnswerSchema>> {
  return call('/api/v1/auth/activate', activateAnswerSchema, { method: 'POST', body: request })
}

/** Asks for another activation code by e-mail. */
export function resendActivation(email: string): Promise<Message> {
  return call('/api/v1/auth/resend-activation', messageSchema, { method: 'POST', body: { email } })
}

/** Asks for a reset link by e-mail; the answer tells nobody whether the account exists. */
export function forgotPassword(email: string): Promise<Message> {
  return call('/api/v1/auth/forgot-password', messageSchema, { method: 'POST', body: { email } })
}

/** Sets a new password with the token of a mailed link. */
export function resetPassword(email: string, newPassword: string, token: string): Promise<Message> {
  const body: ResetPasswordRequest = { email, new_password: newPassword, token }
  return call('/api/v1/auth/reset-password', messageSchema, { method: 'POST', body })
}

/** Changes the own password: every other sign-in ends, and this one goes on with a new token. */
export async function changePassword(request: ChangePasswordRequest): Promise<Message> {
  const answer = await call('/api/v1/auth/change-password', changePasswordResponseSchema, {
    method: 'POST',
    body: request,
  })
  storeAccessToken(answer.access_token)
  return answer
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
