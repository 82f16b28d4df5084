import { expect, test } from 'vitest'
import { loadAhead } from './load-ahead.ts'

test('practices a question that the engine understands', async () => {
  await expect(loadAhead()).resolves.toBeUndefined()
})
