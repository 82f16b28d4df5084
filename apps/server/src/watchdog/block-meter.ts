import type { WatchdogLimits } from '../config/config.ts'

/** What the watchdog sees at one moment. */
export interface Sample {
  /** Increases while the main thread handles timers. */
  beats: number
  /** A monotonic clock. */
  wallMs: number
  /** Processor time of the main thread, or of the whole process if the system reports only that. */
  cpuMs: number
}

/** If the watchdog itself is this many intervals late, the machine or the process was suspended. */
const suspendedIntervals = 5

/**
 * Adds up the time since the main thread's last beat. Excludes the time of a suspension, after which wall time starts
 * again at zero.
 * @returns a function that takes a sample every interval and returns why the main thread is blocked, or null
 */
export function createBlockMeter(limits: WatchdogLimits, intervalMs: number): (sample: Sample) => string | null {
  let last: Sample | null = null
  let wallMs = 0
  let cpuMs = 0
  return (sample) => {
    const elapsed = last === null ? 0 : sample.wallMs - last.wallMs
    const used = last === null ? 0 : sample.cpuMs - last.cpuMs
    const isBeating = last?.beats !== sample.beats
    const wasSuspended = elapsed > suspendedIntervals * intervalMs
    last = sample
    wallMs = isBeating || wasSuspended ? 0 : wallMs + elapsed
    // One thread can't use more processor time than passes, so this bounds the share of other threads.
    cpuMs = isBeating ? 0 : cpuMs + Math.min(used, elapsed)
    return describeBlock({ wallMs, cpuMs }, limits)
  }
}

function describeBlock({ wallMs, cpuMs }: Omit<Sample, 'beats'>, limits: WatchdogLimits): string | null {
  if (limits.cpuMs > 0 && cpuMs >= limits.cpuMs)
    return `its main thread used ${seconds(cpuMs)} of processor time without a pause`
  if (limits.wallMs > 0 && wallMs >= limits.wallMs) return `its main thread has not responded for ${seconds(wallMs)}`
  return null
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`
}
