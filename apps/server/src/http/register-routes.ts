import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { errorBodySchema, message } from '@parlance/contract'
import type { ApiTokenScope } from '@parlance/contract'
import type { Config } from '../config/config.ts'
import { boundPortOf, ownAddress } from '../config/own-address.ts'
import { AppError } from '../lib/errors.ts'
import type { EventStream } from './event-stream.ts'
import { guardAgainstGuesses } from './failure-limit.ts'
import { refuseOtherOrigins } from './own-origin.ts'
import type { Principal } from './principal.ts'
import { rateLimitHooks } from './rate-limit.ts'
import type { RateLimitOptions } from './rate-limit.ts'
import { watchUntilAnswered } from './sign-in-end.ts'
import type { CallerKind, SignInEnd, WatchSignIn } from './sign-in-end.ts'
import { idOfAnswer, recordWrite } from './write-records.ts'
import type { RecordWrite } from './write-records.ts'
import type { RouteDefinition } from './route.ts'
import { scopesFor } from './token-scopes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook. Null for anonymous requests. */
    principal: Principal | null
    /** The sign-in that the token belongs to. */
    signInId: string | null
    /** Null for anonymous requests, and if a response can outlive the sign-in. */
    signInEnd: SignInEnd | null
  }
  interface FastifyInstance {
    /** Open event streams of this process. The server ends them when it stops. */
    eventStreams: Set<EventStream>
  }
}

export interface Authenticated {
  principal: Principal
  kind: CallerKind
  /** The sign-in or token of the request, or the user of a provider's token. Its end also ends open responses. */
  signInId: string
  /** What the request's token may do. Null for a sign-in. */
  scopes: readonly ApiTokenScope[] | null
}

/**
 * Resolves a request's token to its user.
 * @param own the address of this server, for tokens that are only valid for one
 * @returns null without a token
 * @throws AppError with status 401 or 403 if the token is not valid
 */
export type Authenticate = (authorization: string | undefined, own: string) => Promise<Authenticated | null>

export interface RegisterOptions {
  authenticate: Authenticate
  watchSignIn?: WatchSignIn
  rateLimits: RateLimitOptions
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>
  /** Called before the response of every request that can change something. */
  recordWrite?: RecordWrite
}

/**
 * Registers each route with its rate limit, access rule, and schemas. Nothing else adds routes.
 * @throws if two definitions have the same URL and method, or a route has no access rule
 */
export function registerRoutes(fastify: FastifyInstance, routes: RouteDefinition[], options: RegisterOptions): void {
  for (const definition of routes) registerRoute(fastify, definition, options)
}

function registerRoute(fastify: FastifyInstance, definition: RouteDefinition, options: RegisterOptions): void {
  const { upload, takesBytes } = definition
  if (takesBytes === true) {
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      // The handler reads the request itself, so that nothing collects it in memory.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      addRoute(scope, definition, options)
    })
    return
  }
  if (upload === undefined) return addRoute(fastify, definition, options)
  // Only this scope accepts multipart bodies.
  void fastify.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fileSize: upload.maxBytes, fields: 0 } })
    addRoute(scope, definition, options)
  })
}

function addRoute(fastify: FastifyInstance, definition: RouteDefinition, options: RegisterOptions): void {
  const named = { ...options.rateLimits, name: definition.url }
  const limits = rateLimitHooks(fastify, definition.rateLimit, named)
  const guard = guardAgainstGuesses(definition.failureLimit, named)
  fastify.route({
    method: definition.method,
    url: withoutTrailingSlash(definition.url),
    schema: schemaOf(definition),
    bodyLimit: definition.bodyLimit,
    onRequest: [
      forbidCaching,
      ...(definition.ownOriginOnly === true ? [refuseOtherOrigins(options.config.publicUrl)] : []),
      ...limits.onRequest,
      authorize(definition, options),
    ],
    preHandler: limits.preHandler,
    onSend: (request, reply) => recordWrite(options.recordWrite, definition, request, reply.statusCode),
    handler: async (request, reply) => {
      assertSignedIn(request)
      const call = {
        params: request.params as never,
        query: request.query as never,
        body: request.body as never,
        principal: request.principal as never,
        signal: signalOf(request, reply),
        raw: request,
        reply,
      }
      const answer = await guard(request, () => definition.handler(call))
      request.answeredId = idOfAnswer(answer)
      if (definition.response !== undefined && !reply.sent) assertSignedIn(request)
      request.signInEnd?.answerBegins()
      // The response of a stream passes no hook.
      if (reply.sent) await recordWrite(options.recordWrite, definition, request, reply.raw.statusCode)
      return reply.sent || answer === undefined ? reply : answer
    },
  })
}

/** No cache stores a response of the API. */
const forbidCaching: onRequestAsyncHookHandler = async (_request, reply) => {
  reply.header('cache-control', 'no-store')
}

/** The request closes as soon as its body was read. Only the response's close event shows a disconnected client. */
function signalOf({ signInEnd }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return signInEnd === null ? gone.signal : AbortSignal.any([gone.signal, signInEnd.signal])
}

/** If the sign-in ended during the request, the user gets no response. */
function assertSignedIn({ signInEnd }: FastifyRequest): void {
  if (signInEnd?.signal.aborted === true) throw new AppError('not_authenticated')
}

/** Checks access before the server reads the body. */
function authorize(
  definition: RouteDefinition,
  { authenticate, watchSignIn, config }: RegisterOptions,
): onRequestAsyncHookHandler {
  const { access, endsOwnSignIn, challenge = async () => 'Bearer' } = definition
  return async (request, reply) => {
    const own = ownAddress(config, boundPortOf(request.server.server))
    const identify = () => authenticate(request.headers.authorization, own)
    if (access === 'public') {
      // A stale token must not prevent a new sign-in.
      setCaller(request, await identify().catch(() => null))
      return
    }
    const caller = await requireCaller(identify).catch(async (error: unknown) => {
      if (error instanceof AppError && error.status === 401) reply.header('www-authenticate', await challenge(own))
      throw error
    })
    setCaller(request, caller)
    const { principal, kind, scopes, signInId } = caller
    if (scopes !== null) requireScope(definition, scopes)
    if (access === 'admin' && principal.role !== 'ADMIN') throw new AppError('admin_only')
    if (watchSignIn === undefined || endsOwnSignIn === true) return
    request.signInEnd = watchUntilAnswered(reply, watchSignIn, { kind, signInId, userId: principal.userId })
  }
}

async function requireCaller(identify: () => ReturnType<Authenticate>): Promise<Authenticated> {
  const caller = await identify()
  if (caller === null) throw new AppError('not_authenticated')
  return caller
}

/** R11: a token calls only routes that one of its scopes opens. @throws AppError token_scope */
function requireScope(definition: RouteDefinition, scopes: readonly ApiTokenScope[]): void {
  const opening = scopesFor(definition)
  if (opening.some((scope) => scopes.includes(scope))) return
  if (opening.length === 0) throw new AppError('token_scope', { detail: notForTokensText })
  throw new AppError('token_scope', {
    detail: message('This API token may not do this. Use a token with the scope {scopes}.', {
      scopes: new Intl.ListFormat('en', { type: 'disjunction' }).format(opening),
    }),
  })
}

const notForTokensText = message('API tokens cannot do this. Sign in with your password.')

function setCaller(request: FastifyRequest, caller: Authenticated | null): void {
  request.principal = caller?.principal ?? null
  request.signInId = caller?.signInId ?? null
  if (request.scope !== null) request.scope.userId = caller?.principal.userId ?? null
}

/** The schemas that Fastify validates requests with and serializes responses by. */
function schemaOf({ params, query, body, response, mayWait }: RouteDefinition): object {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      ...(response && { 200: response }),
      ...(response && mayWait && { 202: response }),
      '4xx': errorBodySchema,
      '5xx': errorBodySchema,
    },
  }
}

function withoutTrailingSlash(url: string): string {
  return url.length > 1 ? url.replace(/\/$/, '') : url
}

/** The parameters of a route whose only one is `id`. */
export const idParamsSchema = z.strictObject({ id: z.string().min(1).max(200) })
