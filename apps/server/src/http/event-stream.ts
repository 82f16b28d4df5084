import { once } from 'node:events'
import type { FastifyReply } from 'fastify'

const heartbeatMs = 15_000
/** A client that reads nothing for this long counts as disconnected. */
const stalledMs = 60_000
/** Why a stream's signal is aborted. By default, each signal would make an error with its stack, which takes long. */
const ended = new DOMException('The stream has ended', 'AbortError')

/** A message, as a value or as JSON. */
export type StreamMessage = {
  /** Becomes the client's Last-Event-ID. */
  id?: number | string
  /** A name that makes clients ignore the message unless they know it. */
  event?: string
} & ({ data: unknown } | { json: string })

/** One open server-sent event stream. */
export interface EventStream {
  /** Aborted when the client disconnects or the server stops. */
  readonly signal: AbortSignal
  /** Resolves when the client can receive more. A slow client slows down only its own sender. */
  send(message: StreamMessage): Promise<void>
  /** Sends a message that may be lost: nothing if the client is behind. */
  offer(message: StreamMessage): void
  /** Ends the stream. You can call it again. */
  end(): void
}

/**
 * Takes over the response and sends the headers at once, before the first event.
 * @param streams the app's open streams, which end when the server stops
 */
export function openEventStream(reply: FastifyReply, streams: Set<EventStream>): EventStream {
  const response = reply.raw
  const gone = new AbortController()
  reply.hijack()
  response.writeHead(200, {
    ...plainHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  // A test's injected response has no real socket.
  if (response.socket && 'setNoDelay' in response.socket) response.socket.setNoDelay(true)

  const write = async (text: string): Promise<void> => {
    if (gone.signal.aborted || response.writableEnded) return
    if (response.write(text)) return
    await waitForDrain(reply, gone.signal)
  }
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) void write(': still here\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  const stream: EventStream = {
    signal: gone.signal,
    send: (message) => write(textOf(message)),
    offer: (message) => {
      if (!response.writableNeedDrain) void write(textOf(message))
    },
    end: () => {
      response.end()
      gone.abort(ended)
    },
  }
  streams.add(stream)
  response.once('close', () => {
    clearInterval(heartbeat)
    streams.delete(stream)
    gone.abort(ended)
  })
  response.on('error', () => gone.abort(ended))
  return stream
}

function textOf(message: StreamMessage): string {
  const { id, event } = message
  const json = 'json' in message ? message.json : JSON.stringify(message.data)
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${json}\n\n`
}

async function waitForDrain(reply: FastifyReply, gone: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([gone, AbortSignal.timeout(stalledMs)])
  try {
    await once(reply.raw, 'drain', { signal: patience })
  } catch {
    reply.raw.destroy()
  }
}

/** @returns the headers that hooks have set so far, such as the request ID and security headers */
function plainHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const entries = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Record<string, string | number | string[]>
}
