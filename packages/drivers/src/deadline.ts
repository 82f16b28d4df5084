import { message, type Message } from '@parlance/contract'
import { DriverError } from './contract.ts'

/** Node fires a timer longer than this immediately. */
const longestTimerMs = 2_147_483_647

export interface Limits {
  timeoutMs: number
  signal?: AbortSignal
  /** The message when the time is up; by default, that the query took too long. */
  late?: Message
}

/** The message for a server or service that doesn't answer a sign-in. */
export const noAnswer = message('The server accepted the connection but did not answer.')

/**
 * Calls `stop` once when the time is up or the signal aborts, with the error that the caller should see.
 * @returns a function that ends the watch
 */
export function withDeadline(limits: Limits, stop: (reason: DriverError) => void): () => void {
  const onAbort = () => stop(new DriverError('cancelled', message('The query was canceled.')))
  const onTimeout = () => stop(new DriverError('timeout', limits.late ?? tookTooLong(limits.timeoutMs)))
  const timer = setTimeout(onTimeout, Math.min(limits.timeoutMs, longestTimerMs))
  if (limits.signal?.aborted) onAbort()
  limits.signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(timer)
    limits.signal?.removeEventListener('abort', onAbort)
  }
}

function tookTooLong(ms: number): Message {
  const seconds = Math.round(ms / 100) / 10
  return ms < 1000
    ? message('The query took longer than {ms} ms and was stopped.', { ms })
    : message('The query took longer than {seconds, number} s and was stopped.', { seconds })
}
