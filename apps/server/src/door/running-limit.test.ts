import { message } from '@parlance/contract'
import { expect, test, vi } from 'vitest'
import { createRunningLimit } from './running-limit.ts'

const describe = (count: number) => message('{count} are running.', { count })
const { signal } = new AbortController()

test('refuses what exceeds the limit of an owner until a slot is released, once', async () => {
  const limit = createRunningLimit({ most: 2, patience: 0, describe })
  const release = await limit.take('ann', signal)
  await limit.take('ann', signal)
  await expect(limit.take('ann', signal)).rejects.toThrow('2 are running.')
  await limit.take('bob', signal)
  release()
  release()
  await limit.take('ann', signal)
  await expect(limit.take('ann', signal)).rejects.toThrow('2 are running.')
})

test('waits for a slot in order of arrival, until its time is up or its caller leaves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const limit = createRunningLimit({ most: 1, patience: 1000, describe })
  const release = await limit.take('ann', signal)
  const leaving = new AbortController()
  const order: string[] = []
  const [second, left, third, late] = ['second', 'left', 'third', 'late'].map(async (name) => {
    const releaseNext = await limit.take('ann', name === 'left' ? leaving.signal : signal)
    order.push(name)
    return releaseNext
  })
  const refused = left?.catch(String)
  leaving.abort(new Error('gone'))
  expect(await refused).toBe('Error: gone')
  release()
  await second?.then((releaseNext) => releaseNext())
  await third
  const over = late?.catch(String)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await over).toContain('1 are running.')
  expect(order).toEqual(['second', 'third'])
})
