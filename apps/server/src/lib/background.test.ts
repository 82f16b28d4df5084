import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { createLog } from '../http/request-log.ts'
import { currentScope, runInScope } from '../http/request-scope.ts'

function ready(options: { atOnce?: number; capacity?: number } = {}) {
  const logged: string[] = []
  const log = createLog('info', (line) => void logged.push(line))
  return { logged, background: createBackground(log, { name: 'test', atOnce: 2, capacity: 10, ...options }) }
}

test('runs a fixed number of tasks at once; the others wait, and each has its turn', async () => {
  const { background } = ready()
  let running = 0
  let most = 0
  const done: number[] = []
  for (let index = 0; index < 10; index += 1) {
    background.run(async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      done.push(index)
    })
  }
  expect(done).toEqual([])
  await background.settled()
  expect([most, done.length]).toEqual([2, 10])
})

test('drops and logs work that exceeds its capacity', async () => {
  const { background, logged } = ready({ capacity: 3 })
  const done: number[] = []
  const taken = [1, 2, 3, 4, 5].map((index) => background.run(async () => void done.push(index)))
  await background.settled()
  expect([taken, done, logged.length]).toEqual([[true, true, true, false, false], [1, 2, 3], 2])
})

test('logs a failure and continues', async () => {
  const { background, logged } = ready()
  let isDone = false
  background.run(() => Promise.reject(new Error('broken')))
  background.run(async () => {
    isDone = true
  })
  await background.settled()
  expect([isDone, logged.length]).toEqual([true, 1])
})

test('closing drops what waits, aborts what runs and accepts no more', async () => {
  const { background } = ready({ atOnce: 1 })
  const seen: string[] = []
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  background.run(async (signal) => {
    resolve()
    await new Promise((stop) => {
      signal.addEventListener('abort', stop)
    })
    seen.push('aborted')
  })
  background.run(async () => void seen.push('waited'))
  background.run(async () => void seen.push('delayed'), 3_600_000)
  await begun
  await background.close()
  expect([seen, background.run(async () => undefined)]).toEqual([['aborted'], false])
})

test('work belongs to the request that began it, whatever task frees its place', async () => {
  const { background } = ready({ atOnce: 1 })
  const found: (string | undefined)[] = []
  for (const requestId of ['one', 'two', 'three']) {
    runInScope({ requestId, address: '::1', userId: null, refusal: null, recorded: new Set() }, () =>
      background.run(async () => void found.push(currentScope()?.requestId)),
    )
  }
  await background.settled()
  expect(found).toEqual(['one', 'two', 'three'])
})
