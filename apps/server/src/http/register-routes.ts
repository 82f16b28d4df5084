import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { errorBodySchema } from '@parlance/contract'
import type { Config } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'
import type { EventStream } from './event-stream.ts'
import type { DescribedRoute } from './openapi.ts'
import { guardAgainstGuesses } from './failure-limit.ts'
import { refuseOtherOrigins } from './own-origin.ts'
import type { Principal } from './principal.ts'
import { rateLimitHooks } from './rate-limit.ts'
import type { RateLimitOptions } from './rate-limit.ts'
import { watchUntilAnswered } from './sign-in-end.ts'
import type { SignInEnd, WatchSignIn } from './sign-in-end.ts'
import { idOfAnswer, recordWrite } from './write-records.ts'
import type { RecordWrite } from './write-records.ts'
import type { RouteDefinition } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the auth hook; null for anonymous requests. */
    principal: Principal | null
    /** The sign-in that the token belongs to. */
    signInId: string | null
    /** Null where nobody signed in, and where an answer may outlive the sign-in. */
    signInEnd: SignInEnd | null
  }
  interface FastifyInstance {
    /** Open event streams of this process; ended when it stops. */
    eventStreams: Set<EventStream>
  }
}

export interface Authenticated {
  principal: Principal
  signInId: string
}

/** Turns a request's token into who sent it; null when it carries none. Throws 401 or 403 for a bad one. */
export type Authenticate = (authorization: string | undefined) => Promise<Authenticated | null>

export interface RegisterOptions {
  authenticate: Authenticate
  watchSignIn?: WatchSignIn
  rateLimits: RateLimitOptions
  publicUrl: Config['publicUrl']
  /** Told of every request that may have changed something, before its answer leaves. */
  recordWrite?: RecordWrite
}

/**
 * Registers each definition with the guarantees it names: rate limit, access, schemas. No route is added another way.
 * @throws when two definitions take the same place, or a route has no access rule
 */
export function registerRoutes(fastify: FastifyInstance, routes: RouteDefinition[], options: RegisterOptions): void {
  for (const definition of routes) registerRoute(fastify, definition, options)
}

function registerRoute(fastify: FastifyInstance, definition: RouteDefinition, options: RegisterOptions): void {
  const { upload } = definition
  if (upload === undefined) return addRoute(fastify, definition, options)
  // A context of its own: everywhere else a multipart body stays refused.
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
    ...describeRoute(definition),
    bodyLimit: definition.bodyLimit,
    onRequest: [
      forbidKeeping,
      ...(definition.ownOriginOnly === true ? [refuseOtherOrigins(options.publicUrl)] : []),
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
      // A stream of its own passes no hook on its way out.
      if (reply.sent) await recordWrite(options.recordWrite, definition, request, reply.raw.statusCode)
      return reply.sent || answer === undefined ? reply : answer
    },
  })
}

/** Whatever its address, no answer of the API is kept by a cache. */
const forbidKeeping: onRequestAsyncHookHandler = async (_request, reply) => {
  reply.header('cache-control', 'no-store')
}

/** The request's own close event fires as soon as its body was read; the response's tells when the client has gone. */
function signalOf({ signInEnd }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return signInEnd === null ? gone.signal : AbortSignal.any([gone.signal, signInEnd.signal])
}

/** Whose sign-in ended on the way, while the body came or the work was done, gets no answer. */
function assertSignedIn({ signInEnd }: FastifyRequest): void {
  if (signInEnd?.signal.aborted === true) throw new AppError('not_authenticated')
}

/** What the API's description says of a route. */
export function describeRoute(definition: RouteDefinition): DescribedRoute {
  return { method: definition.method, url: withoutTrailingSlash(definition.url), schema: schemaOf(definition) }
}

/** Who may come in: before the body is read, so that nobody else's bytes are taken. */
function authorize(
  { access, endsOwnSignIn }: RouteDefinition,
  { authenticate, watchSignIn }: RegisterOptions,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (access === 'public') {
      // A stale token must not keep anyone from signing in again.
      setCaller(request, await authenticate(request.headers.authorization).catch(() => null))
      return
    }
    setCaller(request, await authenticate(request.headers.authorization))
    if (request.principal === null)
      throw new AppError('not_authenticated', { headers: { 'www-authenticate': 'Bearer' } })
    if (access === 'admin' && request.principal.role !== 'ADMIN') throw new AppError('admin_only')
    if (watchSignIn === undefined || request.signInId === null || endsOwnSignIn === true) return
    const { userId } = request.principal
    request.signInEnd = watchUntilAnswered(reply, watchSignIn, { signInId: request.signInId, userId })
  }
}

function setCaller(request: FastifyRequest, caller: Authenticated | null): void {
  request.principal = caller?.principal ?? null
  request.signInId = caller?.signInId ?? null
  if (request.scope !== null) request.scope.userId = caller?.principal.userId ?? null
}

function schemaOf(definition: RouteDefinition): object {
  const errors = { '4xx': errorBodySchema, '5xx': errorBodySchema }
  return {
    summary: definition.summary,
    tags: [tagOf(definition.url)],
    security: definition.access === 'public' ? [] : [{ bearer: [] }],
    ...(definition.params && { params: definition.params }),
    ...(definition.query && { querystring: definition.query }),
    ...(definition.body && { body: definition.body }),
    response: {
      ...(definition.response && { 200: definition.response }),
      ...(definition.response && definition.mayWait && { 202: definition.response }),
      ...errors,
    },
  }
}

function tagOf(url: string): string {
  const parts = url.split('/').filter(Boolean)
  return (parts[0] === 'api' ? parts[2] : parts[0]) ?? 'other'
}

function withoutTrailingSlash(url: string): string {
  return url.length > 1 ? url.replace(/\/$/, '') : url
}

/** The parameters of a route whose only one is `id`. */
export const idParamsSchema = z.strictObject({ id: z.string().min(1).max(200) })
