import { message } from '@parlance/contract'
import type { Message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'

/** Long queries that one user may run at a time, because all users share a connection's clients. */
export const longQueriesPerPerson = 3

export interface RunningLimit {
  /**
   * Reserves one of an owner's slots in this process. The returned function releases it, once.
   * @throws AppError rate_limited if the owner has no slot left
   */
  take(owner: string): () => void
}

const describeLongQueries = (count: number): Message =>
  message('You already have {count} full results or exports running. Wait for one to finish, or cancel one.', { count })

/** Limits what runs at a time for each owner: by default, a user's long queries. */
export function createRunningLimit(most = longQueriesPerPerson, describe = describeLongQueries): RunningLimit {
  const running = new Map<string, number>()
  return {
    take: (owner) => {
      const count = running.get(owner) ?? 0
      if (count >= most) throw new AppError('rate_limited', { detail: describe(count) })
      running.set(owner, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (running.get(owner) ?? 1) - 1
        if (left > 0) running.set(owner, left)
        else running.delete(owner)
      }
    },
  }
}
