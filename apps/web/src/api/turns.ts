import { turnEventSchema, type RunRequest, type TurnEvent } from '@parlance/contract'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { callRaw, callVoid } from './client.ts'

/** Asks a question and streams the turn's events. Throws ApiError when the server refuses or the line breaks. */
export async function* streamTurn(request: RunRequest, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const response = await callRaw('/api/v1/custom_run_sse', {
    method: 'POST',
    body: request,
    signal,
    accept: 'text/event-stream',
  })
  yield* readEvents(response)
}

/** Replays a turn's events after number `after` and follows it to its end. Status 404: the server knows no such turn. */
export async function* followTurn(turnId: string, after: number, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const path = `/api/v1/turns/${encodeURIComponent(turnId)}/events?after=${after}`
  yield* readEvents(await callRaw(path, { signal, accept: 'text/event-stream' }))
}

/** Asks without a stream: the same turn id never runs twice. Answers all of the turn's events. */
export async function runTurn(request: RunRequest, signal: AbortSignal): Promise<TurnEvent[]> {
  const response = await callRaw('/run', { method: 'POST', body: request, signal })
  return z.array(turnEventSchema).parse(await response.json())
}

export function cancelTurn(sessionId: string): Promise<void> {
  return callVoid(`/api/v1/custom_cancel/${encodeURIComponent(sessionId)}`, { method: 'POST' })
}

/** The events of an event stream; markers such as [DONE] and anything that is no event are passed over. */
export async function* readEvents(response: Response): AsyncGenerator<TurnEvent> {
  const arrived: TurnEvent[] = []
  const parser = createParser({
    onEvent: (message) => {
      const event = parseEvent(message.data)
      if (event !== null) arrived.push(event)
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parser.feed(value)
      yield* arrived.splice(0)
    }
    parser.feed('\n\n')
    yield* arrived.splice(0)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseEvent(data: string): TurnEvent | null {
  if (data === '[DONE]') return null
  try {
    return turnEventSchema.parse(JSON.parse(data))
  } catch {
    return null
  }
}
