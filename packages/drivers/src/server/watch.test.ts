import { message } from '@parlance/contract'
import { describe, expect, it, vi } from 'vitest'
import { DriverError } from '../contract.ts'
import { failureOf } from '../testing/read.ts'
import { Watch } from './watch.ts'

const limits = { timeoutMs: 60_000 }
const reason = new DriverError('cancelled', message('stopped'))

describe('a watch', () => {
  it('returns the outcome of a step', async () => {
    const watch = new Watch(limits)
    expect(await watch.race(Promise.resolve(1))).toBe(1)
    await expect(watch.race(Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    watch.end()
  })

  it('gives up a step, and every later one, when it is stopped; once, with the first reason', async () => {
    const watch = new Watch(limits)
    let calls = 0
    watch.onStop(() => (calls += 1))
    const step = watch.race(new Promise(() => {}))
    watch.stop(reason)
    watch.stop(new DriverError('timeout', message('later')))
    await expect(step).rejects.toBe(reason)
    await expect(watch.race(Promise.resolve(1))).rejects.toBe(reason)
    expect(calls).toBe(1)
    watch.end()
  })

  it('stops immediately for an aborted signal, and later for the time limit', async () => {
    const aborted = new Watch({ ...limits, signal: AbortSignal.abort() })
    await expect(aborted.race(new Promise(() => {}))).rejects.toMatchObject({ kind: 'cancelled' })
    const late = new Watch({ timeoutMs: 1 })
    await expect(late.race(new Promise(() => {}))).rejects.toMatchObject({ kind: 'timeout' })
  })

  it.each([
    [5, { ms: 5 }, 'The query took longer than 5 ms and was stopped.'],
    [1250, { seconds: 1.3 }, 'The query took longer than 1.3 s and was stopped.'],
  ])('reports a time limit of %i ms as a value of its message', async (timeoutMs, values, english) => {
    vi.useFakeTimers()
    const late = new Watch({ timeoutMs })
    const error = failureOf(() => late.race(new Promise(() => {})))
    vi.advanceTimersByTime(timeoutMs)
    vi.useRealTimers()
    expect(await error).toMatchObject({ message: english, text: { values } })
  })
})
