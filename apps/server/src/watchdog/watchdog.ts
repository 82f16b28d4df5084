import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { WatchdogLimits } from '../config/config.ts'
import type { WatchdogData } from './watchdog-worker.ts'

/** Ends the process when its main thread is blocked. */
export interface Watchdog {
  /** Stops watching. */
  stop(): Promise<void>
}

const beatMs = 1_000
const usualAnswerMs = 5_000

/**
 * Starts a thread that watches the calling thread. If the calling thread handles no timer for longer than the limits
 * allow, the watchdog prints its stack and ends the process with exit code 70.
 * @param answerMs how long it waits for the stack before it kills the process
 */
export function startWatchdog(
  limits: WatchdogLimits,
  log: Pick<FastifyBaseLogger, 'error'>,
  answerMs = usualAnswerMs,
): Watchdog {
  if (limits.cpuMs === 0 && limits.wallMs === 0) return { stop: () => Promise.resolve() }
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const intervalMs = Math.min(beatMs, ...[limits.cpuMs, limits.wallMs].filter((ms) => ms > 0).map((ms) => ms / 10))
  const timer = setInterval(() => Atomics.add(beats, 0, 1), intervalMs).unref()
  const worker = new Worker(new URL('./watchdog-worker.ts', import.meta.url), {
    name: 'watchdog',
    workerData: { ...limits, intervalMs, answerMs, beats } satisfies WatchdogData,
    execArgv: ['--no-warnings'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  })
  worker.on('error', (error) => log.error({ err: error }, 'the watchdog stopped; restart the server to start it again'))
  worker.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}
