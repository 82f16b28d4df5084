import { message } from '@parlance/contract'
import type { Message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'

/** Long queries that one user may run at a time, because all users share a connection's clients. */
export const longQueriesPerPerson = 3
/** Most results take less than a second, so the next one waits for them. */
const patienceMs = 10_000
/** The most that wait for an owner's slot. */
const mostWaiting = 50

export interface RunningLimit {
  /**
   * Reserves one of an owner's slots in this process, and waits a moment if all are taken. The returned function
   * releases it, once.
   * @throws AppError rate_limited if no slot becomes free in time; the signal's reason
   */
  take(owner: string, signal: AbortSignal): Promise<() => void>
}

export interface RunningLimitOptions {
  /** Slots of each owner. */
  most?: number
  /** How long to wait for a slot, in milliseconds. */
  patience?: number
  describe?: (most: number) => Message
}

interface Slots {
  taken: number
  /** In order of arrival. */
  waiting: (() => void)[]
}

const describeLongQueries = (count: number): Message =>
  message('You already have {count} full results or exports running. Wait for one to finish, or cancel one.', { count })

/** Limits what runs at a time for each owner: by default, a user's long queries. */
export function createRunningLimit({
  most = longQueriesPerPerson,
  patience = patienceMs,
  describe = describeLongQueries,
}: RunningLimitOptions = {}): RunningLimit {
  const owners = new Map<string, Slots>()

  function releaseOnce(owner: string, slots: Slots): () => void {
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const next = slots.waiting.shift()
      if (next !== undefined) return next()
      slots.taken -= 1
      if (slots.taken === 0) owners.delete(owner)
    }
  }

  async function waitFor(slots: Slots, signal: AbortSignal): Promise<void> {
    const refusal = () => new AppError('rate_limited', { detail: describe(most) })
    if (patience === 0 || slots.waiting.length >= mostWaiting) throw refusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = (reason: unknown) => {
      const place = slots.waiting.indexOf(resolve)
      if (place >= 0) slots.waiting.splice(place, 1)
      reject(reason as Error)
    }
    const onAbort = () => giveUp(signal.reason)
    const timer = setTimeout(() => giveUp(refusal()), patience)
    signal.addEventListener('abort', onAbort, { once: true })
    slots.waiting.push(resolve)
    await promise.finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
  }

  return {
    take: async (owner, signal) => {
      signal.throwIfAborted()
      const slots = owners.get(owner) ?? { taken: 0, waiting: [] }
      owners.set(owner, slots)
      if (slots.taken < most) slots.taken += 1
      else await waitFor(slots, signal)
      return releaseOnce(owner, slots)
    },
  }
}
