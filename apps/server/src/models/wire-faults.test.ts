import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callModel } from '../agent/model-call.ts'
import { AppError } from '../lib/errors.ts'
import { wires } from '../testing/model-stand-ins/stand-in.ts'
import { createModelService } from './service.ts'
import type { ModelVendorId } from './vendor.ts'

const vendorIds: ModelVendorId[] = ['google', 'openai', 'anthropic', 'openai-compatible']

/** How a server fails. `frames` are those of a right answer in the vendor's format. */
type Fault = (response: ServerResponse, frames: string[], vendor: ModelVendorId) => void

const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>'

function stream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return (response, _frames, vendor) => {
    const body = JSON.stringify(wires[vendor].errorBody({ status, message }))
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

/** How each vendor says that its content filter stopped the answer, and that it reached its length. */
const ends: Record<'filtered' | 'cut', Record<ModelVendorId, string[]>> = {
  filtered: {
    google: [
      `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'SAFETY', index: 0 }] })}\n\n`,
    ],
    openai: openaiEnd({ reason: 'content_filter' }),
    anthropic: anthropicEnd('refusal'),
    'openai-compatible': compatibleEnd('content_filter'),
  },
  cut: {
    google: [
      `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'MAX_TOKENS', index: 0 }] })}\n\n`,
    ],
    openai: openaiEnd({ reason: 'max_output_tokens' }),
    anthropic: anthropicEnd('max_tokens'),
    'openai-compatible': compatibleEnd('length'),
  },
}

function openaiEnd(details: { reason: string }): string[] {
  const response = { id: 'r', object: 'response', created_at: 1, model: 'm', status: 'incomplete' }
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  }
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    { type: 'response.incomplete', response: { ...response, incomplete_details: details, usage } },
  ].map((event, sequence_number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`)
}

function anthropicEnd(stop_reason: string): string[] {
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null }
  return [
    {
      type: 'message_start',
      message: { ...message, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}

function compatibleEnd(finish_reason: string): string[] {
  return [
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason }] })}\n\n`,
    'data: [DONE]\n\n',
  ]
}

const faults: Record<string, { send: Fault; code: string; says: RegExp }> = {
  '401 for the key': {
    send: refuse(401, 'Unauthorized'),
    code: 'model_auth',
    says: /rejected the API key.*administrator/,
  },
  '403 for the key': { send: refuse(403, 'Forbidden'), code: 'model_failed', says: /does not let this API key/ },
  '404 for the model': {
    send: refuse(404, 'The model `m` does not exist'),
    code: 'model_failed',
    says: /does not know this model.*choose another/,
  },
  '404 for the path': {
    send: (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found'),
    code: 'model_failed',
    says: /no AI model at the configured address/,
  },
  '429 with a wait': {
    send: refuse(429, 'Slow down', { 'retry-after': '20' }),
    code: 'model_failed|quota_exceeded',
    says: /Try again in 20 seconds|API quota exceeded/,
  },
  '429 without a wait': { send: refuse(429, 'Slow down'), code: 'quota_exceeded', says: /API quota exceeded/ },
  '400 for a prompt that is too long': {
    send: refuse(400, 'prompt is too long: 250000 tokens > 200000 maximum'),
    code: 'model_failed',
    says: /too long for this model/,
  },
  '400 for an unknown reason': { send: refuse(400, 'Bad'), code: 'model_failed', says: /rejected the request/ },
  '500': { send: refuse(500, 'Oops'), code: 'model_failed', says: /failed to answer. Try again/ },
  '529 overloaded': { send: refuse(529, 'Overloaded'), code: 'model_failed', says: /overloaded. Try again/ },
  'a page of a proxy with an error status': {
    send: (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page),
    code: 'model_failed',
    says: /web page answered.*proxy/,
  },
  'a page of a proxy with status 200': {
    send: (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    code: 'model_failed',
    says: /web page answered.*proxy/,
  },
  'a stream that ends too early': {
    send: (response, frames) => stream(response).end(frames.slice(0, -2).join('').slice(0, -20)),
    code: 'model_failed',
    says: /stopped in the middle|could not be read|empty answer/,
  },
  'a chunk that is not JSON': {
    send: (response, frames) => stream(response).end([frames[0], 'data: {"id": \n\n', ...frames.slice(1)].join('')),
    code: 'model_failed',
    says: /could not be read|stopped in the middle/,
  },
  'a connection that is reset': {
    send: (response, frames) => {
      stream(response).write(frames.slice(0, -2).join(''), () => response.socket?.resetAndDestroy())
    },
    code: 'model_failed',
    says: /stopped in the middle/,
  },
  'an empty stream': {
    send: (response) => stream(response).end(),
    code: 'model_failed',
    says: /empty answer|stopped in/,
  },
  'an answer without words': {
    send: (response, _frames, vendor) => {
      const silent = wires[vendor].frames({ text: [''], toolCalls: [], usage: { input: 1, output: 0 } }, 'm')
      stream(response).end(silent.join(''))
    },
    code: 'model_failed',
    says: /empty answer. Try again/,
  },
  'the content filter': {
    send: (response, _frames, vendor) => stream(response).end(ends.filtered[vendor].join('')),
    code: 'model_failed',
    says: /refused to answer this question. Rephrase/,
  },
  'the maximum length before any word': {
    send: (response, _frames, vendor) => stream(response).end(ends.cut[vendor].join('')),
    code: 'model_failed',
    says: /maximum length.*raise Max tokens/,
  },
  'a stream that goes silent': {
    send: (response, frames) => void stream(response).write(frames[0] ?? ''),
    code: 'model_failed',
    says: /took too long/,
  },
}

let current: Fault = () => undefined
let port = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const vendor = (request.url ?? '').split('/')[1] as ModelVendorId
    const frames = wires[vendor].frames(
      { text: ['There are ', '42.'], toolCalls: [], usage: { input: 1, output: 1 } },
      'm',
    )
    current(response, frames, vendor)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function errorOf(vendor: ModelVendorId): Promise<AppError> {
  const baseUrl = `http://127.0.0.1:${port}/${vendor}`
  const handle = await createModelService().create({ provider: vendor, model: 'm', apiKey: 'key-1234', baseUrl })
  const error = await callModel({
    handle,
    instructions: 'Answer.',
    messages: [{ role: 'user', content: 'How many?' }],
    tools: {},
    preferences: { temperature: 0, maxTokens: null, silenceMs: 300 },
    signal: new AbortController().signal,
  }).then(
    ({ text }) => new Error(`It answered: ${text}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw error
  return error
}

describe.each(vendorIds)('%s says what happened and what to do', (vendor) => {
  test.each(Object.entries(faults))('after %s', async (_name, { send, code, says }) => {
    current = send
    const error = await errorOf(vendor)
    expect(error.detail).toMatch(says)
    expect(error.code).toMatch(new RegExp(`^(?:${code})$`))
    expect(error.detail).not.toContain('key-1234')
  })

  test('a slow answer is an answer', async () => {
    current = (response, frames) => {
      stream(response)
      const send = ([frame, ...rest]: string[]): void => {
        if (frame === undefined) return void response.end()
        response.write(frame, () => setImmediate(() => send(rest)))
      }
      send(frames.flatMap((frame) => frame.match(/[\s\S]{1,7}/g) ?? []))
    }
    const baseUrl = `http://127.0.0.1:${port}/${vendor}`
    const handle = await createModelService().create({ provider: vendor, model: 'm', apiKey: 'key', baseUrl })
    const { text } = await callModel({
      handle,
      instructions: 'Answer.',
      messages: [{ role: 'user', content: 'How many?' }],
      tools: {},
      preferences: { temperature: 0, maxTokens: null },
      signal: new AbortController().signal,
    })
    expect(text).toBe('There are 42.')
  })
})
