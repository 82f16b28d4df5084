import { AppError } from '../lib/errors.ts'

/** Long queries that one person may have running at a time; a connection's clients are shared by everyone. */
export const longQueriesPerPerson = 3

export interface RunningLimit {
  /**
   * Takes a place for one long query of this person, in this process; the answer gives it back, once.
   * @throws AppError rate_limited when the person has all places taken
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
          detail: `You already have ${count} full results or exports running. Wait for one to end, or cancel one.`,
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
