import { argumentText, halves, namedFrame, type ScriptedToolCall, type Wire } from './wire.ts'

const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

/** Anthropic's Messages API: numbered content blocks, tool arguments as pieces of JSON text. */
export const anthropicWire: Wire = {
  basePath: '/v1',
  callPath: /\/messages$/,
  modelOf: (_path, body) => String(body.model),
  frames: ({ text, toolCalls, usage }, model) => {
    const textIndex = text.length > 0 ? 1 : 0
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: usage.input - (usage.cached ?? 0) - (usage.cacheWritten ?? 0),
        cache_read_input_tokens: usage.cached ?? 0,
        cache_creation_input_tokens: usage.cacheWritten ?? 0,
        output_tokens: 1,
      },
    }
    const events = [
      { type: 'message_start', message },
      ...(text.length > 0 ? textBlock(text) : []),
      ...toolCalls.flatMap((call, index) => toolBlock(call, index + textIndex)),
      {
        type: 'message_delta',
        delta: { stop_reason: toolCalls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
      { type: 'message_stop' },
    ]
    return events.map((event) => namedFrame(event))
  },
  errorBody: ({ status, message }) => ({
    type: 'error',
    error: { type: errorTypes[status] ?? 'api_error', message: message ?? defaultMessage(status) },
  }),
}

function textBlock(text: string[]): ({ type: string } & Record<string, unknown>)[] {
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...text.map((piece) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: piece },
    })),
    { type: 'content_block_stop', index: 0 },
  ]
}

function toolBlock(call: ScriptedToolCall, index: number): ({ type: string } & Record<string, unknown>)[] {
  return [
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `toolu_${index}`, name: call.name, input: {} },
    },
    ...halves(argumentText(call)).map((piece) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: piece },
    })),
    { type: 'content_block_stop', index },
  ]
}

function defaultMessage(status: number): string {
  if (status === 401) return 'invalid x-api-key'
  if (status === 429) return 'This request would exceed your rate limit.'
  return 'Internal server error'
}
