import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentScope, runInScope } from './request-scope.ts'
import type { RequestScope } from './request-scope.ts'
import type { RouteDefinition } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope | null
    /** The `id` of the answer, or its `user_id`: what a create call made. */
    answeredId: string | null
    isWriteRecorded: boolean
  }
}

/** A request that may have changed something, as it ended. */
export interface WriteEvent {
  /** `POST /api/v1/users/:id/approve` */
  route: string
  status: number
  /** Null: nobody signed in. */
  userId: string | null
  params: Record<string, string>
  answeredId: string | null
  /** Actions that the feature itself recorded. */
  recorded: ReadonlySet<string>
}

export type RecordWrite = (event: WriteEvent) => Promise<void>

/** Gives each request its scope. The body's reading loses it, so that it is entered again before validation. */
export function installScope(fastify: FastifyInstance): void {
  fastify.decorateRequest('scope', null)
  fastify.decorateRequest('answeredId', null)
  fastify.decorateRequest('isWriteRecorded', false)
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.scope = { requestId: request.id, address: request.ip, userId: null, recorded: new Set() }
    runInScope(request.scope, done)
  })
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (request.scope === null || currentScope() === request.scope) return done()
    runInScope(request.scope, done)
  })
}

/** Hands a request to the audit log before its answer leaves; once, however it ends. */
export async function recordWrite(
  record: RecordWrite | undefined,
  definition: RouteDefinition,
  request: FastifyRequest,
  status: number,
): Promise<void> {
  if (record === undefined || definition.method === 'GET' || request.isWriteRecorded) return
  request.isWriteRecorded = true
  const event = {
    route: `${definition.method} ${definition.url}`,
    status,
    userId: request.principal?.userId ?? null,
    params: stringsOf(request.params),
    answeredId: request.answeredId,
    recorded: request.scope?.recorded ?? new Set<string>(),
  }
  const write = () => record(event)
  await (request.scope === null ? write() : runInScope(request.scope, write))
}

/** @returns the id that an answer names */
export function idOfAnswer(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  if ('id' in answer && typeof answer.id === 'string') return answer.id
  return 'user_id' in answer && typeof answer.user_id === 'string' ? answer.user_id : null
}

function stringsOf(params: unknown): Record<string, string> {
  if (typeof params !== 'object' || params === null) return {}
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
