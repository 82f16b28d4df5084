import { AsyncResource } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'

/** Work that no response waits for. It exists only in this process, so a crash loses what waits. */
export interface Background {
  /**
   * Runs a task when its turn comes; its failure is logged.
   * @param afterMs milliseconds before it may begin
   * @returns false if too many tasks wait or the server is stopping; the task is then dropped and logged
   */
  run(task: (signal: AbortSignal) => Promise<void>, afterMs?: number): boolean
  /** Resolves once nothing runs or waits. */
  settled(): Promise<void>
  /** Drops what waits, aborts what runs, and resolves when that has ended. */
  close(): Promise<void>
}

export interface BackgroundOptions {
  /** For the log. */
  name: string
  /** Tasks that run at the same time. */
  atOnce: number
  /** Tasks that may wait, including delayed ones. */
  capacity: number
}

type Task = (signal: AbortSignal) => Promise<void>

export function createBackground(log: FastifyBaseLogger, { name, atOnce, capacity }: BackgroundOptions): Background {
  const waiting: Task[] = []
  const timers = new Set<NodeJS.Timeout>()
  const stop = new AbortController()
  let running = 0
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const isIdle = () => running === 0 && waiting.length === 0 && timers.size === 0
  const settleWhenIdle = () => {
    if (isIdle()) idle.resolve()
  }

  function runNext(): void {
    while (running < atOnce) {
      const task = waiting.shift()
      if (task === undefined) return settleWhenIdle()
      running += 1
      void task(stop.signal)
        .catch((error: unknown) => log.error({ err: error, background: name }, 'background work failed'))
        .finally(() => {
          running -= 1
          runNext()
        })
    }
  }

  function begin(task: Task): void {
    waiting.push(task)
    // Deferred so that the caller's response goes out first.
    setImmediate(runNext)
  }

  return {
    run: (given, afterMs = 0) => {
      // Its log records name the request that started it, not the one whose end freed its place.
      const task = AsyncResource.bind(given)
      if (stop.signal.aborted || waiting.length + timers.size >= capacity) {
        log.error({ background: name }, 'background work was dropped')
        return false
      }
      if (isIdle()) idle = Promise.withResolvers<void>()
      if (afterMs === 0) {
        begin(task)
        return true
      }
      const timer = setTimeout(() => {
        timers.delete(timer)
        begin(task)
      }, afterMs)
      timers.add(timer.unref())
      return true
    },
    settled: () => idle.promise,
    close: async () => {
      stop.abort()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      waiting.length = 0
      settleWhenIdle()
      await idle.promise
    },
  }
}
