import {
  acceptInvitationRequestSchema,
  activateRequestSchema,
  activateResponseSchema,
  changePasswordRequestSchema,
  changePasswordResponseSchema,
  createResetLinkRequestSchema,
  forgotPasswordRequestSchema,
  invitationSchema,
  linkResponseSchema,
  loginRequestSchema,
  message,
  messageResponseSchema,
  readInvitationRequestSchema,
  registerRequestSchema,
  registerResponseSchema,
  resendActivationRequestSchema,
  resetPasswordRequestSchema,
  signOutResponseSchema,
  tokenResponseSchema,
  userSchema,
  wireMessage,
} from '@parlance/contract'
import type { TokenResponse } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { FailureLimit, RateLimit, RouteDefinition } from '../../http/route.ts'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import { accessTokenSeconds } from './access-token.ts'
import type { AuthService, EndedSignIn, SignedIn } from './service.ts'
import { refreshCookie, setRefreshCookie } from './refresh-cookie.ts'

const quarterHour = 15 * 60 * 1000

/** Calls that create an account or send an email, whether they succeed or fail. */
const calls = (max: number): RateLimit => ({ max, window: quarterHour, by: 'address-and-email', shared: true })

/** Passwords, codes, and links can be guessed. Right ones are limited too, because hashing a password is expensive. */
const guesses = (by: RateLimit['by'], spares: FailureLimit['spares'] = []) => ({
  rateLimit: { max: 60, window: 60_000, by },
  failureLimit: { max: 10, window: quarterHour, by, spares },
})

/** @returns where the browser ends the session at the provider of a sign-in; null if it can't */
export type SignOutUrl = (ended: EndedSignIn, ownAddress: string) => Promise<string | null>

export function authRoutes(auth: AuthService, config: Config, signOutUrl: SignOutUrl): RouteDefinition[] {
  return [
    ...registrationRoutes(auth),
    ...recoveryRoutes(auth, config),
    ...signInRoutes(auth, config, signOutUrl),
    ...invitationRoutes(auth, config),
  ]
}

function registrationRoutes(auth: AuthService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/v1/auth/register',
      operationId: 'registerUser',
      summary: 'Register an account',
      description: 'The first account of an installation becomes its administrator.',
      access: 'public',
      rateLimit: calls(10),
      body: registerRequestSchema,
      response: registerResponseSchema,
      handler: ({ body }) => auth.register(body),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/activate',
      operationId: 'activateUserEmail',
      summary: 'Confirm the email address of a new account',
      access: 'public',
      ...guesses('address-and-email'),
      body: activateRequestSchema,
      response: activateResponseSchema,
      handler: ({ body }) => auth.activate(body),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/resend-activation',
      operationId: 'resendActivationCode',
      summary: 'Send a new activation code',
      description: 'The response is the same whether or not the account exists.',
      access: 'public',
      rateLimit: calls(5),
      body: resendActivationRequestSchema,
      response: messageResponseSchema,
      handler: async ({ body }) => ({ message: auth.resendActivation(body.email) }),
    }),
  ]
}

function recoveryRoutes(auth: AuthService, config: Config): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/v1/auth/forgot-password',
      operationId: 'requestPasswordReset',
      summary: 'Send a link to reset a password',
      description: 'The response is the same whether or not the account exists.',
      access: 'public',
      rateLimit: calls(5),
      body: forgotPasswordRequestSchema,
      response: messageResponseSchema,
      handler: async ({ body, raw }) => ({
        message: auth.forgotPassword(body.email, ownAddress(config, boundPortOf(raw.server.server))),
      }),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/reset-password',
      operationId: 'resetPassword',
      summary: 'Reset a password',
      description: 'Takes the token of an emailed link and ends every sign-in of the user.',
      access: 'public',
      ...guesses('address-and-email'),
      body: resetPasswordRequestSchema,
      response: messageResponseSchema,
      handler: async ({ body }) => ({ message: await auth.resetPassword(body) }),
    }),
  ]
}

/** Sets the refresh cookie of a sign-in. @returns the response with its access token */
function answerWith(config: Config) {
  return (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): TokenResponse => {
    setRefreshCookie(signedIn.refreshToken, request, reply, config)
    return {
      access_token: signedIn.accessToken,
      token_type: 'bearer',
      expires_in: accessTokenSeconds,
      user: signedIn.user,
    }
  }
}

function invitationRoutes(auth: AuthService, config: Config): RouteDefinition[] {
  const answer = answerWith(config)
  return [
    route({
      method: 'POST',
      url: '/api/v1/auth/invitation',
      operationId: 'readInvitation',
      summary: 'Find whom an invitation is for',
      description: 'Takes the token of the link of an invitation.',
      access: 'public',
      ...guesses('address'),
      body: readInvitationRequestSchema,
      response: invitationSchema,
      handler: ({ body }) => auth.readInvitation(body.token),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/accept-invitation',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description: 'Sets the name and password of an invited user, and signs them in. The link works once.',
      access: 'public',
      ownOriginOnly: true,
      ...guesses('address', ['license_limit', 'password_closed']),
      body: acceptInvitationRequestSchema,
      response: tokenResponseSchema,
      handler: async ({ body, raw, reply }) => answer(await auth.acceptInvitation(body), raw, reply),
    }),
    route({
      method: 'POST',
      url: '/api/v1/users/:id/reset-link',
      operationId: 'createResetLink',
      summary: 'Create a link to reset the password of a user',
      description:
        'Sends the link by email, or returns it once. Without a mail server it is always returned. The link expires after an hour.',
      access: 'admin',
      rateLimit: { max: 30, window: quarterHour, by: 'user', shared: true },
      params: idParamsSchema,
      body: createResetLinkRequestSchema,
      response: linkResponseSchema,
      handler: ({ principal, params, body, raw }) =>
        auth.createResetLink(principal, {
          userId: params.id,
          delivery: body.delivery,
          address: ownAddress(config, boundPortOf(raw.server.server)),
        }),
    }),
  ]
}

function signInRoutes(auth: AuthService, config: Config, signOutUrl: SignOutUrl): RouteDefinition[] {
  const answer = answerWith(config)
  return [
    route({
      method: 'POST',
      url: '/api/v1/auth/login',
      operationId: 'signIn',
      summary: 'Sign in',
      description: 'Returns an access token, and sets the refresh token as an HTTP-only cookie.',
      access: 'public',
      ownOriginOnly: true,
      ...guesses('address-and-email', [
        'activation_required',
        'account_pending',
        'account_inactive',
        'password_closed',
      ]),
      body: loginRequestSchema,
      response: tokenResponseSchema,
      handler: async ({ body, raw, reply }) => answer(await auth.login(body), raw, reply),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      operationId: 'refreshSignIn',
      summary: 'Get a new access token',
      description: 'Takes the refresh token from its cookie and replaces it. Each refresh token works once.',
      access: 'public',
      ownOriginOnly: true,
      rateLimit: { max: 300, window: quarterHour, by: 'address' },
      response: tokenResponseSchema,
      handler: async ({ raw, reply }) => answer(await auth.refresh(raw.cookies[refreshCookie.name]), raw, reply),
    }),
    route({
      method: 'GET',
      url: '/api/v1/auth/me',
      operationId: 'getCurrentUser',
      summary: 'Get the signed-in user',
      access: 'user',
      response: userSchema,
      handler: ({ principal }) => auth.me(principal),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/logout',
      operationId: 'signOut',
      summary: 'Sign out',
      description:
        'If the sign-in came from a provider that can end its session too, open `provider_url` in the browser to do so.',
      access: 'public',
      ownOriginOnly: true,
      response: signOutResponseSchema,
      handler: async ({ raw, reply }) => {
        const ended = await auth.logout(raw.signInId, raw.cookies[refreshCookie.name])
        reply.clearCookie(refreshCookie.name, { path: refreshCookie.path })
        const own = ownAddress(config, boundPortOf(raw.server.server))
        return {
          ...wireMessage(message('Signed out.')),
          provider_url: ended === null ? null : await signOutUrl(ended, own),
        }
      },
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/change-password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Ends every other sign-in of the user.',
      access: 'user',
      ownOriginOnly: true,
      endsOwnSignIn: true,
      ...guesses('user'),
      body: changePasswordRequestSchema,
      response: changePasswordResponseSchema,
      handler: async ({ principal, body, raw, reply }) => {
        const { access_token } = answer(await auth.changePassword(principal, body), raw, reply)
        return { ...wireMessage(message('Password changed successfully.')), access_token }
      },
    }),
  ]
}
