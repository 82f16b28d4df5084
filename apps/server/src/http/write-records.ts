import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentScope, runInScope } from './request-scope.ts'
import type { Refusal, RequestScope } from './request-scope.ts'
import type { RouteDefinition } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope | null
    /** `id` or `user_id` of the response: the item that the request created. */
    answeredId: string | null
    isWriteRecorded: boolean
  }
}

/** A finished request that could have changed something. */
export interface WriteEvent {
  /** `POST /api/v1/users/:id/approve` */
  route: string
  status: number
  /** Null for anonymous requests. */
  userId: string | null
  params: Record<string, string>
  /** Reads one text of the body that the client sent, which can be wrong. The rest may contain passwords and stays unread. */
  bodyText: (field: string) => string | null
  answeredId: string | null
  /** Actions that the feature recorded. */
  recorded: ReadonlySet<string>
  refusal: Refusal | null
}

export type RecordWrite = (event: WriteEvent) => Promise<void>

/** Gives each request its scope. Reading the body loses it, so the server enters it again before validation. */
export function installScope(fastify: FastifyInstance): void {
  fastify.decorateRequest('scope', null)
  fastify.decorateRequest('answeredId', null)
  fastify.decorateRequest('isWriteRecorded', false)
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.scope = { requestId: request.id, address: request.ip, userId: null, recorded: new Set(), refusal: null }
    runInScope(request.scope, done)
  })
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (request.scope === null || currentScope() === request.scope) return done()
    runInScope(request.scope, done)
  })
}

/** Passes a request to the audit log once, before its response. */
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
    bodyText: (field: string) => stringsOf(request.body)[field] ?? null,
    answeredId: request.answeredId,
    recorded: request.scope?.recorded ?? new Set<string>(),
    refusal: request.scope?.refusal ?? null,
  }
  const write = () => record(event)
  await (request.scope === null ? write() : runInScope(request.scope, write))
}

/** @returns the ID in a response */
export function idOfAnswer(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  if ('id' in answer && typeof answer.id === 'string') return answer.id
  return 'user_id' in answer && typeof answer.user_id === 'string' ? answer.user_id : null
}

function stringsOf(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
