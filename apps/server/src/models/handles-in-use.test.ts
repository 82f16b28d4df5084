import { expect, test } from 'vitest'
import { createModelService } from './service.ts'
import type { ModelChoice } from './vendor.ts'

const choice: ModelChoice = {
  provider: 'openai-compatible',
  model: 'qwen3-coder:30b',
  apiKey: 'key-1234',
  baseUrl: 'http://127.0.0.1:11434/v1',
}

test('concurrent users of the same model share one', async () => {
  const models = createModelService()
  const [first, atOnce] = await Promise.all([models.create(choice), models.create({ ...choice })])
  expect(atOnce).toBe(first)
  expect(await models.create({ ...choice })).toBe(first)
})

test.each([
  { provider: 'openai' },
  { model: 'llama4' },
  { apiKey: 'key-12345' },
  { apiKey: null },
  { baseUrl: 'http://127.0.0.1:11435/v1' },
] satisfies Partial<ModelChoice>[])('a choice that differs in %j gets its own model', async (change) => {
  const models = createModelService()
  const first = await models.create(choice)
  const other = await models.create({ ...choice, ...change })
  expect(other).not.toBe(first)
  expect(await models.create(choice)).toBe(first)
  expect(await models.create({ ...choice, ...change })).toBe(other)
})
