import type { FastifyBaseLogger } from 'fastify'

/** Work that repeats while the server runs. */
export interface PeriodicJob {
  /** Aborts the current run, waits for its end, and starts no more. */
  close(): Promise<void>
}

export interface PeriodicJobOptions {
  /** For the log: what a failed run could not do. */
  failure: string
  everyMs: number
  /** Milliseconds before the first run; defaults to `everyMs`. */
  firstAfterMs?: number
}

/**
 * Repeats a task at an interval of the monotonic clock, so a change of the system time neither stops it nor triggers it
 * early. Runs don't overlap: the interval starts again when a run ends. A failed run is logged, and the next one runs
 * as usual. The job doesn't prevent the process from exiting.
 */
export function startPeriodicJob(
  log: FastifyBaseLogger,
  { failure, everyMs, firstAfterMs = everyMs }: PeriodicJobOptions,
  run: (signal: AbortSignal) => Promise<unknown>,
): PeriodicJob {
  const stop = new AbortController()
  let timer = wait(firstAfterMs)
  let running: Promise<unknown> = Promise.resolve()

  function wait(milliseconds: number): NodeJS.Timeout {
    return setTimeout(start, milliseconds).unref()
  }

  function start(): void {
    running = run(stop.signal)
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => {
        if (!stop.signal.aborted) timer = wait(everyMs)
      })
  }

  return {
    close: async () => {
      stop.abort()
      clearTimeout(timer)
      await running
    },
  }
}
