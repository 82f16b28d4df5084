import { afterEach, describe, expect, test } from 'vitest'
import type { CheckEvent, ModelCheck, ModelReport } from '@parlance/contract'
import {
  chunk,
  error,
  text,
  writtenCalls,
  type LocalAnswer,
  type LocalRequest,
} from '../../testing/model-stand-ins/local-servers.ts'
import { startLocalStandIn, type LocalStandIn } from '../../testing/model-stand-ins/local-stand-in.ts'
import { dataFrame } from '../../testing/model-stand-ins/wire.ts'
import { createModelService } from '../service.ts'
import type { ModelChoice } from '../vendor.ts'
import type { AskSample } from './check.ts'

const open: LocalStandIn[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()))
})

const askSample: AskSample = async () => ({ question: 'How many?', sql: 'SELECT 1', answer: 'One.' })

function listOf(owner: string, ...ids: string[]): LocalAnswer {
  return { status: 200, body: JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, owned_by: owner })) }) }
}

function usage(prompt: number, cached = 0): string {
  const details = { prompt_tokens_details: { cached_tokens: cached } }
  return dataFrame({
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: 40, total_tokens: prompt + 40, ...details },
  })
}

const wordOf = ({ messages }: LocalRequest): string => JSON.stringify(messages)

function toolCalls(name: string, count: number): LocalAnswer {
  const calls = Array.from({ length: count }, (_, index) => ({
    index,
    id: `c${index}`,
    type: 'function',
    function: { name, arguments: '{"ready":true,"city":"Oslo"}' },
  }))
  return { frames: [chunk({ tool_calls: calls }), chunk({}, 'tool_calls'), dataFrame('[DONE]')] }
}

/** A model that can do everything. */
function able(request: LocalRequest, long = 0): LocalAnswer {
  const asked = wordOf(request)
  if (asked.includes('confirm')) return toolCalls('confirm', 1)
  if (asked.includes('population')) return toolCalls('population', 2)
  if (asked.includes('Norway')) return text('{"city":"Oslo",', '"country":"Norway"}')
  if (asked.includes('color')) return text('Red.')
  if (asked.includes('code word'))
    return { frames: [chunk({ content: 'marmalade' }), chunk({}, 'stop'), usage(6100, long)] }
  return {
    frames: [
      ...'one two three four five six'.split(' ').map((word) => chunk({ content: `${word} ` })),
      chunk({}, 'stop'),
      usage(30),
    ],
  }
}

async function checkLocal(
  answer: (request: LocalRequest, index: number) => LocalAnswer,
  paths: Record<string, LocalAnswer>,
  {
    change = (choice) => choice,
    sample = askSample,
  }: { change?: (choice: ModelChoice) => ModelChoice; sample?: AskSample | null } = {},
) {
  const standIn = await startLocalStandIn(answer, paths)
  open.push(standIn)
  const choice = change({
    provider: 'openai-compatible',
    model: 'qwen3:8b',
    apiKey: 'key-1234',
    baseUrl: standIn.baseUrl,
  })
  return { ...(await check(choice, sample)), standIn }
}

async function check(choice: ModelChoice, sample: AskSample | null = askSample) {
  const models = createModelService()
  const events: CheckEvent[] = []
  await models.check(choice, {
    signal: new AbortController().signal,
    userId: null,
    now: () => new Date('2026-11-26T12:00:00Z'),
    askSample: sample,
    onEvent: async (event) => void events.push(event),
  })
  const last = events.at(-1)
  if (last?.type !== 'report') throw new Error('There is no report')
  expect(JSON.stringify(events)).not.toContain('key-1234')
  const { traits } = await models.create(choice)
  return { events, report: last.report, traits: traits.current }
}

function found({ checks }: ModelReport, id: ModelCheck['id']): ModelCheck {
  const one = checks.find((each) => each.id === id)
  if (!one) throw new Error(`${id} was not checked`)
  return one
}

const ollamaPaths = { '/v1/models': listOf('library', 'qwen3:8b', 'llama3.2:3b') }

describe('a model that can do everything', () => {
  test('passes every check, in order, with a plan that is not exceeded', async () => {
    let longs = 0
    const answer = (request: LocalRequest): LocalAnswer =>
      able(request, wordOf(request).includes('code word') ? longs++ * 6000 : 0)
    const { report, events, standIn, traits } = await checkLocal(answer, {
      '/v1/models': {
        status: 200,
        body: JSON.stringify({ data: [{ id: 'qwen3:8b', owned_by: 'vllm', max_model_len: 32768 }] }),
      },
    })
    expect(report.checks.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(report).toMatchObject({
      passed: 13,
      total: 13,
      sample: { answer: 'One.' },
      checked_at: '2026-11-26T12:00:00.000Z',
    })
    expect(events.filter(({ type }) => type === 'started')).toHaveLength(13)
    expect(found(report, 'context-length').found.message).toBe('The context of qwen3:8b has 32,768 tokens.')
    expect(found(report, 'caching').found.message).toBe(
      '6,000 of 6,100 tokens of a repeated prompt came from the cache.',
    )
    expect(standIn.requests.length).toBeLessThanOrEqual((await createModelService().checkPlan()).calls)
    expect(traits).toMatchObject({ toolForm: 'tools', contextTokens: 32768 })
  })
})

describe('the address, the key, and the name', () => {
  test('a missing /v1 is found', async () => {
    const { report } = await checkLocal(able, ollamaPaths, {
      change: (choice) => ({ ...choice, baseUrl: choice.baseUrl?.replace('/v1', '') ?? null }),
    })
    expect(found(report, 'address')).toMatchObject({
      state: 'failed',
      advice: { message: expect.stringMatching(/^Add \/v1 to the URL: http.*\/v1$/) },
    })
    expect(report).toMatchObject({ passed: 0, total: 1 })
  })

  test.each([
    ['http://127.0.0.1:9/v1', /^Nothing listens at/, /container, use host\.docker\.internal/],
    ['http://no-such-host.invalid/v1', /unknown to DNS|does not answer/, /DNS settings|network access/],
    ['http://169.254.169.254/v1', /not allowed/, /^$/],
  ])('%s is explained', async (baseUrl, says, advice) => {
    const { report } = await check({ provider: 'openai-compatible', model: 'm', apiKey: 'key-1234', baseUrl })
    const address = found(report, 'address')
    expect(address.found.message).toMatch(says)
    expect(address.advice?.message ?? '').toMatch(advice)
  })

  test('a server without TLS behind https is explained', async () => {
    const { report } = await checkLocal(able, ollamaPaths, {
      change: (choice) => ({ ...choice, baseUrl: choice.baseUrl?.replace('http:', 'https:') ?? null }),
    })
    expect(found(report, 'address').advice?.message).toContain('start the URL with http://')
  })

  test('a sign-in page of a proxy is explained', async () => {
    const page = { status: 200, body: '<html>Sign in</html>', contentType: 'text/html' }
    const { report } = await checkLocal(able, { '/v1/models': page })
    expect(found(report, 'address').found.message).toMatch(/answers with a web page/)
  })

  test('a rejected key ends the check', async () => {
    const { report } = await checkLocal(able, { '/v1/models': error(401, { error: { message: 'no' } }) })
    expect(found(report, 'key')).toMatchObject({
      state: 'failed',
      advice: { message: expect.stringContaining('still valid') },
    })
    expect(found(report, 'answer').state).toBe('skipped')
  })

  test('Ollama without the model: the nearest names and the command', async () => {
    const missing = error(404, { error: { message: 'model "qwen3:8b" not found, try pulling it first' } })
    const { report } = await checkLocal(() => missing, { '/v1/models': listOf('library', 'qwen2.5:7b', 'llama3:8b') })
    expect(found(report, 'model')).toMatchObject({
      state: 'failed',
      found: { message: 'Ollama does not have qwen3:8b. It has qwen2.5:7b, llama3:8b.' },
      advice: { message: 'Run: ollama pull qwen3:8b' },
    })
    expect(found(report, 'answer').found.message).toMatch(/does not know the model qwen3:8b/)
  })
})

describe('what a model cannot do', () => {
  test('no tools: JSON is used, and the server’s own setting is named', async () => {
    const { report, traits } = await checkLocal(
      (request) =>
        request.tools
          ? error(400, { message: '"auto" tool choice requires --enable-auto-tool-choice' })
          : able(request),
      { '/v1/models': listOf('vllm', 'qwen3:8b') },
    )
    expect(found(report, 'tools')).toMatchObject({
      state: 'warning',
      advice: { message: expect.stringContaining('--enable-auto-tool-choice') },
    })
    expect(found(report, 'structured-output').found.message).toContain('uses this instead of tools')
    expect(traits.toolForm).toBe('schema')
  })

  test('tool calls as text, and no schema: SQL as text is used', async () => {
    const { report, traits } = await checkLocal((request) => {
      if (request.tools) return text((writtenCalls['Hermes and Qwen'] ?? '').replaceAll('execute_sql_query', 'confirm'))
      return request.response_format ? text('Oslo is in Norway.') : able(request)
    }, ollamaPaths)
    expect(found(report, 'tools').found.message).toMatch(/writes tool calls as text/)
    expect(found(report, 'structured-output').state).toBe('failed')
    expect(traits.toolForm).toBe('text')
  })

  test.each([
    [
      'cut by the server without an error',
      (request: LocalRequest) =>
        wordOf(request).includes('code word')
          ? { frames: [chunk({ content: 'Which word?' }), chunk({}, 'stop'), usage(2048)] }
          : able(request),
      {},
      /silently cuts prompts .* about 2,048 tokens/,
    ],
    [
      'refused',
      (request: LocalRequest) =>
        wordOf(request).includes('code word')
          ? error(400, {
              error:
                'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 6100>= n_ctx: 4096).',
            })
          : able(request),
      {},
      /has only 4,096 tokens/,
    ],
    [
      'reported by Ollama',
      able,
      { '/api/ps': { status: 200, body: JSON.stringify({ models: [{ name: 'qwen3:8b', context_length: 4096 }] }) } },
      /has only 4,096 tokens/,
    ],
  ] as const)('a short context, %s, is found with what to set', async (_how, answer, paths, says) => {
    const { report, traits } = await checkLocal((request) => answer(request), { ...ollamaPaths, ...paths })
    const context = found(report, 'context-length')
    expect(context).toMatchObject({
      state: 'failed',
      advice: { message: expect.stringContaining('OLLAMA_CONTEXT_LENGTH=16384') },
    })
    expect(context.found.message).toMatch(says)
    expect(traits.contextTokens).toBeLessThan(4_100)
    expect(found(report, 'caching').state).toBe('skipped')
  })

  test('no images and no parallel calls are warnings', async () => {
    const { report } = await checkLocal((request) => {
      if (wordOf(request).includes('color')) return error(400, { error: { message: 'image input is not supported' } })
      return wordOf(request).includes('population') ? toolCalls('population', 1) : able(request)
    }, ollamaPaths)
    expect(found(report, 'images').state).toBe('warning')
    expect(found(report, 'parallel-tools').state).toBe('warning')
    expect(report.passed).toBe(report.total)
  })

  test('without a sample database, its question is skipped', async () => {
    const { report } = await checkLocal(able, ollamaPaths, { sample: null })
    expect(found(report, 'sample-question').state).toBe('skipped')
  })
})

test('a cancelled check ends without a report', async () => {
  const stop = new AbortController()
  const standIn = await startLocalStandIn(able, ollamaPaths)
  open.push(standIn)
  const events: CheckEvent[] = []
  await createModelService().check(
    { provider: 'openai-compatible', model: 'qwen3:8b', apiKey: null, baseUrl: standIn.baseUrl },
    {
      signal: stop.signal,
      userId: null,
      now: () => new Date(),
      askSample: null,
      onEvent: async (event) => {
        events.push(event)
        if (event.type === 'checked' && event.check.id === 'answer') stop.abort()
      },
    },
  )
  expect(events.some(({ type }) => type === 'report')).toBe(false)
  expect(standIn.requests).toHaveLength(1)
})
