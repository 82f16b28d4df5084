import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openaiCompatible } from '../models/openai-compatible.ts'
import { createModelService } from '../models/service.ts'
import type { ModelVendorId } from '../models/vendor.ts'
import { createFileWorld, textOf, type FileWorld } from '../testing/file-turn.ts'
import { startLocalStandIn } from '../testing/model-stand-ins/local-stand-in.ts'
import { error, text } from '../testing/model-stand-ins/local-servers.ts'
import { startModelStandIn, type ModelStandIn } from '../testing/model-stand-ins/stand-in.ts'
import { createModelResponder } from './model-responder.ts'

let world: FileWorld
let standIn: ModelStandIn | null = null

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await standIn?.close()
  standIn = null
})

/** What a vendor is sent for two questions. */
async function sentFor(provider: ModelVendorId, model: string): Promise<[string, string]> {
  standIn = await startModelStandIn(provider, () => ({
    toolCalls: [{ name: 'ask_user', args: { question: 'Which one?' } }],
  }))
  const choice = { provider, model, apiKey: 'key', baseUrl: standIn.baseUrl }
  const responder = createModelResponder(await createModelService().create(choice), { temperature: 0, maxTokens: null })
  await world.ask('How many orders are there?', responder)
  await world.ask('Who ordered most?', responder)
  const [first = '', second = ''] = standIn.requests.map(({ body }) => JSON.stringify(body))
  return [first, second]
}

/** The text of the part of a request that ends with a mark of what to cache. */
function cachedPart(sent: string, mark: string): string | null {
  const at = sent.indexOf(mark)
  return at < 0 ? null : sent.slice(sent.lastIndexOf('"text":', at), at)
}

test.each([
  ['anthropic', 'claude-sonnet-5', '"cache_control"'],
  ['openai', 'gpt-6.1-sol', '"prompt_cache_breakpoint"'],
] as const)(
  '%s %s gets a mark to cache the schema, which is the same for two questions',
  async (vendor, model, mark) => {
    const [first, second] = await sentFor(vendor, model)
    const cached = cachedPart(first, mark)
    expect(cached).toContain('Schema:')
    expect(cached).not.toContain('How many orders')
    expect(cachedPart(second, mark)).toBe(cached)
    expect(first.split(mark)).toHaveLength(2)
  },
)

test.each([
  ['openai', 'gpt-4.1'],
  ['openai', 'gpt-5.4-mini'],
  ['google', 'gemini-3-flash'],
  ['openai-compatible', 'local'],
] as const)('%s %s caches by itself, so it gets no marks', async (vendor, model) => {
  const [first] = await sentFor(vendor, model)
  expect(first).not.toMatch(/cache_control|prompt_cache_breakpoint/)
})

test('OpenAI gets the same key for all questions of an area, and it contains no name', async () => {
  const [first, second] = await sentFor('openai', 'gpt-5.4-mini')
  const key = /"prompt_cache_key":"([\da-f]{32})"/.exec(first)?.[1]
  expect(key).toBeDefined()
  expect(second).toContain(`"prompt_cache_key":"${key}"`)
})

test('of the compatible servers, only those that know a key get one', async () => {
  const optionsFor = (baseUrl: string) => openaiCompatible.cacheKey('k', { baseUrl })
  expect(optionsFor('https://api.mistral.ai/v1')).toEqual({ openaiCompatible: { prompt_cache_key: 'k' } })
  expect(optionsFor('http://127.0.0.1:11434/v1')).toEqual({})
  expect(optionsFor('https://api.mistral.ai.example.com/v1')).toEqual({})
  const [first] = await sentFor('openai-compatible', 'local')
  expect(first).not.toContain('prompt_cache_key')
})

test('a proxy that refuses the fields for caching is asked without them', async () => {
  const requests: string[] = []
  const proxy = await startLocalStandIn((request) => {
    const sent = JSON.stringify(request)
    requests.push(sent)
    return sent.includes('prompt_cache') ? error(400, { detail: 'Unknown field prompt_cache_key' }) : text('Which one?')
  })
  try {
    const choice = { provider: 'openai-compatible', model: 'local', apiKey: null, baseUrl: proxy.baseUrl } as const
    const handle = { ...(await createModelService().create(choice)), cacheKey: (key: string) => keyed(key) }
    const keyed = (key: string) => ({ openaiCompatible: { prompt_cache_key: key } })
    const responder = createModelResponder(handle, { temperature: 0, maxTokens: null })
    const { events } = await world.ask('How many orders are there?', responder)
    expect(requests[0]).toContain('prompt_cache_key')
    expect(requests[1]).not.toContain('prompt_cache_key')
    expect(textOf(events.at(-1))).toContain('Which one?')
  } finally {
    await proxy.close()
  }
})
