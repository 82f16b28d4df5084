import { formatMessage } from '@parlance/contract'
import { streamText, tool } from 'ai'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startModelStandIn, type ModelStandIn, type Script } from '../testing/model-stand-ins/stand-in.ts'
import { modelError } from './model-errors.ts'
import { faultOf } from './model-faults.ts'
import { createModelService } from './service.ts'
import { readModelStream } from './model-stream.ts'
import type { ModelVendorId } from './vendor.ts'

const vendorIds: ModelVendorId[] = ['google', 'openai', 'anthropic', 'openai-compatible']
const models = createModelService()
const open: ModelStandIn[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()))
})

async function standInFor(vendor: ModelVendorId, script: Script): Promise<ModelStandIn> {
  const standIn = await startModelStandIn(vendor, script)
  open.push(standIn)
  return standIn
}

const modelIds: Record<ModelVendorId, string> = {
  google: 'gemini-2.5-flash',
  openai: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-6',
  'openai-compatible': 'qwen3-coder:30b',
}

/** Frames before the end of the first piece of text. */
const breakPoint: Record<ModelVendorId, number> = { google: 1, openai: 5, anthropic: 3, 'openai-compatible': 2 }

function settingsOf(standIn: ModelStandIn) {
  return { provider: standIn.vendor, model: modelIds[standIn.vendor], api_key: 'key-1234', base_url: standIn.baseUrl }
}

async function call(standIn: ModelStandIn, abortSignal?: AbortSignal) {
  const handle = await models.create({
    provider: standIn.vendor,
    model: modelIds[standIn.vendor],
    apiKey: 'key-1234',
    baseUrl: standIn.baseUrl,
  })
  return streamText({
    model: handle.model,
    providerOptions: handle.providerOptions,
    prompt: 'How many orders?',
    tools: { execute_sql_query: tool({ inputSchema: z.object({ sql: z.string() }) }) },
    maxRetries: 0,
    abortSignal,
    onError: () => undefined,
  })
}

async function partsOf(standIn: ModelStandIn, abortSignal?: AbortSignal) {
  const parts = []
  for await (const part of readModelStream(await call(standIn, abortSignal))) parts.push(part)
  return parts
}

async function errorOf(standIn: ModelStandIn): Promise<unknown> {
  return partsOf(standIn).then(
    () => null,
    (error: unknown) => error,
  )
}

describe.each(vendorIds)('%s on its own wire format', (vendor) => {
  test('streams text in pieces and reports the tokens', async () => {
    const standIn = await standInFor(vendor, [
      { text: ['There are ', '42', ' orders.'], usage: { input: 31, output: 7 } },
    ])
    const parts = await partsOf(standIn)
    const text = parts.filter((part) => part.type === 'text-delta').map((part) => part.text)
    expect(text.join('')).toBe('There are 42 orders.')
    expect(text.length).toBeGreaterThanOrEqual(3)
    const finish = parts.find((part) => part.type === 'finish')
    expect(finish?.totalUsage).toMatchObject({ inputTokens: 31, outputTokens: 7, totalTokens: 38 })
  })

  test('calls a tool with its arguments', async () => {
    const standIn = await standInFor(vendor, [
      { toolCalls: [{ name: 'execute_sql_query', args: { sql: 'SELECT count(*) FROM orders' } }] },
    ])
    const calls = (await partsOf(standIn)).filter((part) => part.type === 'tool-call')
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ toolName: 'execute_sql_query', input: { sql: 'SELECT count(*) FROM orders' } })
  })

  test('malformed tool arguments arrive as an invalid call or as nothing, never as a valid one', async () => {
    const standIn = await standInFor(vendor, [{ toolCalls: [{ name: 'execute_sql_query', args: '{"sql": "SELECT' }] }])
    const calls = (await partsOf(standIn)).filter((part) => part.type === 'tool-call')
    expect(calls.filter((part) => !('invalid' in part && part.invalid))).toEqual([])
  })

  test.each([
    [401, 'wrong-key', 'model_auth'],
    [429, vendor === 'anthropic' ? 'rate-limit' : 'quota', vendor === 'anthropic' ? 'model_failed' : 'quota_exceeded'],
    [500, 'server-error', 'model_failed'],
  ] as const)('turns an answer with status %i into %s', async (status, fault, code) => {
    const standIn = await standInFor(vendor, [{ status, retryAfter: 30 }])
    const error = await errorOf(standIn)
    expect(faultOf(error)).toBe(fault)
    expect(modelError(error)).toMatchObject({ code })
    expect(standIn.requests).toHaveLength(1)
  })

  test('reports a stream that breaks in the middle as an error after the text it sent', async () => {
    const standIn = await standInFor(vendor, [
      { text: ['There ', 'are ', '42 ', 'orders'], breakAfter: breakPoint[vendor] },
    ])
    const text: string[] = []
    const reading = (async () => {
      for await (const part of readModelStream(await call(standIn)))
        if (part.type === 'text-delta') text.push(part.text)
    })()
    await expect(reading.catch((error: unknown) => faultOf(error))).resolves.toBe('broke-off')
    expect(text[0]).toBe('There ')
  })

  test('abort closes the socket', async () => {
    const standIn = await standInFor(vendor, [{ text: ['There ', 'are '], stallAfter: breakPoint[vendor] }])
    const controller = new AbortController()
    const reading = (async () => {
      for await (const part of readModelStream(await call(standIn, controller.signal))) {
        if (part.type === 'text-delta') controller.abort()
      }
    })()
    await expect(reading).rejects.toThrow('aborted')
    await standIn.clientClosed
    expect(standIn.requests).toHaveLength(1)
  })

  test('the settings test succeeds with a model that uses its tool, and sends the key', async () => {
    const standIn = await standInFor(vendor, [{ toolCalls: [{ name: 'confirm', args: { ready: true } }] }])
    const result = await models.test(settingsOf(standIn))
    expect(result).toMatchObject({ success: true, fault: null })
    expect(JSON.stringify(standIn.requests[0]?.headers)).toContain('key-1234')
    expect(formatMessage(result.message)).not.toContain('key-1234')
  })

  test.each([
    [{ status: 401 }, 'wrong-key', 'API key'],
    [{ status: 404, message: 'The model does not exist' }, 'unknown-model', 'does not know the model'],
    [{ status: 402 }, 'quota', 'quota'],
    [{ text: [''] }, 'empty', 'empty answer'],
    [{ status: 500 }, 'server-error', 'returned an error'],
  ] as const)('the settings test names the cause: %j is %s', async (reply, fault, words) => {
    const standIn = await standInFor(vendor, ['text' in reply ? { text: [...reply.text] } : { ...reply }])
    const result = await models.test(settingsOf(standIn))
    expect(result).toMatchObject({ success: false, fault })
    expect(formatMessage(result.message)).toContain(words)
  })
})

test('reports an address where nothing listens as unreachable', async () => {
  const standIn = await standInFor('openai-compatible', [])
  await standIn.close()
  expect(await models.test(settingsOf(standIn))).toMatchObject({ success: false, fault: 'unreachable' })
})

test('gives up on a model that never answers', async () => {
  const standIn = await standInFor('openai-compatible', [{ text: ['a', 'b'], stallAfter: 1 }])
  const impatient = createModelService({ testTimeout: 50 })
  expect(await impatient.test(settingsOf(standIn))).toMatchObject({ success: false, fault: 'timeout' })
})

test.each([
  'http://169.254.169.254/v1',
  'http://[fe80::1]/v1',
  'http://100.100.100.200/v1',
  'http://168.63.129.16/v1',
  'http://192.0.0.192/v1',
  'http://[::ffff:169.254.169.254]/v1',
])('R14 does not call the metadata address %s', async (address) => {
  const result = await models.test({ provider: 'openai-compatible', model: 'x', base_url: address })
  expect(result).toMatchObject({ success: false, fault: 'blocked-address' })
})

test.each([
  [{ provider: 'google', model: 'gemini-2.5-flash' }, 'Enter an API key'],
  [{ provider: 'openai-compatible', model: 'x' }, 'URL'],
  [{ provider: 'openai-compatible', model: 'x', base_url: 'file:///etc/passwd' }, 'http://'],
  [{ provider: 'openai-compatible', model: 'x', base_url: 'localhost' }, 'http://'],
  [{ provider: 'anthropic', model: ' ', api_key: 'k' }, 'Choose a model'],
] as const)('refuses incomplete settings %j before any call', async (settings, words) => {
  const result = await models.test(settings)
  expect(result.success).toBe(false)
  expect(formatMessage(result.message)).toContain(words)
})

test('the built-in engine comes first and needs no settings', async () => {
  expect(Object.keys(models.list())).toEqual(['builtin', ...vendorIds])
  expect(models.list().builtin).toMatchObject({ name: 'Built-in engine (no key)', needs_key: false })
  expect(await models.test({ provider: 'builtin', model: 'builtin' })).toMatchObject({ success: true })
})
