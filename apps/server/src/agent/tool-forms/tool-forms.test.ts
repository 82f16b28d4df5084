import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createModelService } from '../../models/service.ts'
import type { ModelHandle } from '../../models/vendor.ts'
import { createFileWorld, textOf, type FileWorld } from '../../testing/file-turn.ts'
import {
  chunk,
  error,
  schemaRefusals,
  text,
  toolRefusals,
  writtenCalls,
  type LocalAnswer,
  type LocalRequest,
} from '../../testing/model-stand-ins/local-servers.ts'
import { startLocalStandIn, type LocalStandIn } from '../../testing/model-stand-ins/local-stand-in.ts'
import { createModelResponder } from '../model-responder.ts'

let world: FileWorld
const open: LocalStandIn[] = []

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()))
})

const sql = 'SELECT COUNT(*) AS n FROM orders'
const hasResult = ({ messages }: LocalRequest): boolean => JSON.stringify(messages).includes('row_count')

/** Answers with SQL in the form that the request allows, and then with a sentence. */
function obedient(request: LocalRequest): LocalAnswer {
  const isSchema = request.response_format?.type === 'json_schema'
  if (hasResult(request)) {
    const sentence = 'There are 4 orders.'
    return isSchema ? json({ action: 'answer', arguments: { text: sentence } }) : text(sentence)
  }
  return isSchema
    ? json({ action: 'execute_sql_query', arguments: { sql_query: sql } })
    : text(`\`\`\`sql\n${sql}\n\`\`\``)
}

function json(value: unknown): LocalAnswer {
  const written = JSON.stringify(value)
  return text(written.slice(0, 9), written.slice(9))
}

async function serve(answer: (request: LocalRequest, index: number) => LocalAnswer) {
  const standIn = await startLocalStandIn(answer)
  open.push(standIn)
  const choice = { provider: 'openai-compatible', model: 'local', apiKey: null, baseUrl: standIn.baseUrl } as const
  return { standIn, handle: await createModelService().create(choice) }
}

async function askOnce(handle: ModelHandle) {
  const responder = createModelResponder(handle, { temperature: 0, maxTokens: null })
  const { events, end } = await world.ask('How many orders are there?', responder)
  return { events, end, answer: textOf(events.at(-1)), trace: JSON.stringify(events) }
}

describe('a server that rejects tools', () => {
  test.each(Object.entries(toolRefusals))('%s: the model is asked for JSON and remembered', async (_name, refusal) => {
    const { standIn, handle } = await serve((request) => (request.tools ? refusal : obedient(request)))
    const { answer, end, trace } = await askOnce(handle)
    expect(answer).toBe('There are 4 orders.')
    expect(trace).not.toContain('JSON')
    expect(end.prompt?.calls.map(({ form }) => form)).toEqual(['schema', 'schema'])
    expect(world.audited.at(-1)).toMatchObject({ purpose: 'chat' })
    expect(handle.traits.current.toolForm).toBe('schema')
    const before = standIn.requests.length
    await askOnce(handle)
    expect(standIn.requests.slice(before).filter(({ tools }) => tools)).toEqual([])
  })

  test.each(Object.entries(schemaRefusals))('%s rejects a schema, too: SQL as text', async (_name, refusal) => {
    const { handle } = await serve((request) => {
      if (request.tools) return error(400, { error: { message: 'model does not support tools' } })
      return request.response_format ? refusal : obedient(request)
    })
    const { answer, end, trace } = await askOnce(handle)
    expect(answer).toBe('There are 4 orders.')
    expect(trace).not.toContain('as text')
    expect(end.prompt?.calls.map(({ form }) => form)).toEqual(['text', 'text'])
    expect(handle.traits.current.toolForm).toBe('text')
  })
})

describe('a server that does not parse tool calls', () => {
  test.each(Object.entries(writtenCalls))('%s: the call in the text runs', async (_name, written) => {
    const { handle } = await serve((request) => {
      return request.tools && !hasResult(request) ? text(written.slice(0, 5), written.slice(5)) : obedient(request)
    })
    const { answer, events, trace } = await askOnce(handle)
    expect(answer).toBe('There are 4 orders.')
    expect(
      events
        .filter((event) => event.partial)
        .map(textOf)
        .join(''),
    ).not.toMatch(/tool_call|TOOL|python_tag/)
    expect(trace).toContain(sql)
    expect(handle.traits.current.toolForm).toBe('schema')
  })

  test('a model that has called tools before is not demoted by one slip', async () => {
    const native = chunk({
      tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'list_tables', arguments: '{}' } }],
    })
    const { handle } = await serve((request, index) => {
      if (index === 0) return { frames: [native, chunk({}, 'tool_calls')] }
      return index === 1 ? text(writtenCalls['Mistral'] ?? '') : obedient(request)
    })
    expect((await askOnce(handle)).answer).toBe('There are 4 orders.')
    expect(handle.traits.current.toolForm).toBe('tools')
  })

  test('a model that never calls a tool is asked for JSON', async () => {
    const { handle } = await serve((request) => (request.tools ? text('I would count the orders.') : obedient(request)))
    expect((await askOnce(handle)).answer).toBe('There are 4 orders.')
    expect(handle.traits.current.toolForm).toBe('schema')
  })

  test('a model that answers nothing with tools is asked for JSON', async () => {
    const { handle } = await serve((request) => (request.tools ? text('') : obedient(request)))
    expect((await askOnce(handle)).answer).toBe('There are 4 orders.')
  })

  test('SQL that the gate refuses is refused in every form', async () => {
    const dropped = text('```sql\nWITH x AS (SELECT 1) DELETE FROM orders\n```')
    const { handle } = await serve(() => dropped)
    const { answer } = await askOnce(handle)
    expect(answer).toMatch(/^Could not find a working query/)
  })
})

describe('an answer without tool calls is shown while it arrives', () => {
  const said = 'There are 4 orders. They are from 3 customers.\nThe name is "Ana".'
  const pieces = (written: string): string[] => written.match(/[^]{1,3}/g) ?? []
  const queryOrders = `SELECT COUNT(*) AS n, COUNT(DISTINCT customer_id) AS customers, 'Ana' AS name FROM orders`

  test.each([
    ['JSON', JSON.stringify({ action: 'answer', arguments: { text: said } })],
    ['JSON with spaces', JSON.stringify({ action: 'answer', arguments: { text: said } }, null, 2)],
    ['SQL as text', said],
  ])('%s', async (form, written) => {
    const { handle } = await serve((request) => {
      if (request.tools || (form === 'SQL as text' && request.response_format)) return error(400, 'not supported')
      if (hasResult(request)) return text(...pieces(written))
      return form === 'SQL as text'
        ? text(`\`\`\`sql\n${queryOrders}\n\`\`\``)
        : json({ action: 'execute_sql_query', arguments: { sql_query: queryOrders } })
    })
    handle.traits.learn({ toolForm: form === 'SQL as text' ? 'text' : 'schema' })
    const { answer, events } = await askOnce(handle)
    const shown = events.filter((event) => event.partial).map(textOf)
    expect(answer).toBe(said)
    expect(shown.length).toBeGreaterThan(1)
    expect(answer.startsWith(shown.join(''))).toBe(true)
  })

  test('an answer that breaks off in its JSON is shown without the JSON', async () => {
    const whole = JSON.stringify({ action: 'answer', arguments: { text: 'There are 4 orders. They are' } })
    const { handle } = await serve((request) => {
      if (hasResult(request)) return { frames: [chunk({ content: whole.slice(0, -3) }), chunk({}, 'length')] }
      return json({ action: 'execute_sql_query', arguments: { sql_query: sql } })
    })
    handle.traits.learn({ toolForm: 'schema' })
    const { answer } = await askOnce(handle)
    expect(answer).toMatch(/^There are 4 orders\./)
    expect(answer).not.toMatch(/[{}"]/)
  })

  test('a sentence that begins with “With” or “Select” is not taken for SQL', async () => {
    for (const said of ['With 4 orders, this is all.', 'Select a row: there are 4 orders.']) {
      const { handle } = await serve((request) => {
        return hasResult(request) ? text(...pieces(said)) : text(`\`\`\`sql\n${sql}\n\`\`\``)
      })
      handle.traits.learn({ toolForm: 'text' })
      expect((await askOnce(handle)).answer).toBe(said)
    }
  })
})

describe('answers that are nearly compatible', () => {
  const named = (args: unknown) => ({
    tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'execute_sql_query', arguments: args } }],
  })
  const callNative = chunk(named(JSON.stringify({ sql_query: sql })))
  const cases: Record<string, LocalAnswer> = {
    'arguments as an object': { frames: [chunk(named({ sql_query: sql })), chunk({}, 'tool_calls')] },
    'no end marker and no usage': { frames: [callNative, chunk({}, 'tool_calls')] },
    'no finish reason': { frames: [callNative, 'data: [DONE]\n\n'] },
    'an unknown finish reason': { frames: [callNative, chunk({}, 'eos_token'), 'data: [DONE]\n\n'] },
    'comments that keep the connection alive': {
      frames: [': ping\n\n', ': OPENROUTER PROCESSING\n\n', callNative, ': ping\n\n', chunk({}, 'tool_calls')],
    },
    'thinking in its own field': {
      frames: [chunk({ reasoning_content: 'First 99 tables. ' }), callNative, chunk({}, 'tool_calls')],
    },
    'another role': { frames: [chunk({ role: 'tool', content: '' }), callNative, chunk({}, 'tool_calls')] },
    'a whole answer instead of a stream': {
      status: 200,
      body: JSON.stringify({
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: '', ...named({ sql_query: sql }) },
            finish_reason: 'tool_calls',
          },
        ],
      }),
    },
  }
  test.each(Object.entries(cases))('%s', async (_name, first) => {
    const { handle } = await serve((request) => (hasResult(request) ? text('There are 4 orders.') : first))
    const { answer, trace } = await askOnce(handle)
    expect(answer).toBe('There are 4 orders.')
    expect(trace).not.toContain('99 tables')
    expect(handle.traits.current.toolForm).toBe('tools')
  })

  test.each([
    ['marks around it', '<think>Maybe 77 rows.</think>There are 4 orders.'],
    ['only the last mark', 'Maybe 77 rows. </think>\n\nThere are 4 orders.'],
    ['the marks of gpt-oss', '<|channel|>analysis<|message|>Maybe 77.<|channel|>final<|message|>There are 4 orders.'],
  ])('thinking in the text with %s never reaches the answer', async (_name, written) => {
    const { handle, standIn } = await serve((request) => {
      if (!hasResult(request)) return text('<think>Count 77.', '</think>', writtenCalls['bare JSON'] ?? '')
      return request.response_format
        ? json({ action: 'answer', arguments: { text: written } })
        : text(...(written.match(/.{1,4}/gs) ?? []))
    })
    handle.traits.hasUsedTools = true
    const { answer, events } = await askOnce(handle)
    expect(answer).toBe('There are 4 orders.')
    expect(
      events
        .filter((event) => event.partial)
        .map(textOf)
        .join(''),
    ).not.toMatch(/77|think|channel/)
    expect(JSON.stringify(standIn.requests.at(-1)?.messages)).not.toContain('Count 77')
  })
})

describe('parameters that a server refuses', () => {
  const refusals: [string, (request: LocalRequest) => boolean, unknown][] = [
    [
      'temperature',
      ({ temperature }) => temperature !== undefined,
      {
        error: {
          message:
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        },
      },
    ],
    [
      'max_tokens',
      ({ max_tokens: tokens }) => tokens !== undefined,
      {
        error: {
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        },
      },
    ],
    [
      'a length beyond the window',
      ({ max_tokens: tokens }) => tokens !== undefined,
      {
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 1200 input tokens",
      },
    ],
    ['stream_options', (request) => request.stream_options !== undefined, { detail: 'Unknown field stream_options' }],
    [
      'a system role',
      ({ messages }) => messages.some(({ role }) => role === 'system'),
      { error: { message: 'System role not supported', type: 'invalid_request_error' } },
    ],
  ]
  test.each(refusals)(
    '%s: the call is repeated without it, and the next one starts without it',
    async (_name, has, body) => {
      const { standIn, handle } = await serve((request) => (has(request) ? error(400, body) : obedient({ ...request })))
      expect((await askOnce(handle)).answer).toBe('There are 4 orders.')
      const refused = standIn.requests.filter((request) => has(request)).length
      await askOnce(handle)
      expect(standIn.requests.filter((request) => has(request))).toHaveLength(refused)
      expect(refused).toBe(1)
    },
  )
})
