import type { ErrorCode } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Principal } from './principal.ts'

/** Who can call a route: anyone, signed-in users, or administrators. The feature's policy checks ownership. */
export type Access = 'public' | 'user' | 'admin'

/** What a route can reach. The list of R20 comes from this. */
export type Reach = 'database' | 'credentials' | 'model'

export interface RateLimit {
  max: number
  /** In milliseconds. */
  window: number
  /** Counts requests by IP address, by IP address and the email in the body, or by user. */
  by: 'address' | 'address-and-email' | 'user'
  /** All server processes share one count. */
  shared?: true
}

/** How many attempts at a secret can fail. Successful attempts don't count. */
export interface FailureLimit extends Pick<RateLimit, 'max' | 'window' | 'by'> {
  /** Errors that occur only after the right secret. They don't count either. */
  spares: ErrorCode[]
}

interface Schemas {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

export interface RouteRequest<S extends Schemas, A extends Access> {
  params: Parsed<S['params']>
  query: Parsed<S['query']>
  body: Parsed<S['body']>
  principal: A extends 'public' ? Principal | null : Principal
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  raw: FastifyRequest
  reply: FastifyReply
}

/** One route as a list of guarantees. `registerRoutes` enforces them, and the matrix tests (R11, R20) read them. */
export interface RouteDefinition<S extends Schemas = Schemas, A extends Access = Access> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** A verb and a noun in camel case, unique in the API. The product's own routes all have one. */
  operationId?: string
  /** What the route does, as a short instruction. */
  summary: string
  /** What a caller must know that the summary does not say, in Markdown. */
  description?: string
  access: A
  rateLimit?: RateLimit
  failureLimit?: FailureLimit
  /** The route reads or sets the sign-in cookie, so it refuses requests from pages of other sites. */
  ownOriginOnly?: true
  /** The `www-authenticate` header of a 401, from the server's address. `Bearer` if absent. */
  challenge?: (own: string) => Promise<string>
  /** The route ends the caller's own sign-in and still sends its response. */
  endsOwnSignIn?: true
  reaches?: Reach[]
  params?: S['params']
  query?: S['query']
  body?: S['body']
  /** Schema of the 200 response. Absent for streams and files, which the handler sends itself. */
  response?: z.ZodType
  /** Responds with 202 and the same schema if a part is waiting for an administrator. */
  mayWait?: true
  /** A page for browsers, whose response redirects to another one. It is not in the API's description. */
  redirects?: true
  /** In bytes. The server's default applies if absent. */
  bodyLimit?: number
  /** Accepts one multipart file, which the handler reads. Such a route has no body schema. */
  upload?: { maxBytes: number }
  /** Accepts bytes of any type, which the handler reads and limits. Such a route has no body schema. */
  takesBytes?: true
  handler: (request: RouteRequest<S, A>) => Promise<unknown>
}

/** Declares a route, and infers its types from its schemas. */
export function route<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  definition: RouteDefinition<{ params: P & z.ZodType; query: Q & z.ZodType; body: B & z.ZodType }, A>,
): RouteDefinition {
  return definition as unknown as RouteDefinition
}
