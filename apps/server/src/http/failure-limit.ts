import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { KeyedQueue } from '../store/keyed-queue.ts'
import type { Attempt } from './attempt-counter.ts'
import { countedBy, factorOf, keys, limited } from './rate-limit.ts'
import type { RateLimitOptions } from './rate-limit.ts'
import type { FailureLimit } from './route.ts'

/** Runs the work of a request, unless too many attempts have failed. */
export type Guard = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>

/**
 * Counts failed attempts at a secret in the store, for all processes together. Each attempt counts before the work starts
 * and is released if it succeeds, so that simultaneous attempts can't pass the limit. A success releases only its own
 * attempt: signing in to one account gives no more attempts at another.
 * @param name of the route, which has its own counts
 */
export function guardAgainstGuesses(
  limit: FailureLimit | undefined,
  { name, scale, countAttempt }: RateLimitOptions & { name: string },
): Guard {
  if (limit === undefined) return (_request, work) => work()
  const queue = new KeyedQueue()

  const begin = async (request: FastifyRequest): Promise<Attempt[]> => {
    const attempts: Attempt[] = []
    for (const by of countedBy[limit.by]) {
      const attempt = await countAttempt(`${name} failed ${by} ${keys[by](request)}`, limit.window)
      attempts.push(attempt)
      if (attempt.count <= limit.max * scale * factorOf(limit, by)) continue
      await release(attempts)
      throw limited(attempt.secondsLeft, 'failed attempts')
    }
    return attempts
  }

  // One after the other, so that a running attempt doesn't look like a failed one.
  return (request, work) =>
    queue.run(keys[limit.by](request), async () => {
      const attempts = await begin(request)
      try {
        const answer = await work()
        await release(attempts)
        return answer
      } catch (error) {
        if (error instanceof AppError && limit.spares.includes(error.code)) await release(attempts)
        throw error
      }
    })
}

async function release(attempts: Attempt[]): Promise<void> {
  for (const attempt of attempts) await attempt.release()
}
