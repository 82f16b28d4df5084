import { message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'

/** Long queries that one user may run at a time, because all users share a connection's clients. */
export const longQueriesPerPerson = 3

export interface RunningLimit {
  /**
   * Reserves a slot for one of this user's long queries in this process. The returned function releases it, once.
   * @throws AppError rate_limited if the user has no slot left
   */
  take(userId: string): () => void
}

export function createRunningLimit(): RunningLimit {
  const running = new Map<string, number>()
  return {
    take: (userId) => {
      const count = running.get(userId) ?? 0
      if (count >= longQueriesPerPerson) {
        throw new AppError('rate_limited', {
          detail: message(
            'You already have {count} full results or exports running. Wait for one to finish, or cancel one.',
            { count },
          ),
        })
      }
      running.set(userId, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (running.get(userId) ?? 1) - 1
        if (left > 0) running.set(userId, left)
        else running.delete(userId)
      }
    },
  }
}
