import { dataFrame } from './wire.ts'

/** A request as a local server reads it. */
export interface LocalRequest {
  messages: { role: string; content: unknown }[]
  tools?: unknown[]
  response_format?: { type: string }
  max_tokens?: number
  temperature?: number
  stream_options?: unknown
}

/** What a local server sends: a stream of frames, or a body with a status. */
export type LocalAnswer = { frames: string[] } | { status: number; body: string; contentType?: string }

/** A piece of a streamed answer. */
export function chunk(delta: Record<string, unknown>, finish: string | null = null): string {
  return dataFrame({
    id: 'chatcmpl-7',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'local',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
}

/** A streamed text without usage, as most local servers send it by default. */
export function text(...pieces: string[]): LocalAnswer {
  return { frames: [...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), dataFrame('[DONE]')] }
}

export function error(status: number, body: unknown): LocalAnswer {
  return { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** How servers say that a model cannot call tools. */
export const toolRefusals: Record<string, LocalAnswer> = {
  Ollama: error(400, {
    error: {
      message: 'registry.ollama.ai/library/gemma3:4b does not support tools',
      type: 'api_error',
      param: null,
      code: null,
    },
  }),
  vLLM: error(400, {
    object: 'error',
    message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    type: 'BadRequestError',
    param: null,
    code: 400,
  }),
  'llama.cpp': error(500, { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } }),
  OpenRouter: error(404, { error: { message: 'No endpoints found that support tool use.', code: 404 } }),
  'a strict gateway': error(422, {
    detail: [{ type: 'extra_forbidden', loc: ['body', 'tools'], msg: 'Extra inputs are not permitted' }],
  }),
}

/** How servers say that a model cannot follow a schema. */
export const schemaRefusals: Record<string, LocalAnswer> = {
  'llama.cpp': error(400, { error: { code: 400, message: 'Unsupported response_format type json_schema' } }),
  'LM Studio': error(400, { error: "'response_format.type' is invalid for this engine" }),
  'a strict gateway': error(422, {
    detail: [{ type: 'extra_forbidden', loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }],
  }),
}

const sql = 'SELECT COUNT(*) AS n FROM orders'
const call = JSON.stringify({ name: 'execute_sql_query', arguments: { sql_query: sql } })

/** How models write a tool call into their text if the server doesn't parse it. */
export const writtenCalls: Record<string, string> = {
  'Hermes and Qwen': `<tool_call>\n${call}\n</tool_call>`,
  'Hermes without the end': `I will count.\n<tool_call>\n${call}`,
  'Qwen Coder': `<tool_call>\n<function=execute_sql_query>\n<parameter=sql_query>\n${sql}\n</parameter>\n</function>\n</tool_call>`,
  Mistral: `[TOOL_CALLS][${call}]`,
  'Mistral with ARGS': `execute_sql_query[ARGS]{"sql_query": "${sql}"}`,
  'Llama 3.1': `<|python_tag|>{"name": "execute_sql_query", "parameters": {"sql_query": "${sql}"}}`,
  'Llama 3 function': `<function=execute_sql_query>{"sql_query": "${sql}"}</function>`,
  'LM Studio': `[TOOL_REQUEST]${call}[END_TOOL_REQUEST]`,
  DeepSeek: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>execute_sql_query\n\`\`\`json\n{"sql_query": "${sql}"}\n\`\`\`<｜tool▁call▁end｜>`,
  'JSON in a fence': `\`\`\`json\n${call}\n\`\`\``,
  'bare JSON': call,
  'arguments as text': JSON.stringify({ name: 'execute_sql_query', arguments: JSON.stringify({ sql_query: sql }) }),
  'the OpenAI form': JSON.stringify({
    tool_calls: [{ type: 'function', function: { name: 'execute_sql_query', arguments: { sql_query: sql } } }],
  }),
  'SQL in a fence': `Here is the query:\n\`\`\`sql\n${sql}\n\`\`\`\nIt counts the orders.`,
}
