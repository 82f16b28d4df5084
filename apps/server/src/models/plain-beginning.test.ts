import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { expect, test } from 'vitest'
import type { MeteredModel } from './count-prompt.ts'
import { passingPlainText, withPlainBeginning } from './plain-beginning.ts'

const encoder = new TextEncoder()
const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c1', model: 'm', choices: [{ index: 0, delta, ...more }] })}\n\n`
const text = (content: string) => chunk({ content }, { finish_reason: null })
const head = chunk({ role: 'assistant', content: '' })
const call = chunk({ tool_calls: [{ index: 0, id: 't1', function: { name: 'count', arguments: '{"of":"rows"}' } }] })
const end = [
  chunk({}, { finish_reason: 'stop' }),
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } })}\n\n`,
  'data: [DONE]\n\n',
]

/** Sends an answer in pieces of so many bytes. */
function answering(frames: string[], size: number): typeof globalThis.fetch {
  const bytes = encoder.encode(frames.join(''))
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  )
  return async () =>
    new Response(ReadableStream.from(pieces), { status: 200, headers: { 'content-type': 'text/event-stream' } })
}

const modelWith = (fetch: typeof globalThis.fetch): MeteredModel =>
  createOpenAICompatible({ name: 'm', baseURL: 'http://model.test/v1', includeUsage: true, fetch })('m')

/** What a reader makes of an answer, however it is cut into parts. */
async function readBy(model: MeteredModel) {
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'How many?' }] }],
  })
  const read = { text: '', thinking: '', calls: [] as string[], errors: 0, end: [] as unknown[] }
  for await (const part of stream) {
    if (part.type === 'text-delta') read.text += part.delta
    if (part.type === 'reasoning-delta') read.thinking += part.delta
    if (part.type === 'tool-call') read.calls.push(`${part.toolName} ${part.input}`)
    if (part.type === 'error') read.errors++
    if (part.type === 'response-metadata') read.end.push(part.id)
    if (part.type === 'finish') read.end.push(part.finishReason.unified, part.usage.outputTokens.total)
  }
  return read
}

const answers: Record<string, string[]> = {
  'plain text': [head, text('Größe: '), text('42 Stück.'), ...end],
  'comments and other line ends': [
    ': wait\r\n\r\n',
    ...[head, text('A'), text(' b.'), ...end].map(withCarriageReturns),
  ],
  'a call after text': [head, text('I look. '), call, ...end],
  'text after a call': [head, call, text('Found.'), ...end],
  'thinking before and after text': [
    chunk({ reasoning_content: 'Hm' }),
    text('One. '),
    chunk({ reasoning: 'so' }),
    ...end,
  ],
  'text with a part of its event': [head, text('A'), chunk({ content: 'b', reasoning_content: 'why' }), ...end],
  'parts of text as a list': [head, text('A'), chunk({ content: [{ type: 'text', text: 'list' }] }), ...end],
  'usage with each piece': [text('A'), text('B').replace('"id"', '"usage":{"completion_tokens":1},"id"'), ...end],
  'a refusal': [head, text('No: '), chunk({ refusal: 'I may not.' }), ...end],
  'an error in between': [head, text('A'), 'data: {"error":{"message":"Overloaded"}}\n\n', text('B'), ...end],
  'an event that is not JSON': [head, text('A'), 'data: {"id": \n\n', text('B'), ...end],
  'no end': [head, text('A'), text('B').slice(0, -9)],
  nothing: [],
}

function withCarriageReturns(frame: string): string {
  return frame.replaceAll('\n', '\r\n')
}

test.each(Object.entries(answers))('reads %s as the SDK does', async (_name, frames) => {
  for (const size of [1, 7, 100_000]) {
    const fetch = answering(frames, size)
    const read = await readBy(withPlainBeginning(modelWith(passingPlainText(fetch))))
    expect(read).toEqual(await readBy(modelWith(fetch)))
  }
})

test('ends the request if the reader leaves', async () => {
  const ended = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(encoder.encode(text('More. '))),
    cancel: () => ended.resolve(),
  })
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const model = withPlainBeginning(modelWith(passingPlainText(fetch)))
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'How many?' }] }],
  })
  for await (const part of stream) if (part.type === 'text-delta') break
  await expect(ended.promise).resolves.toBeUndefined()
})
