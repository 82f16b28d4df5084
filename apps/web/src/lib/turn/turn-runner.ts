import type { RunRequest, TurnEvent } from '@parlance/contract'
import { ApiError } from '../api-error.ts'
import { EmptyStreamError, isQuota } from './turn-errors.ts'

/** The three calls a turn may need, and the clock; handed in so that tests drive them. */
export interface TurnTransport {
  stream: (request: RunRequest, signal: AbortSignal) => AsyncIterable<TurnEvent>
  follow: (turnId: string, after: number, signal: AbortSignal) => AsyncIterable<TurnEvent>
  run: (request: RunRequest, signal: AbortSignal) => Promise<TurnEvent[]>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

interface TurnProgress {
  lastSeq: number
  ended: boolean
}

const fallbackDelay = 1000
const resumeDelays = [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]
/** Before the first event nothing is known to run: whoever waits hears sooner that the server is away. */
const firstDelays = [500, 1000]

/**
 * Runs one turn to its end. A stream that breaks is resumed; where the server does not know the turn, the question
 * goes to the plain request after a second, with the same id, so nothing runs twice. Throws what could not be mended:
 * a quota at once, a failure of the plain request, or EmptyStreamError.
 */
export async function askTurn(
  transport: TurnTransport,
  request: RunRequest & { turnId: string },
  onEvent: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const progress: TurnProgress = { lastSeq: 0, ended: false }
  // Files go by the plain request first; all else streams.
  if (request.newMessage.parts.some((part) => !('text' in part))) {
    return runFirst({ transport, request, progress, onEvent, signal })
  }
  const failure = await consume(transport.stream(request, signal), progress, onEvent, signal)
  if (progress.ended) return
  if (failure !== null && isFinal(failure)) throw failure
  if (await resume(transport, request.turnId, progress, onEvent, signal)) return
  await transport.wait(fallbackDelay, signal)
  const events = await transport.run(request, signal)
  for (const event of events) take(event, progress, onEvent)
  if (!progress.ended) throw new EmptyStreamError()
  return undefined
}

interface FirstRun {
  transport: TurnTransport
  request: RunRequest & { turnId: string }
  progress: TurnProgress
  onEvent: (event: TurnEvent) => void
  signal: AbortSignal
}

/** Sends the files once: where the line breaks meanwhile, the turn is looked for rather than sent again. */
async function runFirst({ transport, request, progress, onEvent, signal }: FirstRun): Promise<void> {
  let failure: unknown = null
  try {
    for (const event of await transport.run(request, signal)) take(event, progress, onEvent)
  } catch (error) {
    if (signal.aborted || !isBrokenLine(error)) throw error
    failure = error
  }
  if (progress.ended || (await resume(transport, request.turnId, progress, onEvent, signal))) return
  throw failure ?? new EmptyStreamError()
}

/** No answer at all, or one of a server in trouble: the turn may run all the same. */
function isBrokenLine(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Follows a turn that runs already, after a reload or in another tab. Answers false when the server does not know it. */
export function followToEnd(
  transport: TurnTransport,
  turn: { id: string; after: number },
  onEvent: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  return resume(transport, turn.id, { lastSeq: turn.after, ended: false }, onEvent, signal)
}

async function resume(
  transport: TurnTransport,
  turnId: string,
  progress: TurnProgress,
  onEvent: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const before = progress.lastSeq
    const failure = await consume(transport.follow(turnId, progress.lastSeq, signal), progress, onEvent, signal)
    if (progress.ended) return true
    if (failure instanceof ApiError && failure.status === 404) return false
    if (failure !== null && isFinal(failure)) throw failure
    if (progress.lastSeq > before) attempt = 0
    const delay = (progress.lastSeq === 0 ? firstDelays : resumeDelays)[attempt]
    if (delay === undefined) throw failure ?? new EmptyStreamError()
    await transport.wait(delay, signal)
  }
}

/** Takes events until the stream ends; answers what broke it, or null. A cancelled request is thrown on. */
async function consume(
  stream: AsyncIterable<TurnEvent>,
  progress: TurnProgress,
  onEvent: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    for await (const event of stream) {
      take(event, progress, onEvent)
      if (progress.ended) return null
    }
    return null
  } catch (error) {
    if (signal.aborted) throw error
    return error
  }
}

function take(event: TurnEvent, progress: TurnProgress, onEvent: (event: TurnEvent) => void): void {
  if (event.seq > progress.lastSeq) progress.lastSeq = event.seq
  if (endsTurn(event)) progress.ended = true
  onEvent(event)
}

export function endsTurn(event: TurnEvent): boolean {
  return event.type === 'final' || event.type === 'error' || event.type === 'cancelled' || event.final === true
}

/** Failures that asking again cannot mend: a quota, and a sign-in that is over. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  return failure.status === 401 || isQuota({ status: failure.status, code: failure.code, text: failure.message })
}

/** A wait that ends early when the signal aborts. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
