import type { NumberedEvent, RunRequest } from '@parlance/contract'
import { ApiError } from '../api-error.ts'
import { EmptyStreamError, isQuota } from './turn-errors.ts'

type OnThought = (line: string) => void

/** The calls that a turn may need, and the clock; passed in so that tests can control them. */
export interface TurnTransport {
  stream: (request: RunRequest, signal: AbortSignal, onThought?: OnThought) => AsyncIterable<NumberedEvent>
  /** The same for a question with files, sent to the address of the plain request. */
  send: (request: RunRequest, signal: AbortSignal, onThought?: OnThought) => AsyncIterable<NumberedEvent>
  follow: (turnId: string, after: number, signal: AbortSignal, onThought?: OnThought) => AsyncIterable<NumberedEvent>
  run: (request: RunRequest, signal: AbortSignal) => Promise<NumberedEvent[]>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Receives the events of a turn. */
export interface TurnListener {
  onEvent: (event: NumberedEvent) => void
  /** True while the connection is broken and waiting for the next try. */
  onWaiting?: (isWaiting: boolean) => void
  /** The current line of the model's thinking, until the next event. */
  onThought?: OnThought
}

interface TurnProgress extends TurnListener {
  lastSeq: number
  ended: boolean
  signal: AbortSignal
}

const fallbackDelay = 1000
const resumeDelays = [500, 1000, 2000, 4000, ...Array.from({ length: 20 }, () => 8000)]
/** Before the first event, the turn may not be running, so report an unavailable server sooner. */
const firstDelays = [500, 1000]

/**
 * Runs one turn to its end. A broken stream is resumed; if the server does not know the turn, the question goes to the
 * plain request after a second, with the same id, so nothing runs twice. Throws what cannot be recovered: a quota at
 * once, a failure of the plain request, or EmptyStreamError.
 */
export async function askTurn(
  transport: TurnTransport,
  request: RunRequest & { turnId: string },
  listener: TurnListener,
  signal: AbortSignal,
): Promise<void> {
  const progress: TurnProgress = { ...listener, lastSeq: 0, ended: false, signal }
  // Files use the plain request first; everything else streams.
  if (request.newMessage.parts.some((part) => !('text' in part))) return sendFiles(transport, request, progress)
  const failure = await consume(transport.stream(request, signal, progress.onThought), progress)
  if (progress.ended) return
  if (failure !== null && isFinal(failure)) throw failure
  if (await resume(transport, request.turnId, progress)) return
  await transport.wait(fallbackDelay, signal)
  const events = await transport.run(request, signal)
  for (const event of events) take(event, progress)
  if (!progress.ended) throw new EmptyStreamError()
  return undefined
}

/** Sends the files once: if the connection breaks meanwhile, looks for the turn instead of sending them again. */
async function sendFiles(
  transport: TurnTransport,
  request: RunRequest & { turnId: string },
  progress: TurnProgress,
): Promise<void> {
  const failure = await consume(transport.send(request, progress.signal, progress.onThought), progress)
  if (progress.ended) return
  if (failure !== null && !isBrokenLine(failure)) throw failure
  if (!(await resume(transport, request.turnId, progress))) throw failure ?? new EmptyStreamError()
}

/** No response, or that of a server in trouble: the turn may be running anyway. */
function isBrokenLine(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Follows a running turn, after a reload or in another tab. Resolves to false if the server does not know it. */
export function followToEnd(
  transport: TurnTransport,
  turn: { id: string; after: number },
  listener: TurnListener,
  signal: AbortSignal,
): Promise<boolean> {
  return resume(transport, turn.id, { ...listener, lastSeq: turn.after, ended: false, signal })
}

async function resume(transport: TurnTransport, turnId: string, progress: TurnProgress): Promise<boolean> {
  const { signal } = progress
  for (let attempt = 0; ; attempt++) {
    const before = progress.lastSeq
    const failure = await consume(transport.follow(turnId, progress.lastSeq, signal, progress.onThought), progress)
    if (progress.ended) return true
    if (failure instanceof ApiError && failure.status === 404) return false
    if (failure !== null && (isFinal(failure) || isRefusal(failure))) throw failure
    if (progress.lastSeq > before) attempt = 0
    const delay = (progress.lastSeq === 0 ? firstDelays : resumeDelays)[attempt]
    if (delay === undefined) throw failure ?? new EmptyStreamError()
    progress.onWaiting?.(true)
    await transport.wait(delay, signal)
    progress.onWaiting?.(false)
  }
}

/** Takes events until the stream ends; resolves to what broke it, or null. Rethrows a canceled request. */
async function consume(stream: AsyncIterable<NumberedEvent>, progress: TurnProgress): Promise<unknown> {
  try {
    for await (const event of stream) {
      take(event, progress)
      if (progress.ended) return null
    }
    return null
  } catch (error) {
    if (progress.signal.aborted) throw error
    return error
  }
}

function take(event: NumberedEvent, progress: TurnProgress): void {
  if (event.seq > progress.lastSeq) progress.lastSeq = event.seq
  if (endsTurn(event)) progress.ended = true
  progress.onEvent(event)
}

function endsTurn({ kind }: NumberedEvent): boolean {
  switch (kind) {
    case 'final':
    case 'error':
    case 'cancelled':
      return true
    case 'question':
    case 'progress':
    case 'text':
    case 'tool_call':
    case 'tool_response':
      return false
  }
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status >= 400 && failure.status < 500
}

/** Failures that asking again cannot fix: a quota, and an expired session. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  return failure.status === 401 || isQuota({ status: failure.status, code: failure.code, text: failure.message })
}

/** Waits, but resolves early when the browser is online again, or rejects with the signal's reason when it aborts. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', arrive)
      signal.removeEventListener('abort', leave)
    }
    const arrive = () => {
      end()
      resolve()
    }
    const leave = () => {
      end()
      reject(signal.reason as Error)
    }
    const timer = setTimeout(arrive, milliseconds)
    window.addEventListener('online', arrive)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  })
}
