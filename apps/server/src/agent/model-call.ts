import { setTimeout as wait } from 'node:timers/promises'
import type { TokenUsage } from '@parlance/contract'
import {
  experimental_streamLanguageModelCall as streamLanguageModelCall,
  type LanguageModelStreamPart,
  type ModelMessage,
  type ToolSet,
} from 'ai'
import { isPassing, modelError } from '../models/model-errors.ts'
import { readModelStream } from '../models/model-stream.ts'
import type { ModelHandle } from '../models/vendor.ts'
import { assistantMessages } from './assistant-messages.ts'

export interface CallPreferences {
  temperature: number | null
  maxTokens: number | null
  /** Characters of schema in the prompt; defaults to `defaultSchemaBudget`. */
  schemaCharacters?: number
  /** Milliseconds that a model may stay silent; defaults to one minute. */
  silenceMs?: number
}

export interface ModelCallRequest {
  handle: ModelHandle
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  preferences: CallPreferences
  signal: AbortSignal
  onText?: (delta: string) => void
}

export interface RequestedTool {
  id: string
  name: string
  input: unknown
  /** Why the arguments could not be parsed; null if they could. */
  invalid: string | null
}

export interface ModelAnswer {
  text: string
  toolCalls: RequestedTool[]
  /** The part of this answer that the conversation stores. */
  messages: ModelMessage[]
  usage: TokenUsage
}

/** Unknown Claude models need a cap, which also stops a model that rambles. */
const defaultMaxTokens = 4_096
const retryDelay = 400
/** Maximum characters of one answer; anything longer is rubbish that no one reads. */
const longestText = 24_000
/** Maximum characters of thinking and tool arguments in one answer; longer SQL would be refused anyway. */
const longestUnseen = 400_000
const longestSilence = 60_000

/**
 * One call of the model: streams text and gathers tool calls. Retries once after a server error or a closed socket
 * before any output.
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
  const silence = new Silence(preferences.silenceMs ?? longestSilence)
  try {
    const answer = new Answer(handle.id)
    let messages: ModelMessage[] = []
    // Makes exactly one call: the SDK's handling of many calls costs more than processing a piece of text.
    const result = await streamLanguageModelCall({
      model: handle.model,
      instructions: request.instructions,
      messages: request.messages,
      tools: request.tools,
      maxOutputTokens: preferences.maxTokens ?? defaultMaxTokens,
      temperature: preferences.temperature ?? undefined,
      abortSignal: AbortSignal.any([request.signal, silence.signal]),
      providerOptions: handle.providerOptions,
      onLanguageModelCallEnd: ({ content }) => void (messages = assistantMessages(content)),
    })
    for await (const part of readModelStream(result)) {
      silence.heard()
      const from = answer.text.length
      if (answer.take(part)) onOutput()
      if (answer.text.length > from) request.onText?.(answer.text.slice(from))
      if (answer.isEndless) return answer.cutShort()
    }
    return { ...answer.read(), messages }
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    silence.end()
  }
}

/** Gives up on a model that goes silent while its socket stays open. */
class Silence {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.#controller.abort(new DOMException('The model stopped sending', 'TimeoutError'))
    }, milliseconds)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  heard(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** Everything that one call has produced so far. */
class Answer {
  text = ''
  readonly #toolCalls: RequestedTool[] = []
  #unseen = 0
  /** Characters of complete calls, because some vendors send a call as a whole. */
  #arguments = 0
  #usage: TokenUsage

  constructor(model: string) {
    this.#usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, model }
  }

  /** @returns whether the part cannot be taken back */
  take(part: LanguageModelStreamPart): boolean {
    if (part.type === 'text-delta') {
      // One character over the limit ends the answer; the rest of a huge piece is ignored.
      this.text += part.text.slice(0, longestText + 1 - this.text.length)
      return true
    }
    if (part.type === 'reasoning-delta') this.#unseen += part.text.length
    if (part.type === 'tool-input-delta') this.#unseen += part.delta.length
    if (part.type === 'tool-call') {
      const { toolCallId: id, toolName: name, input } = part
      this.#arguments += lengthOf(input)
      this.#toolCalls.push({ id, name, input, invalid: part.invalid ? describeInvalid(part.error) : null })
      return true
    }
    if (part.type === 'model-call-end') {
      const { inputTokens = 0, outputTokens = 0, totalTokens, inputTokenDetails, outputTokenDetails } = part.usage
      const { cacheReadTokens: cached, cacheWriteTokens: written } = inputTokenDetails
      const { reasoningTokens: reasoning } = outputTokenDetails
      this.#usage = {
        ...this.#usage,
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: totalTokens ?? inputTokens + outputTokens,
        ...(cached && { cached_tokens: cached }),
        ...(written && { cache_write_tokens: written }),
        ...(reasoning && { reasoning_tokens: reasoning }),
      }
    }
    return false
  }

  get isEndless(): boolean {
    return this.text.length > longestText || this.#unseen > longestUnseen || this.#arguments > longestUnseen
  }

  read(): Omit<ModelAnswer, 'messages'> {
    return { text: this.text, toolCalls: this.#toolCalls, usage: this.#usage }
  }

  /** Ends an endless text here without running the tools that it requested before. */
  cutShort(): ModelAnswer {
    const text = this.text.slice(0, longestText)
    return { text, toolCalls: [], usage: this.#usage, messages: [{ role: 'assistant', content: text }] }
  }
}

function lengthOf(input: unknown): number {
  return typeof input === 'string' ? input.length : (JSON.stringify(input)?.length ?? 0)
}

/** Null for an undeclared name. Other forms of our tool names are accepted as well. */
function describeInvalid(error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name.includes('NoSuchTool')) return null
  return 'The arguments do not match the schema of the tool. Call the tool again with valid arguments.'
}
