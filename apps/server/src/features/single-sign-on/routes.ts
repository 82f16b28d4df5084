import {
  beginTestSignInSchema,
  message,
  messageResponseSchema,
  saveSingleSignOnSchema,
  signInOptionsSchema,
  singleSignOnSchema,
  testSignOnProviderSchema,
  testSignOnResponseSchema,
  wireMessage,
} from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { boundPortOf, ownAddress } from '../../config/own-address.ts'
import type { AppContext } from '../../context/context.ts'
import { idParamsSchema } from '../../http/register-routes.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { isSecure, setRefreshCookie } from '../auth/service.ts'
import { rememberAttempt, takeAttempt } from './attempt.ts'
import type { Ending, SingleSignOnService } from './service.ts'

const base = '/api/v1/single-sign-on'
const manyAtOnce = { max: 300, window: 5 * 60_000, by: 'address' } as const
const few = { max: 30, window: 60_000, by: 'user' } as const

const beginQuerySchema = z.object({ returnUrl: z.string().max(2000).optional() })

/** What a provider adds to the callback URL. The library reads the rest from the URL itself. */
const callbackQuerySchema = z.looseObject({ state: z.string().max(200).optional() })

type RoutesContext = Pick<AppContext, 'config' | 'keys' | 'now'>

export function singleSignOnRoutes(signOn: SingleSignOnService, context: RoutesContext): RouteDefinition[] {
  return [...browserRoutes(signOn, context), ...administrationRoutes(signOn, context)]
}

/** The pages that the browser opens on its way to a provider and back, and what the sign-in page shows. */
function browserRoutes(signOn: SingleSignOnService, { config, keys, now }: RoutesContext): RouteDefinition[] {
  const ownOf = ({ server }: FastifyRequest) => ownAddress(config, boundPortOf(server.server))
  return [
    route({
      method: 'GET',
      url: '/api/v1/auth/sign-in-options',
      operationId: 'listSignInOptions',
      summary: 'List how users can sign in',
      access: 'public',
      rateLimit: manyAtOnce,
      response: signInOptionsSchema,
      handler: () => signOn.options(),
    }),
    route({
      method: 'GET',
      url: '/auth/oidc/:id',
      operationId: 'beginSignOn',
      summary: 'Sign in with a provider',
      description: 'A page for browsers: it redirects to the provider.',
      access: 'public',
      redirects: true,
      rateLimit: manyAtOnce,
      params: idParamsSchema,
      query: beginQuerySchema,
      handler: async ({ params, query, raw, reply }) => {
        const begun = await signOn.begin(params.id, ownOf(raw), query.returnUrl)
        if ('problem' in begun) return reply.redirect(pageOf(begun), 303)
        rememberAttempt(begun.attempt, reply, { keys, isSecure: isSecure(raw, config) })
        return reply.redirect(begun.url, 303)
      },
    }),
    route({
      method: 'GET',
      url: '/auth/oidc/:id/callback',
      operationId: 'finishSignOn',
      summary: 'Return from a provider',
      description:
        'The page to which a provider sends the browser. It works once, and only in the browser that began the sign-in.',
      access: 'public',
      redirects: true,
      rateLimit: manyAtOnce,
      params: idParamsSchema,
      query: callbackQuerySchema,
      handler: async ({ params, query, raw, reply }) => {
        const attempt = takeAttempt(query.state, raw, reply, { keys, now: now() })
        const { search } = new URL(raw.url, 'http://parlance.invalid')
        const ending = await signOn.finish(params.id, attempt, { own: ownOf(raw), search })
        if ('signIn' in ending) setRefreshCookie(ending.signIn.refreshToken, raw, reply, config)
        return reply.redirect(pageOf(ending), 303)
      },
    }),
  ]
}

function administrationRoutes(signOn: SingleSignOnService, { config, keys }: RoutesContext): RouteDefinition[] {
  const ownOf = ({ server }: FastifyRequest) => ownAddress(config, boundPortOf(server.server))
  return [
    route({
      method: 'GET',
      url: base,
      operationId: 'getSingleSignOn',
      summary: 'Get how users sign in',
      access: 'admin',
      response: singleSignOnSchema,
      handler: ({ raw }) => signOn.read(ownOf(raw)),
    }),
    route({
      method: 'PUT',
      url: base,
      operationId: 'updateSingleSignOn',
      summary: 'Change how users sign in',
      description:
        'Replaces all providers. Those that are missing are deleted, with the connections of their users. A client secret is never returned.',
      access: 'admin',
      rateLimit: few,
      body: saveSingleSignOnSchema,
      response: singleSignOnSchema,
      handler: async ({ principal, body, raw }) => {
        await signOn.save(principal, body)
        return signOn.read(ownOf(raw))
      },
    }),
    route({
      method: 'POST',
      url: `${base}/test`,
      operationId: 'testSignOnProvider',
      summary: 'Test the address of a provider',
      description: 'Reads what the provider publishes about itself, without a sign-in.',
      access: 'admin',
      rateLimit: few,
      body: testSignOnProviderSchema,
      response: testSignOnResponseSchema,
      handler: async ({ principal, body }) => {
        const problem = await signOn.check(principal, body)
        const text = problem ?? message('The provider answered. Save, then test a sign-in.')
        return { success: problem === null, ...wireMessage(text) }
      },
    }),
    route({
      method: 'POST',
      url: `${base}/providers/:id/test-sign-in`,
      operationId: 'beginTestSignIn',
      summary: 'Begin a test sign-in',
      description:
        'Returns the URL to open in the same browser. The test signs no one in. It connects your account with your identity at the provider.',
      access: 'admin',
      rateLimit: few,
      params: idParamsSchema,
      response: beginTestSignInSchema,
      handler: async ({ principal, params, raw, reply }) => {
        const { url, attempt } = await signOn.beginTest(principal, params.id, ownOf(raw))
        rememberAttempt(attempt, reply, { keys, isSecure: isSecure(raw, config) })
        return { url }
      },
    }),
    route({
      method: 'DELETE',
      url: '/api/v1/users/:id/identities',
      operationId: 'disconnectIdentities',
      summary: 'Disconnect a user from all sign-in providers',
      description:
        'Ends every sign-in of the user, and removes the groups and attributes that came from providers. The next sign-in connects the user again by the verified email address.',
      access: 'admin',
      params: idParamsSchema,
      response: messageResponseSchema,
      handler: async ({ principal, params }) => {
        await signOn.disconnect(principal, params.id)
        return wireMessage(message('The user is no longer connected with a sign-in provider.'))
      },
    }),
  ]
}

/** The page of the browser after a sign-in or a test. */
function pageOf(ending: Ending): string {
  if ('problem' in ending) return `/login?${new URLSearchParams({ problem: ending.problem }).toString()}`
  if ('testedId' in ending) return `/settings/sign-in?${new URLSearchParams({ tested: ending.testedId }).toString()}`
  return `/signed-in?${new URLSearchParams({ returnUrl: ending.returnPath }).toString()}`
}
