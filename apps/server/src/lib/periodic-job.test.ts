import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPeriodicJob } from './periodic-job.ts'

const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })

beforeEach(() => {
  logged.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

test('a job runs first after its own delay and then at its interval', async () => {
  let runs = 0
  const job = startPeriodicJob(log, { failure: 'failed', everyMs: 100, firstAfterMs: 10 }, async () => (runs += 1))
  const counts: number[] = []
  for (const milliseconds of [9, 1, 99, 1, 100]) {
    await vi.advanceTimersByTimeAsync(milliseconds)
    counts.push(runs)
  }
  await job.close()
  expect(counts).toEqual([0, 1, 1, 2, 3])
})

test('logs a failed run and runs the next one as usual', async () => {
  let runs = 0
  const job = startPeriodicJob(log, { failure: 'old files stay', everyMs: 100 }, async () => {
    runs += 1
    if (runs === 1) throw new Error('the disk is full')
  })
  await vi.advanceTimersByTimeAsync(200)
  await job.close()
  expect(runs).toBe(2)
  expect(logged.filter((line) => line.includes('old files stay') && line.includes('the disk is full'))).toHaveLength(1)
})

test('runs do not overlap', async () => {
  const ends: (() => void)[] = []
  const job = startPeriodicJob(
    log,
    { failure: 'failed', everyMs: 100 },
    () => new Promise<void>((end) => ends.push(end)),
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(100)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await job.close()
})

test('closing a job aborts its run, waits for the end, and starts no other one', async () => {
  let runs = 0
  let hasEnded = false
  const job = startPeriodicJob(log, { failure: 'failed', everyMs: 100 }, async (signal) => {
    runs += 1
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(100)
  await job.close()
  expect(hasEnded).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toBe(1)
})
