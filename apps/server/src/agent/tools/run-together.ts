import { longQueriesPerPerson } from '../../door/running-limit.ts'
import { createQueues, type InTurn } from '../../lib/in-turn.ts'

/** A call's place among those that run at the same time. */
export interface Place {
  /** Ends when all earlier calls have their results. */
  earlier: Promise<unknown>
  /** Runs the call's own work as soon as the user has a slot for it. */
  begin: InTurn
}

/** The place of a call that runs by itself. */
export const alone: Place = { earlier: Promise.resolve(), begin: (work) => work() }

const takeQueue = createQueues(longQueriesPerPerson)

/**
 * Runs calls at the same time, a few per user. If one fails, the others are stopped.
 * @param owner the user who waits for them
 * @returns their results, in the order of the calls
 * @throws what the first call that failed threw, after all others have ended
 */
export async function runTogether<Result>(
  calls: readonly ((place: Place, signal: AbortSignal) => Promise<Result>)[],
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<Result[]> {
  const [only] = calls
  if (only && calls.length === 1) return [await only(alone, signal)]
  const stop = new AbortController()
  const together = AbortSignal.any([signal, stop.signal])
  const queue = takeQueue(owner)
  const begin: InTurn = (work) => beginUnlessAborted(queue.inTurn, work, together)
  let earlier: Promise<unknown> = Promise.resolve()
  const failures: unknown[] = []
  const running = calls.map((call) => {
    const result = call({ earlier, begin }, together).catch((error: unknown) => {
      failures.push(error)
      stop.abort(error)
      throw error
    })
    earlier = Promise.all([earlier, result])
    return result
  })
  await Promise.allSettled([...running, earlier])
  queue.leave()
  if (failures.length > 0) throw failures[0]
  return Promise.all(running)
}

/** Waits for a slot only until the turn is stopped. Work that has begun ends by itself. */
async function beginUnlessAborted<T>(inTurn: InTurn, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let hasBegun = false
  const stop = () => {
    if (!hasBegun) reject(signal.reason as Error)
  }
  const done = inTurn(() => {
    signal.throwIfAborted()
    hasBegun = true
    return work()
  })
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([done, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
