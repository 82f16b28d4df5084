import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acrossTabs } from './across-tabs.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
})

/** Work that runs until the test ends it. */
function makeWork(log: string[], name: string) {
  let end: () => void = () => undefined
  const work = () => {
    log.push(`${name} begins`)
    return new Promise<string>((settle) => {
      end = () => {
        log.push(`${name} ends`)
        settle(name)
      }
    })
  }
  return { work, end: () => end() }
}

describe('work that only one tab does at a time', () => {
  it('uses the browser’s own lock if there is one', async () => {
    const names: string[] = []
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: {
        request: (name: string, work: () => Promise<unknown>) => {
          names.push(name)
          return work()
        },
      },
    })
    expect(await acrossTabs('refresh', () => Promise.resolve('done'))).toBe('done')
    expect(names).toEqual(['refresh'])
  })

  it('waits its turn through local storage if there is none, as on a page without TLS', async () => {
    const log: string[] = []
    const [first, second] = [makeWork(log, 'first'), makeWork(log, 'second')]
    const done = Promise.all([acrossTabs('refresh', first.work), acrossTabs('refresh', second.work)])
    await vi.advanceTimersByTimeAsync(1000)
    expect(log).toHaveLength(1)
    const [running, waiting] = log[0] === 'first begins' ? [first, second] : [second, first]
    running.end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(log).toHaveLength(3)
    waiting.end()
    expect(await done).toEqual(['first', 'second'])
    expect(localStorage).toHaveLength(0)
  })

  it('does not wait forever for a tab that died, and releases the lock after a failure', async () => {
    localStorage.setItem('refresh:lock', `gone ${Date.now() + 10_000}`)
    const failing = acrossTabs('refresh', () => Promise.reject(new Error('no'))).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(localStorage.getItem('refresh:lock')).toMatch(/^gone /)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failing).toMatchObject({ message: 'no' })
    expect(localStorage).toHaveLength(0)
  })
})
