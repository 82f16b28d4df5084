import { argumentText, halves, namedFrame, type ScriptedToolCall, type Wire } from './wire.ts'

interface Numbering {
  sequence_number: number
}

/** OpenAI's Responses API, which the AI SDK uses for OpenAI by default. */
export const openaiWire: Wire = {
  basePath: '/v1',
  callPath: /\/responses$/,
  modelOf: (_path, body) => String(body.model),
  frames: ({ text, toolCalls, usage }, model) => {
    const response = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model, status: 'in_progress' }
    const usageOut = {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached ?? 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
      total_tokens: usage.input + usage.output,
    }
    const events: ({ type: string } & Record<string, unknown>)[] = [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
      ...(text.length > 0 ? messageEvents(text) : []),
      ...toolCalls.flatMap((call, index) => callEvents(call, index + (text.length > 0 ? 1 : 0))),
      { type: 'response.completed', response: { ...response, status: 'completed', usage: usageOut } },
    ]
    const numbering: Numbering = { sequence_number: 0 }
    return events.map((event) => namedFrame({ ...event, sequence_number: numbering.sequence_number++ }))
  },
  errorBody: openaiErrorBody,
}

function messageEvents(text: string[]): ({ type: string } & Record<string, unknown>)[] {
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] }
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const whole = text.join('')
  return [
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [] } },
    ...text.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text: whole },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, status: 'completed', content: [{ type: 'output_text', text: whole, annotations: [] }] },
    },
  ]
}

function callEvents(call: ScriptedToolCall, outputIndex: number): ({ type: string } & Record<string, unknown>)[] {
  const text = argumentText(call)
  const item = { type: 'function_call', id: `fc_${outputIndex}`, call_id: `call_${outputIndex}`, name: call.name }
  const place = { item_id: item.id, output_index: outputIndex }
  return [
    {
      type: 'response.output_item.added',
      output_index: outputIndex,
      item: { ...item, arguments: '', status: 'in_progress' },
    },
    ...halves(text).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, arguments: text },
    {
      type: 'response.output_item.done',
      output_index: outputIndex,
      item: { ...item, arguments: text, status: 'completed' },
    },
  ]
}

const openaiErrors: Record<number, { message: string; type: string; code: string | null }> = {
  401: { message: 'Incorrect API key provided: sk-***.', type: 'invalid_request_error', code: 'invalid_api_key' },
  404: { message: 'The model does not exist.', type: 'invalid_request_error', code: 'model_not_found' },
  429: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
  500: { message: 'The server had an error.', type: 'server_error', code: null },
}

/** The error body of OpenAI and compatible servers. */
export function openaiErrorBody({ status, message }: { status: number; message?: string }): unknown {
  const usual = openaiErrors[status] ?? { message: 'Bad request.', type: 'invalid_request_error', code: null }
  return {
    error: message ? { message, type: 'invalid_request_error', param: null, code: null } : { ...usual, param: null },
  }
}
