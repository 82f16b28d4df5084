import type { TokenUsage } from '@parlance/contract'
import type { LanguageModelStreamPart, ModelMessage } from 'ai'

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

/** Maximum characters of one answer; anything longer is rubbish that no one reads. */
const longestText = 24_000
/** Maximum characters of thinking and tool arguments in one answer; longer SQL would be refused anyway. */
const longestUnseen = 400_000
/** Characters of thinking that are kept to show its current line. */
const keptThinking = 1_000

/** Everything that one call has produced so far. */
export class CallParts {
  text = ''
  /** The end of the thinking that the vendor sends apart from the text. */
  thinking = ''
  /** Null if the stream ended without one, as a stream that breaks off does. */
  finishReason: string | null = null
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
    if (part.type === 'reasoning-delta') {
      this.#unseen += part.text.length
      this.thinking = `${this.thinking}${part.text.slice(-keptThinking)}`.slice(-keptThinking)
    }
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
      const isCut =
        part.finishReason === 'interrupted' || (part.finishReason === 'other' && part.rawFinishReason === undefined)
      this.finishReason = isCut ? null : part.finishReason
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
