import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { describable, describeIssue } from '@parlance/contract'
import fastifyFactory from 'fastify'
import type { FastifyInstance, FastifyReply, FastifySchemaCompiler } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { AppContext } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { createAttemptCounter } from './attempt-counter.ts'
import { installErrorHandler, sendError } from './error-handler.ts'
import type { EventStream } from './event-stream.ts'
import { installNotFound } from './not-found.ts'
import { installOpenApi } from './openapi.ts'
import { registerRoutes } from './register-routes.ts'
import type { Authenticate } from './register-routes.ts'
import { requestIdOf } from './request-id.ts'
import type { RouteDefinition } from './route.ts'
import { installSecurityHeaders } from './security-headers.ts'
import type { WatchSignIn } from './sign-in-end.ts'
import { answerUnreadable } from './unreadable-request.ts'
import { installScope } from './write-records.ts'
import type { RecordWrite } from './write-records.ts'

const bodyLimitBytes = 1024 * 1024
const longestParameter = 200
/** Time for streams to send their last events when the server stops. */
const lastWordsMs = 1_000

export interface WebBundle {
  indexHtml: string
  /** Registers the bundle's files. */
  install(fastify: FastifyInstance): void
  /** Sends the prerendered page of a path, or the app's page. */
  sendPage(reply: FastifyReply, path: string): Promise<FastifyReply>
}

export interface HttpOptions {
  context: AppContext
  routes: RouteDefinition[]
  authenticate: Authenticate
  /** Absent if no one signs in. */
  watchSignIn?: WatchSignIn
  /** Records requests in the audit log. Absent if there is none. */
  recordWrite?: RecordWrite
  /** Null to serve only the API. */
  web: WebBundle | null
  /** Called before the server ends the streams, to end what they follow. */
  onStopping?: () => Promise<void>
  /** Called after the last response. */
  onClose: () => Promise<void>
}

/** Creates the HTTP server with the rules for all routes, then the routes. It is ready, but doesn't listen. */
export async function buildHttp({
  context,
  routes,
  authenticate,
  watchSignIn,
  recordWrite,
  web,
  onStopping = async () => undefined,
  onClose,
}: HttpOptions): Promise<FastifyInstance> {
  const fastify = createInstance(context)
  // Before any schema. Otherwise, a declared 4xx response would turn a 400 into a 500.
  installErrorHandler(fastify)
  fastify.setValidatorCompiler(compileValidator)
  fastify.setSerializerCompiler(serializerCompiler)
  installJsonParser(fastify)
  installStop(fastify, onStopping)
  installScope(fastify)
  fastify.decorateRequest('principal', null)
  fastify.decorateRequest('signInId', null)
  fastify.decorateRequest('signInEnd', null)
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api') || request.url.startsWith('/apps')) reply.header('cache-control', 'no-store')
  })
  await installSecurityHeaders(fastify, web?.indexHtml ?? null, context.config.publicUrl?.startsWith('https:') === true)
  await fastify.register(cookie)
  await fastify.register(rateLimit, { global: false })
  installOpenApi(fastify, routes)
  web?.install(fastify)
  const rateLimits = {
    scale: context.config.rateLimitScale,
    countAttempt: createAttemptCounter(context),
    hasOtherProcesses: context.store.isShared,
  }
  const { config } = context
  registerRoutes(fastify, routes, { authenticate, watchSignIn, rateLimits, config, recordWrite })
  installNotFound(fastify, routes, web === null ? null : (reply, path) => web.sendPage(reply, path))
  fastify.addHook('onClose', onClose)
  await fastify.ready()
  return fastify
}

function createInstance(context: AppContext): FastifyInstance {
  return fastifyFactory({
    loggerInstance: context.log,
    trustProxy: context.config.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestIdHeader: false,
    genReqId: requestIdOf,
    requestTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // Prevents loading Fastify's own compilers, which no schema needs.
    schemaController: { compilersFactory: { buildValidator: noOtherCompiler, buildSerializer: noOtherCompiler } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParameter },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as FastifyReply),
    clientErrorHandler: answerUnreadable,
  })
}

/** Every schema is a Zod schema, and its compilers are set. */
const noOtherCompiler = (): never => {
  throw new Error('A route has a schema that is not a Zod schema.')
}

/** Fastify passes an absent body as null. Schemas expect undefined. */
const compileValidator: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const { data: value, error } = safeParse(schema, httpPart === 'body' ? (data ?? undefined) : data, describable)
    const [first] = error?.issues ?? []
    return first === undefined ? { value } : { error: new AppError('bad_request', { detail: describeIssue(first) }) }
  }

/** Accepts only JSON. An empty body counts as absent, because several documented requests have none. */
function installJsonParser(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser('text/plain')
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    void parse(request, String(body), (error, value) => {
      if (error === null) return done(null, value)
      done(new AppError('invalid_json', { cause: error }))
    })
  })
}

/**
 * A stopping server accepts no new requests. It lets streams send their last events, and then ends those that are still
 * open.
 */
function installStop(fastify: FastifyInstance, onStopping: () => Promise<void>): void {
  const streams = new Set<EventStream>()
  let isStopping = false
  fastify.decorate('eventStreams', streams)
  fastify.addHook('preClose', async () => {
    isStopping = true
    await onStopping()
    const open = [...streams].filter(({ signal }) => !signal.aborted)
    await Promise.race([
      Promise.all(open.map(({ signal }) => once(signal, 'abort'))),
      sleep(lastWordsMs, undefined, { ref: false }),
    ])
    for (const stream of streams) stream.end()
  })
  fastify.addHook('onRequest', async () => {
    if (isStopping) throw new AppError('unavailable', { headers: { connection: 'close' } })
  })
}
