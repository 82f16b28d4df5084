import type { ModelTraits } from './traits.ts'

export type RequestBody = Record<string, unknown>

/** A change to a request that a server needs. */
interface Adaptation {
  id: string
  /** Words of an error that ask for it. */
  isAskedFor: (words: string) => boolean
  /** The changed request; the same object if the change doesn't concern it. */
  apply: (body: RequestBody) => RequestBody
}

const refusal =
  /unsupported|not support|unrecognized|unknown|unexpected|not permitted|extra inputs|extra_forbidden|only the default|deprecated|not allowed|cannot specify|cannot be used|incompatible/i

function names(parameter: RegExp): Adaptation['isAskedFor'] {
  return (words) => parameter.test(words) && refusal.test(words)
}

/** The changes that servers ask for, the most specific first. */
const adaptations: Adaptation[] = [
  {
    id: 'max-completion-tokens',
    isAskedFor: (words) => /max_tokens/.test(words) && /max_completion_tokens/.test(words) && refusal.test(words),
    apply: (body) => renamed(body, 'max_tokens', 'max_completion_tokens'),
  },
  {
    // An answer of this length doesn't fit into the model's window after the prompt.
    id: 'no-max-tokens',
    isAskedFor: (words) =>
      (/max_tokens|max_completion_tokens/.test(words) && /too large|maximum context length/i.test(words)) ||
      names(/max_(?:output_|completion_)?tokens/)(words),
    apply: (body) => without(body, ['max_tokens', 'max_completion_tokens', 'max_output_tokens']),
  },
  {
    id: 'no-temperature',
    isAskedFor: names(/temperature/i),
    apply: (body) => withoutNested(without(body, ['temperature']), 'generationConfig', ['temperature']),
  },
  {
    id: 'no-top-p',
    isAskedFor: names(/top_?p\b/i),
    apply: (body) => withoutNested(without(body, ['top_p']), 'generationConfig', ['topP']),
  },
  {
    id: 'no-stream-options',
    isAskedFor: names(/stream_options|include_usage/),
    apply: (body) => without(body, ['stream_options']),
  },
  {
    id: 'no-parallel-tool-calls',
    isAskedFor: names(/parallel_tool_calls/),
    apply: (body) => without(body, ['parallel_tool_calls']),
  },
  {
    id: 'no-tool-choice',
    isAskedFor: (words) => names(/tool_choice/)(words) && !/enable-auto-tool-choice/.test(words),
    apply: (body) => without(body, ['tool_choice']),
  },
  {
    id: 'no-reasoning',
    isAskedFor: names(/reasoning|thinking/i),
    apply: (body) =>
      withoutNested(without(body, ['reasoning_effort', 'reasoning', 'thinking']), 'generationConfig', [
        'thinkingConfig',
      ]),
  },
  {
    id: 'no-cache-fields',
    isAskedFor: names(/prompt_cache/),
    apply: (body) => withoutBreakpoints(without(body, ['prompt_cache_key'])),
  },
  {
    id: 'no-system-role',
    isAskedFor: (words) => /system role not supported|system message(?:s)? (?:is|are) not supported/i.test(words),
    apply: (body) => withMessages(body, systemAsUser),
  },
  {
    id: 'alternating-roles',
    isAskedFor: (words) => /roles must alternate/i.test(words),
    apply: (body) => withMessages(body, alternating),
  },
]

/** The request as the model's server accepts it. */
export function adapt(body: RequestBody, { adaptations: wanted, maxOutputTokens }: ModelTraits): RequestBody {
  const adapted = adaptations.filter(({ id }) => wanted.includes(id)).reduce((sent, { apply }) => apply(sent), body)
  return maxOutputTokens === null ? adapted : capped(adapted, maxOutputTokens)
}

/** What an error teaches about the requests of a model; null if nothing that this request doesn't respect already. */
export function lessonFrom(words: string, body: RequestBody, traits: ModelTraits): Partial<ModelTraits> | null {
  const limit = outputLimit(words)
  if (limit !== null && adapt(body, { ...traits, maxOutputTokens: null }) !== capped(body, limit)) {
    const isNew = traits.maxOutputTokens === null || limit < traits.maxOutputTokens
    return isNew ? { maxOutputTokens: limit } : null
  }
  const sent = adapt(body, traits)
  const asked = adaptations.find(({ id, isAskedFor, apply }) => {
    return !traits.adaptations.includes(id) && isAskedFor(words) && apply(sent) !== sent
  })
  return asked ? { adaptations: [...traits.adaptations, asked.id] } : null
}

/** The longest answer that a vendor's error names. */
function outputLimit(words: string): number | null {
  const found =
    /supports at most (\d{2,7}) completion tokens/.exec(words) ??
    /max_tokens: \d{1,9} > (\d{2,7}), which is the maximum/.exec(words) ??
    /maxOutputTokens.{0,80}\bto (\d{2,7})/.exec(words)
  return found ? Number(found[1]) : null
}

const lengthFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']

function capped(body: RequestBody, limit: number): RequestBody {
  const long = lengthFields.filter((field) => typeof body[field] === 'number' && body[field] > limit)
  return long.length === 0 ? body : { ...body, ...Object.fromEntries(long.map((field) => [field, limit])) }
}

function without(body: RequestBody, fields: string[]): RequestBody {
  if (!fields.some((field) => body[field] !== undefined)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))
}

function withoutNested(body: RequestBody, field: string, fields: string[]): RequestBody {
  const inner = body[field]
  if (typeof inner !== 'object' || inner === null) return body
  const changed = without(inner as RequestBody, fields)
  return changed === inner ? body : { ...body, [field]: changed }
}

/** The body without marks of what to cache, in the messages of both protocols of OpenAI. */
function withoutBreakpoints(body: RequestBody): RequestBody {
  const written = JSON.stringify(body)
  if (!written.includes('"prompt_cache_breakpoint"')) return body
  return JSON.parse(written, function drop(name: string, value: unknown) {
    return name === 'prompt_cache_breakpoint' ? undefined : value
  }) as RequestBody
}

function renamed(body: RequestBody, from: string, to: string): RequestBody {
  if (body[from] === undefined) return body
  const { [from]: value, ...rest } = body
  return { ...rest, [to]: value }
}

interface ChatMessage {
  role: string
  content: unknown
  tool_calls?: unknown
}

function withMessages(body: RequestBody, change: (messages: ChatMessage[]) => ChatMessage[]): RequestBody {
  if (!Array.isArray(body['messages'])) return body
  const messages = body['messages'] as ChatMessage[]
  const changed = change(messages)
  return changed.length === messages.length && changed.every((one, index) => one.role === messages[index]?.role)
    ? body
    : { ...body, messages: changed }
}

function systemAsUser(messages: ChatMessage[]): ChatMessage[] {
  return alternating(messages.map((one) => (one.role === 'system' ? { ...one, role: 'user' } : one)))
}

/** Joins consecutive texts of one role. */
function alternating(messages: ChatMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = []
  for (const message of messages) {
    const before = joined.at(-1)
    const isSame = before?.role === message.role && !before.tool_calls && !message.tool_calls
    if (isSame && message.role !== 'tool') joined.splice(-1, 1, { ...before, content: join(before, message) })
    else joined.push(message)
  }
  return joined
}

function join({ content: one }: ChatMessage, { content: other }: ChatMessage): unknown {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`
  return [...partsOf(one), ...partsOf(other)]
}

function partsOf(content: unknown): unknown[] {
  return Array.isArray(content) ? content : [{ type: 'text', text: typeof content === 'string' ? content : '' }]
}
