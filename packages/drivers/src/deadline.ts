import { message } from '@parlance/contract'
import { DriverError } from './contract.ts'

/** Node fires a timer longer than this immediately. */
const longestTimerMs = 2_147_483_647

export interface Limits {
  timeoutMs: number
  signal?: AbortSignal
  /** The message when the time is up; by default, that the query took too long. */
  late?: string
}

/** The message for a server or service that doesn't answer a sign-in. */
export const noAnswer = 'The server accepted the connection but did not answer.'

/**
 * Calls `stop` once when the time is up or the signal aborts, with the error that the caller should see.
 * @returns a function that ends the watch
 */
export function withDeadline(limits: Limits, stop: (reason: DriverError) => void): () => void {
  const onAbort = () => stop(new DriverError('cancelled', message('The query was canceled.')))
  const late = limits.late ?? `The query took longer than ${describeDuration(limits.timeoutMs)} and was stopped.`
  const onTimeout = () => stop(new DriverError('timeout', late))
  const timer = setTimeout(onTimeout, Math.min(limits.timeoutMs, longestTimerMs))
  if (limits.signal?.aborted) onAbort()
  limits.signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(timer)
    limits.signal?.removeEventListener('abort', onAbort)
  }
}

function describeDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`
}
