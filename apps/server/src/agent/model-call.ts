import { setTimeout as wait } from 'node:timers/promises'
import type { TokenUsage } from '@parlance/contract'
import { streamText, type ModelMessage, type ToolSet } from 'ai'
import { isPassing, modelError } from '../models/model-errors.ts'
import { readModelStream } from '../models/model-stream.ts'
import type { ModelHandle } from '../models/vendor.ts'

export interface CallPreferences {
  temperature: number | null
  maxTokens: number | null
}

export interface ModelCallRequest {
  handle: ModelHandle
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  preferences: CallPreferences
  signal: AbortSignal
  onText: (delta: string) => void
}

export interface RequestedTool {
  id: string
  name: string
  input: unknown
  /** The arguments could not be read, or no such tool exists. */
  invalid: string | null
}

export interface ModelAnswer {
  text: string
  toolCalls: RequestedTool[]
  /** What the conversation keeps of this answer. */
  messages: ModelMessage[]
  usage: TokenUsage
}

/** Unknown Claude models need a cap, and a model that rambles without end is stopped by it. */
const defaultMaxTokens = 4_096
const retryDelay = 400

/**
 * One call of the model: streams text, gathers tool calls. A server error before any output is tried once more.
 * @throws AppError model_auth, model_unreachable, model_failed, quota_exceeded; the signal's reason when aborted
 */
export async function callModel(request: ModelCallRequest): Promise<ModelAnswer> {
  for (let attempt = 1; ; attempt++) {
    let hasOutput = false
    try {
      return await stream(request, () => (hasOutput = true))
    } catch (error) {
      request.signal.throwIfAborted()
      if (hasOutput || attempt > 1 || !isPassing(error)) throw modelError(error)
      await wait(retryDelay, undefined, { signal: request.signal })
    }
  }
}

async function stream(request: ModelCallRequest, onOutput: () => void): Promise<ModelAnswer> {
  const { handle, preferences } = request
  const result = streamText({
    model: handle.model,
    instructions: request.instructions,
    messages: request.messages,
    tools: request.tools,
    maxRetries: 0,
    maxOutputTokens: preferences.maxTokens ?? defaultMaxTokens,
    temperature: preferences.temperature ?? undefined,
    abortSignal: request.signal,
    providerOptions: handle.providerOptions,
    onError: () => undefined,
  })
  let text = ''
  const toolCalls: RequestedTool[] = []
  let usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, model: handle.id }
  for await (const part of readModelStream(result)) {
    if (part.type === 'text-delta') {
      onOutput()
      text += part.text
      request.onText(part.text)
    } else if (part.type === 'tool-call') {
      onOutput()
      toolCalls.push({
        id: part.toolCallId,
        name: part.toolName,
        input: part.input,
        invalid: part.invalid ? describeInvalid(part.error) : null,
      })
    } else if (part.type === 'finish') {
      const { inputTokens = 0, outputTokens = 0, totalTokens } = part.totalUsage
      const total = totalTokens ?? inputTokens + outputTokens
      usage = { ...usage, prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: total }
    }
  }
  const { messages } = await result.response
  // The SDK answers invalid calls itself; every call is answered by us, once.
  return { text, toolCalls, usage, messages: messages.filter((message) => message.role === 'assistant') }
}

function describeInvalid(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name.includes('NoSuchTool')) return 'There is no such tool.'
  return 'The arguments are not valid JSON of the declared shape. Call the tool again with correct arguments.'
}

/** The tokens of several calls as one. */
export function addUsage(total: TokenUsage | null, one: TokenUsage): TokenUsage {
  if (!total) return one
  return {
    model: one.model,
    prompt_tokens: total.prompt_tokens + one.prompt_tokens,
    completion_tokens: total.completion_tokens + one.completion_tokens,
    total_tokens: total.total_tokens + one.total_tokens,
  }
}
