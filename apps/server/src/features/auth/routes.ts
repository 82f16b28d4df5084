import {
  activateRequestSchema,
  activateResponseSchema,
  changePasswordRequestSchema,
  changePasswordResponseSchema,
  forgotPasswordRequestSchema,
  loginRequestSchema,
  messageResponseSchema,
  registerRequestSchema,
  registerResponseSchema,
  resendActivationRequestSchema,
  resetPasswordRequestSchema,
  tokenResponseSchema,
  userSchema,
} from '@parlance/contract'
import type { TokenResponse } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { route } from '../../http/route.ts'
import type { FailureLimit, RateLimit, RouteDefinition } from '../../http/route.ts'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import { accessTokenSeconds } from './access-token.ts'
import type { AuthService, SignedIn } from './service.ts'
import { refreshTokenDays } from './sign-ins.ts'

const cookieName = 'parlance_refresh'
const cookiePath = '/api/v1/auth'
const quarterHour = 15 * 60 * 1000

/** Calls that create an account or send an email, whether they succeed or fail. */
const calls = (max: number): RateLimit => ({ max, window: quarterHour, by: 'address-and-email', shared: true })

/** Passwords, codes, and links can be guessed. Right ones are limited too, because hashing a password is expensive. */
const guesses = (by: RateLimit['by'], spares: FailureLimit['spares'] = []) => ({
  rateLimit: { max: 60, window: 60_000, by },
  failureLimit: { max: 10, window: quarterHour, by, spares },
})

export function authRoutes(auth: AuthService, config: Config): RouteDefinition[] {
  return [...registrationRoutes(auth), ...recoveryRoutes(auth, config), ...signInRoutes(auth, config)]
}

function registrationRoutes(auth: AuthService): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/v1/auth/register',
      summary: 'Create an account; the first one of an installation is its administrator',
      access: 'public',
      rateLimit: calls(10),
      body: registerRequestSchema,
      response: registerResponseSchema,
      handler: ({ body }) => auth.register(body),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/activate',
      summary: 'Prove the e-mail of a new account with the mailed code',
      access: 'public',
      ...guesses('address-and-email'),
      body: activateRequestSchema,
      response: activateResponseSchema,
      handler: ({ body }) => auth.activate(body),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/resend-activation',
      summary: 'Mail a new activation code; the answer is the same for every e-mail',
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
      summary: 'Mail a link that sets a new password; the answer is the same for every e-mail',
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
      summary: 'Set a new password with the token of a mailed link; every sign-in ends',
      access: 'public',
      ...guesses('address-and-email'),
      body: resetPasswordRequestSchema,
      response: messageResponseSchema,
      handler: async ({ body }) => ({ message: await auth.resetPassword(body) }),
    }),
  ]
}

function signInRoutes(auth: AuthService, config: Config): RouteDefinition[] {
  const answer = (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply): TokenResponse => {
    setCookie(signedIn.refreshToken, request, reply, config)
    return {
      access_token: signedIn.accessToken,
      token_type: 'bearer',
      expires_in: accessTokenSeconds,
      user: signedIn.user,
    }
  }
  return [
    route({
      method: 'POST',
      url: '/api/v1/auth/login',
      summary: 'Sign in with e-mail and password',
      access: 'public',
      ownOriginOnly: true,
      ...guesses('address-and-email', ['activation_required', 'account_pending', 'account_inactive']),
      body: loginRequestSchema,
      response: tokenResponseSchema,
      handler: async ({ body, raw, reply }) => answer(await auth.login(body), raw, reply),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/refresh',
      summary: 'Exchange the refresh cookie for a new access token',
      access: 'public',
      ownOriginOnly: true,
      rateLimit: { max: 300, window: quarterHour, by: 'address' },
      response: tokenResponseSchema,
      handler: async ({ raw, reply }) => answer(await auth.refresh(raw.cookies[cookieName]), raw, reply),
    }),
    route({
      method: 'GET',
      url: '/api/v1/auth/me',
      summary: 'The signed-in user',
      access: 'user',
      response: userSchema,
      handler: ({ principal }) => auth.me(principal),
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/logout',
      summary: 'End this sign-in',
      access: 'public',
      ownOriginOnly: true,
      response: messageResponseSchema,
      handler: async ({ raw, reply }) => {
        await auth.logout(raw.signInId, raw.cookies[cookieName])
        reply.clearCookie(cookieName, { path: cookiePath })
        return { message: 'Signed out.' }
      },
    }),
    route({
      method: 'POST',
      url: '/api/v1/auth/change-password',
      summary: 'Change the own password; every other sign-in ends',
      access: 'user',
      ownOriginOnly: true,
      endsOwnSignIn: true,
      ...guesses('user'),
      body: changePasswordRequestSchema,
      response: changePasswordResponseSchema,
      handler: async ({ principal, body, raw, reply }) => {
        const { access_token } = answer(await auth.changePassword(principal, body), raw, reply)
        return { message: 'Password changed successfully.', access_token }
      },
    }),
  ]
}

/** Scripts cannot read the cookie, and only our own pages send it. */
function setCookie(refreshToken: string, request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.setCookie(cookieName, refreshToken, {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl?.startsWith('https:') ?? request.protocol === 'https',
    maxAge: refreshTokenDays * 24 * 60 * 60,
  })
}
