import {
  attachmentLimits,
  clearAllResponseSchema,
  createSessionRequestSchema,
  runRequestSchema,
  sessionListItemSchema,
  sessionSchema,
  starterQuestionsSchema,
  turnEventSchema,
  turnPromptSchema,
  updateSessionRequestSchema,
} from '@parlance/contract'
import type { TurnEvent } from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openEventStream } from '../../http/event-stream.ts'
import type { Principal } from '../../http/principal.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition, RouteRequest } from '../../http/route.ts'
import { artifactRoutes } from './artifact-routes.ts'
import type { AttachmentService } from './attachments/service.ts'
import { eventText } from './event-text.ts'
import type { SessionService } from './session-service.ts'
import type { StarterService } from './starters.ts'
import type { TurnService } from './turn-service.ts'

const id = z.string().min(1).max(200)
const sessionsPath = z.strictObject({ appName: z.string().min(1).max(100), userId: id })
const sessionPath = sessionsPath.extend({ sessionId: id })
const turnPath = z.strictObject({ id })
const eventNumber = z.coerce.number().int().min(0).max(1e9)
/** Whether the stream also carries the messages `thinking`, which are not events of the turn. */
const thinking = z.literal('true').optional()
const streamQuery = z.strictObject({ thinking })
const eventsQuery = z.strictObject({ after: eventNumber.optional(), thinking })
const startersQuery = z.strictObject({
  database_config_id: id.optional(),
  business_area_id: id.optional(),
  /** Whether the questions are asked in the draft of the area. */
  in_draft: z.literal('true').optional(),
})
const okSchema = z.object({ success: z.boolean(), message: z.string(), session_id: z.string() })

const aboutThinking =
  'With `thinking=true`, messages named `thinking` show the current line of the model’s thinking. They have no number, are not stored, and may be lost.'

/** Questions per minute and user. Typing never reaches this, but a loop does. */
const questionRate = { max: 60, window: 60_000, by: 'user' } as const

/** Sample questions are asked for when a conversation, database, or area is opened. Each time may run several queries. */
const starterRate = { max: 30, window: 60_000, by: 'user' } as const

/** Files are sent as base64, which is a third longer. A larger body is refused while it arrives. */
const runBodyLimit = Math.ceil((attachmentLimits.totalBytes * 4) / 3) + 4 * 1024 * 1024

export interface ChatServices {
  starters: StarterService
  sessions: SessionService
  attachments: AttachmentService
  turns: TurnService
}

export function chatRoutes({ sessions, attachments, turns, starters }: ChatServices): RouteDefinition[] {
  return [
    ...sessionRoutes(sessions),
    ...artifactRoutes(sessions, attachments),
    ...turnRoutes(turns),
    startersRoute(starters),
  ]
}

function startersRoute(starters: StarterService): RouteDefinition {
  return route({
    method: 'GET',
    url: '/api/v1/starter-questions',
    operationId: 'listStarterQuestions',
    summary: 'List questions to start with',
    description:
      'Up to three questions that returned rows when they ran as you, at most ten minutes ago. If your access, the rules, or the tables change, they run again. The default is the selected connection.',
    access: 'user',
    rateLimit: starterRate,
    reaches: ['database', 'credentials'],
    query: startersQuery,
    response: starterQuestionsSchema,
    handler: async ({ principal, query, signal }) => {
      const { database_config_id: connectionId = null, business_area_id: areaId = null, in_draft } = query
      return await starters.list(principal, { connectionId, areaId, inDraft: in_draft === 'true' }, signal)
    },
  })
}

function sessionRoutes(sessions: SessionService): RouteDefinition[] {
  const listUrl = '/apps/:appName/users/:userId/sessions'
  const itemUrl = `${listUrl}/:sessionId`
  return [
    route({
      method: 'POST',
      url: listUrl,
      operationId: 'createConversation',
      summary: 'Create a conversation',
      access: 'user',
      params: sessionsPath,
      body: createSessionRequestSchema.optional(),
      response: sessionSchema,
      handler: ({ principal, params, body }) => sessions.create(principal, params, body?.state ?? {}),
    }),
    route({
      method: 'GET',
      url: listUrl,
      operationId: 'listConversations',
      summary: 'List your conversations',
      description: 'Latest first.',
      access: 'user',
      params: sessionsPath,
      response: z.array(sessionListItemSchema),
      handler: ({ principal, params }) => sessions.list(principal, params),
    }),
    route({
      method: 'GET',
      url: itemUrl,
      operationId: 'getConversation',
      summary: 'Get a conversation',
      description: 'The response contains all events of the conversation.',
      access: 'user',
      params: sessionPath,
      response: sessionSchema,
      handler: ({ principal, params }) => sessions.get(principal, params),
    }),
    route({
      method: 'PATCH',
      url: itemUrl,
      operationId: 'updateConversation',
      summary: 'Update the state of a conversation',
      access: 'user',
      params: sessionPath,
      body: updateSessionRequestSchema,
      response: sessionListItemSchema,
      handler: ({ principal, params, body }) => sessions.update(principal, params, body.state_delta),
    }),
    route({
      method: 'DELETE',
      url: itemUrl,
      operationId: 'deleteConversation',
      summary: 'Delete a conversation',
      access: 'user',
      params: sessionPath,
      response: okSchema,
      handler: async ({ principal, params }) => {
        await sessions.remove(principal, params)
        return { success: true, message: 'Conversation deleted', session_id: params.sessionId }
      },
    }),
    route({
      method: 'POST',
      url: '/api/v1/sessions/clear-all',
      operationId: 'deleteAllConversations',
      summary: 'Delete all your conversations',
      access: 'user',
      response: clearAllResponseSchema,
      handler: async ({ principal }) => ({ action: 'deleted', deleted_count: await sessions.clearAll(principal) }),
    }),
  ]
}

function turnRoutes(turns: TurnService): RouteDefinition[] {
  return [
    streamRoute(turns, '/api/v1/custom_run_sse', 'askQuestion'),
    streamRoute(turns, '/run_sse', 'runSse'),
    route({
      method: 'POST',
      url: '/run',
      operationId: 'askQuestionAndWait',
      summary: 'Ask a question and wait for the answer',
      description:
        'Returns all events of the turn after it ends. If `Accept` is exactly `text/event-stream`, streams them.',
      access: 'user',
      rateLimit: questionRate,
      reaches: ['database', 'model'],
      query: streamQuery,
      body: runRequestSchema,
      bodyLimit: runBodyLimit,
      response: z.array(turnEventSchema),
      handler: async (request) => {
        const { principal, body, signal } = request
        const turnId = await turns.start(principal, body)
        if (wantsStream(request.raw)) return streamEvents(turns, request, turnId, 0)
        const events: TurnEvent[] = []
        for await (const event of await turns.follow(principal, turnId, 0, signal)) events.push(event)
        return events
      },
    }),
    route({
      method: 'POST',
      url: '/api/v1/custom_cancel/:sessionId',
      operationId: 'cancelTurn',
      summary: 'Cancel the running turn of a conversation',
      description: 'Stops the model and the query in the database.',
      access: 'user',
      params: z.strictObject({ sessionId: id }),
      response: okSchema,
      handler: async ({ principal, params }) => {
        await turns.cancel(principal, params.sessionId)
        return { success: true, message: 'Operation cancelled by user', session_id: params.sessionId }
      },
    }),
    route({
      method: 'GET',
      url: '/api/v1/turns/:id/events',
      operationId: 'followTurn',
      summary: 'Follow the events of a turn',
      description: `Replays the events after the given number, then streams new ones until the turn ends. ${aboutThinking}`,
      access: 'user',
      params: turnPath,
      query: eventsQuery,
      handler: (request) =>
        streamEvents(turns, request, request.params.id, request.query.after ?? lastEventId(request.raw)),
    }),
    route({
      method: 'GET',
      url: '/api/v1/turns/:id/prompt',
      operationId: 'getTurnPrompt',
      summary: 'Get what the model was given for your question',
      description:
        'Sizes of the parts of the prompt and of the calls, without their texts. Only for administrators and the owner of the business area, or of the connection if there is no area.',
      access: 'user',
      params: turnPath,
      response: turnPromptSchema,
      handler: ({ principal, params }) => turns.promptOf(principal, params.id),
    }),
  ]
}

function streamRoute(turns: TurnService, url: string, operationId: string): RouteDefinition {
  return route({
    method: 'POST',
    url,
    operationId,
    summary: 'Ask a question and stream the events of the answer',
    description: `\`/api/v1/custom_run_sse\` and \`/run_sse\` are the same. ${aboutThinking}`,
    access: 'user',
    rateLimit: questionRate,
    reaches: ['database', 'model'],
    query: streamQuery,
    body: runRequestSchema,
    bodyLimit: runBodyLimit,
    handler: async (request) => {
      const turnId = await turns.start(request.principal, request.body)
      return streamEvents(turns, request, turnId, 0)
    },
  })
}

/** Files use the plain call. A client that wants the steps of the answer accepts only an event stream. */
function wantsStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.trim() === 'text/event-stream'
}

/** The header of a browser that reconnects automatically. Anything but a number means the beginning. */
function lastEventId({ headers }: FastifyRequest): number {
  const parsed = eventNumber.safeParse(headers['last-event-id'] ?? 0)
  return parsed.success ? parsed.data : 0
}

/** Errors before this point are ordinary answers. From here on the stream itself reports them. */
async function streamEvents(
  turns: TurnService,
  {
    principal,
    raw,
    reply,
    signal,
    query,
  }: Pick<RouteRequest<object, 'user'>, 'raw' | 'reply' | 'signal'> & {
    principal: Principal
    query: z.infer<typeof streamQuery>
  },
  turnId: string,
  after: number,
): Promise<void> {
  const stop = new AbortController()
  let onThought: ((line: string) => void) | undefined
  const events = await turns.follow(principal, turnId, after, AbortSignal.any([signal, stop.signal]), (line) =>
    onThought?.(line),
  )
  const stream = openEventStream(reply, raw.server.eventStreams)
  if (query.thinking) onThought = (line) => stream.offer({ event: 'thinking', data: { thinking: line } })
  stream.signal.addEventListener('abort', () => stop.abort(stream.signal.reason), { once: true })
  try {
    for await (const event of events) await stream.send({ id: event.seq, json: eventText(event) })
  } finally {
    stream.end()
  }
}
