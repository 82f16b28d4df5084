import { expect, test } from 'vitest'
import { measure } from './streams.ts'

test('each of a few chats receives every sentence', async () => {
  const { p50, p99, cpuMs } = await measure(2, 1)
  expect(p50).toBeGreaterThanOrEqual(0)
  expect(p99).toBeGreaterThanOrEqual(p50)
  expect(cpuMs).toBeGreaterThan(0)
})
