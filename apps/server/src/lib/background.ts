import { AsyncResource } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'

/** Work that no answer waits for. It lives in this process alone: a crash loses what waits. */
export interface Background {
  /**
   * Runs a task when its turn comes; its failure is logged.
   * @param afterMs milliseconds before it may begin
   * @returns false when too much waits already, or the server stops: the task is dropped and that is logged
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
  /** Tasks that may wait, delayed ones included. */
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
        .catch((error: unknown) => log.error({ err: error, background: name }, 'work in the background failed'))
        .finally(() => {
          running -= 1
          runNext()
        })
    }
  }

  function begin(task: Task): void {
    waiting.push(task)
    // Not in the caller's own stride: its answer goes out first.
    setImmediate(runNext)
  }

  return {
    run: (given, afterMs = 0) => {
      // Its records name the request that it was begun by, not the one in whose wake its turn comes.
      const task = AsyncResource.bind(given)
      if (stop.signal.aborted || waiting.length + timers.size >= capacity) {
        log.error({ background: name }, 'work in the background was dropped')
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
