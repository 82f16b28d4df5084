import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { TurnEvent } from './api.generated.ts'
import { errorOf } from './errors.ts'

/** Times to open a broken stream again before giving up, and the milliseconds to wait before each. */
const waits = [200, 1000, 3000, 10_000]

/** A response as `openapi-fetch` returns it. */
interface Streamed {
  error?: unknown
  response: Response
}

/** How the events of one turn are requested. */
export interface TurnStream {
  /** Asks the question; the same request again does not ask it twice. */
  begin: () => Promise<Streamed>
  /** Requests the events after the one with this number. */
  resume: (after: number) => Promise<Streamed>
  signal: AbortSignal
}

/**
 * Reads the events of a turn, each once and in order. If the connection breaks, it goes on after the last event.
 * @throws ParlanceError for a refused request; what `fetch` throws if the server stays unreachable
 */
export async function* turnEvents({ begin, resume, signal }: TurnStream): AsyncGenerator<TurnEvent> {
  let last = 0
  let failures = 0
  for (;;) {
    try {
      const { response, error } = await (last === 0 ? begin() : resume(last))
      if (!response.ok || response.body === null) throw errorOf(response.status, error)
      for await (const event of messagesOf(response.body)) {
        last = event.seq
        failures = 0
        yield event
        if (event.final === true) return
      }
      // The server stopped without the end of the turn.
      throw new TypeError('The connection ended before the answer did.')
    } catch (error) {
      const wait = waits[failures]
      // `fetch` throws a TypeError for a network failure.
      if (signal.aborted || !(error instanceof TypeError) || wait === undefined) throw error
      failures += 1
      await pause(wait, signal)
    }
  }
}

async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<TurnEvent> {
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, data } of iterate(messages)) {
    // Named messages, such as what the model thinks, are not part of the turn.
    if (event === undefined) yield JSON.parse(data)
  }
}

/** Not every browser can iterate over a stream. */
async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      // A program may use one signal for many questions.
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop)
  })
}
