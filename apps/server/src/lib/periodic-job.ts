import type { FastifyBaseLogger } from 'fastify'

/** Work that repeats while the server runs. */
export interface PeriodicJob {
  /** Aborts the current run, waits for its end, and starts no further one. */
  close(): Promise<void>
}

export interface PeriodicJobOptions {
  /** For the log: what could not be done when a run fails. */
  failure: string
  everyMs: number
  /** Milliseconds before the first run; `everyMs` if absent. */
  firstAfterMs?: number
}

/**
 * Repeats a task at an interval of the monotonic clock, so that a change of the system's time neither stops it nor
 * repeats it early. Runs do not overlap: the interval starts again when a run ends. A failed run is logged, and the
 * next one comes as usual. The job does not keep the process alive.
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
