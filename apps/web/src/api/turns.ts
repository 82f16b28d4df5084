import {
  fromWire,
  starterQuestionsSchema,
  withoutHiddenSigns,
  type NumberedEvent,
  type RunRequest,
  type StarterQuestions,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { ApiError } from '../lib/api-error.ts'
import { watchSilence } from '../lib/turn/silence.ts'
import { call, callRaw, callVoid, type CallOptions } from './client.ts'

const eventStream = 'text/event-stream'

/** Receives the current line of the model's thinking. */
type OnThought = (line: string) => void

/** Events as the server lists them; unknown kinds are skipped. */
export const eventListSchema = z
  .array(z.unknown())
  .transform((events) => events.map(fromWire).filter((event) => event !== null))

/** Asks a question and streams the turn's events. Throws ApiError if the server refuses or the connection breaks. */
export async function* streamTurn(
  request: RunRequest,
  signal: AbortSignal,
  onThought?: OnThought,
): AsyncGenerator<NumberedEvent> {
  const call = { method: 'POST', body: request, accept: eventStream } as const
  yield* readEvents(await beginsInTime('/api/v1/custom_run_sse?thinking=true', call, signal), onThought)
}

/** The same for a question with files, which may take long to send: POST /run with a streamed response. */
export async function* sendTurn(
  request: RunRequest,
  signal: AbortSignal,
  onThought?: OnThought,
): AsyncGenerator<NumberedEvent> {
  const response = await callRaw('/run?thinking=true', { method: 'POST', body: request, signal, accept: eventStream })
  if (response.headers.get('content-type')?.startsWith(eventStream) === true) yield* readEvents(response, onThought)
  else yield* eventListSchema.parse(await response.json())
}

/**
 * Replays a turn's events after number `after` and follows it to its end. Status 404: the server does not know the
 * turn.
 */
export async function* followTurn(
  turnId: string,
  after: number,
  signal: AbortSignal,
  onThought?: OnThought,
): AsyncGenerator<NumberedEvent> {
  const path = `/api/v1/turns/${encodeURIComponent(turnId)}/events?after=${after}&thinking=true`
  yield* readEvents(await beginsInTime(path, { accept: eventStream }, signal), onThought)
}

/** Asks without a stream: the same turn id never runs twice. Resolves to all of the turn's events. */
export async function runTurn(request: RunRequest, signal: AbortSignal): Promise<NumberedEvent[]> {
  const response = await callRaw('/run', { method: 'POST', body: request, signal })
  return eventListSchema.parse(await response.json())
}

export function cancelTurn(sessionId: string): Promise<void> {
  return callVoid(`/api/v1/custom_cancel/${encodeURIComponent(sessionId)}`, { method: 'POST' })
}

/**
 * The events of an event stream; skips markers such as [DONE] and anything that is not a known event. Throws ApiError
 * with status 0 if the connection breaks or is silent for too long.
 */
export async function* readEvents(response: Response, onThought?: OnThought): AsyncGenerator<NumberedEvent> {
  const arrived: NumberedEvent[] = []
  const parser = createParser({
    onEvent: (message) => {
      if (message.event === 'thinking') return onThought?.(thoughtIn(message.data))
      const event = parseEvent(message.data)
      if (event !== null) arrived.push(event)
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  const silence = watchSilence(lineBroken)
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(throwBroken), silence.broken])
      if (done) break
      silence.heard()
      parser.feed(value)
      yield* arrived.splice(0)
    }
    parser.feed('\n\n')
    yield* arrived.splice(0)
  } finally {
    silence.end()
    // A dead connection may not even report its end.
    void reader.cancel().catch(() => undefined)
  }
}

/** A call whose response must start before the connection is considered dead. Throws ApiError. */
async function beginsInTime(path: string, options: CallOptions, signal: AbortSignal): Promise<Response> {
  const late = new AbortController()
  const silence = watchSilence(lineBroken)
  try {
    const response = callRaw(path, { ...options, signal: AbortSignal.any([signal, late.signal]) })
    return await Promise.race([response, silence.broken])
  } catch (error) {
    late.abort()
    throw error
  } finally {
    silence.end()
  }
}

function throwBroken(): never {
  throw lineBroken()
}

function lineBroken(): ApiError {
  return new ApiError({ status: 0, statusText: '', body: null })
}

const thoughtSchema = z.object({ thinking: z.string() })

/** The line of a message about thinking; empty if it has none. */
function thoughtIn(data: string): string {
  try {
    return withoutHiddenSigns(thoughtSchema.parse(JSON.parse(data)).thinking)
  } catch {
    return ''
  }
}

function parseEvent(data: string): NumberedEvent | null {
  try {
    return fromWire(JSON.parse(data))
  } catch {
    return null
  }
}

/** Questions that return rows for this user, to begin a conversation with; none without a database. */
export function startersQuery(databaseId: string | null, areaId: string | null, inDraft: boolean) {
  return queryOptions({
    queryKey: ['starter-questions', databaseId, areaId, inDraft],
    queryFn: async ({ signal }): Promise<StarterQuestions> => {
      if (databaseId === null) return { questions: [], empty_reason: null }
      const place = new URLSearchParams({ database_config_id: databaseId })
      if (areaId !== null) place.set('business_area_id', areaId)
      if (inDraft) place.set('in_draft', 'true')
      return await call(`/api/v1/starter-questions?${place.toString()}`, starterQuestionsSchema, { signal })
    },
    staleTime: startersStaleMs,
    retry: false,
  })
}

/** The server remembers them for longer, but knows when access or rules change. */
const startersStaleMs = 60_000
