import {
  changePasswordResponseSchema,
  activateResponseSchema,
  invitationSchema,
  messageResponseSchema,
  registerResponseSchema,
  signOutResponseSchema,
  tokenResponseSchema,
  userSchema,
  type AcceptInvitationRequest,
  type ChangePasswordRequest,
  type LoginRequest,
  type RegisterRequest,
  type ResetPasswordRequest,
  type User,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { forgetAccessToken, storeAccessToken } from '../lib/access-token.ts'
import { withTranslation } from '../lib/i18n.ts'
import { call } from './client.ts'

/** The screens have their own messages if the server sends none. */
const messageSchema = messageResponseSchema.partial()
type Message = z.output<typeof messageSchema>

/** For any status that this client does not know, the screen asks for a code. */
const registerAnswerSchema = registerResponseSchema.extend({ status: z.string() })
export type RegisterAnswer = z.output<typeof registerAnswerSchema>
const activateAnswerSchema = activateResponseSchema.partial()
const signOutAnswerSchema = signOutResponseSchema.partial()

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call('/api/v1/auth/me', userSchema, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
})

/** Signs in and stores the access token. Throws ApiError with the server's message. */
export async function logIn(request: LoginRequest): Promise<User> {
  const answer = await call('/api/v1/auth/login', tokenResponseSchema, { method: 'POST', body: request })
  storeAccessToken(answer.access_token)
  return answer.user
}

/** Whom the link of an invitation is for. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      call('/api/v1/auth/invitation', invitationSchema, { method: 'POST', body: { token }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** Sets the name and password of an invited person, and signs them in. */
export async function acceptInvitation(request: AcceptInvitationRequest): Promise<User> {
  const answer = await call('/api/v1/auth/accept-invitation', tokenResponseSchema, { method: 'POST', body: request })
  storeAccessToken(answer.access_token)
  return answer.user
}

export function register(request: RegisterRequest): Promise<RegisterAnswer> {
  return withTranslation(call('/api/v1/auth/register', registerAnswerSchema, { method: 'POST', body: request }))
}

export function activate(request: { email: string; code: string }): Promise<z.output<typeof activateAnswerSchema>> {
  return withTranslation(call('/api/v1/auth/activate', activateAnswerSchema, { method: 'POST', body: request }))
}

/** Requests another activation code by email. */
export function resendActivation(email: string): Promise<Message> {
  return withTranslation(call('/api/v1/auth/resend-activation', messageSchema, { method: 'POST', body: { email } }))
}

/** Requests a reset link by email; the response does not reveal whether the account exists. */
export function forgotPassword(email: string): Promise<Message> {
  return withTranslation(call('/api/v1/auth/forgot-password', messageSchema, { method: 'POST', body: { email } }))
}

/** Sets a new password with the token from an emailed link. */
export function resetPassword(email: string, newPassword: string, token: string): Promise<Message> {
  const body: ResetPasswordRequest = { email, new_password: newPassword, token }
  return withTranslation(call('/api/v1/auth/reset-password', messageSchema, { method: 'POST', body }))
}

/** Changes the user's own password: every other sign-in ends, and this one continues with a new token. */
export async function changePassword(request: ChangePasswordRequest): Promise<Message> {
  const answer = await withTranslation(
    call('/api/v1/auth/change-password', changePasswordResponseSchema, { method: 'POST', body: request }),
  )
  storeAccessToken(answer.access_token)
  return answer
}

/** Ends a sign-in with a provider: fetches the access token of the cookie that the server has set. Throws ApiError. */
export async function finishSignIn(): Promise<User> {
  const answer = await call('/api/v1/auth/refresh', tokenResponseSchema, { method: 'POST' })
  storeAccessToken(answer.access_token)
  return answer.user
}

/** Signs out here, and at the sign-in provider if it has a page for it. */
export async function signOut(): Promise<void> {
  const url = await logOut()
  if (url !== null) window.location.assign(url)
}

/**
 * Revokes the refresh token if the server is reachable, and removes everything here either way.
 * @returns where the browser also ends the session at the sign-in provider; null if there is no such page
 */
async function logOut(): Promise<string | null> {
  try {
    const { provider_url: url } = await call('/api/v1/auth/logout', signOutAnswerSchema, { method: 'POST' })
    return url ?? null
  } catch {
    // Signing out must work without the server too.
    return null
  } finally {
    forgetAccessToken('chosen')
  }
}
