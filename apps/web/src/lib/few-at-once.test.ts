import { expect, it } from 'vitest'
import { createFewAtOnce } from './few-at-once.ts'

it('runs two tasks at a time, the others in order, and none whose signal was aborted', async () => {
  const few = createFewAtOnce(2)
  const started: string[] = []
  const end = new Map<string, () => void>()
  const begin = (name: string, signal = new AbortController().signal) =>
    few(() => {
      started.push(name)
      return new Promise<void>((resolve) => end.set(name, resolve))
    }, signal)
  const leaving = new AbortController()
  const [a, b] = [begin('a'), begin('b')]
  const [left, c, d] = [begin('left', leaving.signal), begin('c'), begin('d')]
  leaving.abort()
  expect(started).toEqual(['a', 'b'])
  end.get('a')?.()
  await a
  await expect(left).rejects.toThrow('aborted')
  expect(started).toEqual(['a', 'b', 'c'])
  end.get('b')?.()
  await b
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  end.get('c')?.()
  end.get('d')?.()
  await Promise.all([c, d])
})

it('goes on after a task that fails', async () => {
  const few = createFewAtOnce(1)
  const { signal } = new AbortController()
  const failing = few(() => Promise.reject(new Error('offline')), signal)
  const next = few(() => Promise.resolve('done'), signal)
  await expect(failing).rejects.toThrow('offline')
  expect(await next).toBe('done')
})
