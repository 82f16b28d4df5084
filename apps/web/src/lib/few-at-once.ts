/** Runs a task now or, if too many others are running, after one of them ends. */
export type FewAtOnce = <Result>(task: () => Promise<Result>, signal: AbortSignal) => Promise<Result>

/**
 * Limits how many tasks run at a time; the others wait in order.
 * @returns a function that rejects without running the task if its signal was aborted while waiting
 */
export function createFewAtOnce(most: number): FewAtOnce {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task, signal) => {
    if (running < most) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
