import { experimental_streamLanguageModelCall as streamLanguageModelCall, streamText } from 'ai'
import { afterEach, describe, expect, test } from 'vitest'
import { startModelStandIn, type ModelStandIn, type Script } from '../testing/model-stand-ins/stand-in.ts'
import { asModelUse, type CallTokens, type CountedCall, type ModelLedger, type PlannedCall } from './model-use.ts'
import { readModelStream } from './model-stream.ts'
import { createModelService } from './service.ts'
import type { ModelVendorId } from './vendor.ts'

const open: ModelStandIn[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()))
})

/** A ledger that remembers what was planned and what was used. */
function rememberingLedger() {
  const planned: PlannedCall[] = []
  const used = Promise.withResolvers<CallTokens | null>()
  const ledger: ModelLedger = {
    open: async (call) => {
      planned.push(call)
      return {
        close: async (tokens) => {
          used.resolve(tokens)
          return tokens && { amount: 0.25, currency: 'USD' }
        },
      }
    },
  }
  return { ledger, planned, used: used.promise }
}

interface Called {
  signal?: AbortSignal
  /** Stops reading after the first piece of text. */
  stopsEarly?: boolean
}

async function callModel(vendor: ModelVendorId, script: Script, { signal, stopsEarly = false }: Called = {}) {
  const standIn = await startModelStandIn(vendor, script)
  open.push(standIn)
  const seen = rememberingLedger()
  const models = createModelService({ ledger: seen.ledger })
  const { model } = await models.create({ provider: vendor, model: 'm-1', apiKey: 'key', baseUrl: standIn.baseUrl })
  const calls: CountedCall[] = []
  const use = { purpose: 'question', userId: 'u1', areaId: null, connectionId: 'c1', turnId: 't1' } as const
  const read = async (): Promise<void> => {
    const result = await streamLanguageModelCall({
      model,
      messages: [{ role: 'user', content: 'How many orders were there?' }],
      maxOutputTokens: 500,
      abortSignal: signal,
    })
    for await (const part of readModelStream(result)) if (stopsEarly && part.type === 'text-delta') return
  }
  const failure = await asModelUse({ ...use, onCall: (call) => calls.push(call) }, read).catch(
    (error: unknown) => error,
  )
  return { ...seen, calls, failure, standIn }
}

/** Frames up to the first piece of text. */
const firstText: Record<ModelVendorId, number> = { google: 1, openai: 5, anthropic: 3, 'openai-compatible': 2 }
const usage = { input: 1000, output: 50, cached: 600, reasoning: 20 }

describe.each(['google', 'openai', 'anthropic', 'openai-compatible'] satisfies ModelVendorId[])(
  'a call of %s',
  (vendor) => {
    test('records all tokens as the vendor reports them, and plans more than it uses', async () => {
      const { planned, used, calls } = await callModel(vendor, [{ text: ['Four.'], usage }])
      const reasoning = vendor === 'anthropic' ? 0 : 20
      const tokens = { prompt: 1000, cached: 600, cacheWritten: 0, completion: 50, reasoning, isEstimated: false }
      expect(await used).toEqual(tokens)
      const milliseconds = expect.any(Number)
      const cost = { amount: 0.25, currency: 'USD' }
      expect(calls).toEqual([{ provider: vendor, model: 'm-1', tokens, milliseconds, cost }])
      expect(planned).toMatchObject([{ provider: vendor, model: 'm-1', mostCompletion: 500 }])
      expect(planned[0]?.prompt.most).toBeGreaterThan(planned[0]?.prompt.expected ?? Infinity)
    })

    test('costs nothing if the vendor refuses it', async () => {
      const { used, calls, failure } = await callModel(vendor, [{ status: 401 }])
      expect(failure).toBeInstanceOf(Error)
      expect(await used).toBeNull()
      expect(calls).toEqual([])
    })

    test('is estimated if its reader stops, if it is cancelled, or if it breaks off', async () => {
      const text = ['There were ', 'four orders.']
      const cancelled = new AbortController()
      const outcomes = [
        await callModel(vendor, [{ text, stallAfter: firstText[vendor] }], { stopsEarly: true }),
        await callModel(vendor, [{ text, breakAfter: firstText[vendor] }]),
        await callModel(
          vendor,
          () => {
            cancelled.abort()
            return { text, stallAfter: 0 }
          },
          { signal: cancelled.signal },
        ),
      ]
      for (const { used } of outcomes) {
        const tokens = await used
        expect(tokens).toMatchObject({ isEstimated: true, cached: 0 })
        expect(tokens?.prompt).toBeGreaterThan(3)
      }
    })
  },
)

test('records what Anthropic wrote to its cache', async () => {
  const { used } = await callModel('anthropic', [
    { text: ['Four.'], usage: { ...usage, cached: 0, cacheWritten: 700 } },
  ])
  expect(await used).toMatchObject({ prompt: 1000, cached: 0, cacheWritten: 700 })
})

test('estimates the tokens of a server that reports none', async () => {
  const { used } = await callModel('openai-compatible', [{ text: ['x'.repeat(400)], usage: { input: 0, output: 0 } }])
  expect(await used).toMatchObject({ isEstimated: true, completion: 100 })
})

test('a ledger that refuses a call stops it before it is sent', async () => {
  const standIn = await startModelStandIn('openai', [{ text: ['Four.'] }])
  open.push(standIn)
  const refusal = new Error('The budget is used up')
  const models = createModelService({ ledger: { open: () => Promise.reject(refusal) } })
  const { model } = await models.create({ provider: 'openai', model: 'm', apiKey: 'key', baseUrl: standIn.baseUrl })
  const result = streamText({ model, prompt: 'Hello', maxRetries: 0, onError: () => undefined })
  await expect(Array.fromAsync(readModelStream(result))).rejects.toThrow('The budget is used up')
  expect(standIn.requests).toEqual([])
})
