import type { ErrorCode } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Principal } from './principal.ts'

/** Who may call a route: anyone, anyone signed in, administrators. Ownership is checked by the feature's policy. */
export type Access = 'public' | 'user' | 'admin'

/** What a route can reach; R20's list is made from this. */
export type Reach = 'database' | 'credentials' | 'model'

export interface RateLimit {
  max: number
  /** Milliseconds. */
  window: number
  /** Counted by the address alone, or by the address and the e-mail of the body. */
  by: 'address' | 'address-and-email' | 'user'
  /** Several processes count together. */
  shared?: true
}

/** How many tries at a secret may fail; those that succeed are not counted. */
export interface FailureLimit extends Pick<RateLimit, 'max' | 'window' | 'by'> {
  /** Refusals that come only after the right secret: they are not counted either. */
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
  /** Aborted when the client goes away. */
  signal: AbortSignal
  raw: FastifyRequest
  reply: FastifyReply
}

/** One route as a list of guarantees; `registerRoutes` keeps them, and the matrix tests (R11, R20) read them. */
export interface RouteDefinition<S extends Schemas = Schemas, A extends Access = Access> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  summary: string
  access: A
  rateLimit?: RateLimit
  failureLimit?: FailureLimit
  /** It reads or sets the sign-in cookie: pages of other sites are refused. */
  ownOriginOnly?: true
  /** Its answer still leaves although it ends the caller's own sign-in. */
  endsOwnSignIn?: true
  reaches?: Reach[]
  params?: S['params']
  query?: S['query']
  body?: S['body']
  /** Schema of the 200 answer; absent for streams and files, which the handler sends itself. */
  response?: z.ZodType
  /** Answers 202 with the same schema when a part waits for an administrator. */
  mayWait?: true
  /** Bytes; the server's default when absent. */
  bodyLimit?: number
  /** Takes one multipart file of at most so many bytes, which the handler reads; such a route has no body schema. */
  upload?: { maxBytes: number }
  handler: (request: RouteRequest<S, A>) => Promise<unknown>
}

/** Declares a route with its types inferred from its schemas. */
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
