import {
  experimental_streamLanguageModelCall as streamLanguageModelCall,
  type AssistantModelMessage,
  type ModelMessage,
  type OutputInterface,
  type ToolSet,
} from 'ai'
import { UselessAnswerError } from '../models/model-faults.ts'
import { readModelStream } from '../models/model-stream.ts'
import { hasThinking, OpenThinking, withoutThinking } from '../models/thinking.ts'
import { mergedOptions, type ModelHandle, type ProviderOptions } from '../models/vendor.ts'
import { assistantMessages } from './assistant-messages.ts'
import { CallParts, type ModelAnswer } from './call-parts.ts'
import { Silence } from './silence.ts'
import type { AnswerReader } from './tool-forms/form.ts'
import { currentThought } from './tool-forms/current-thought.ts'
import { ShownText } from './tool-forms/shown-text.ts'

/** What one streamed call sends, and who reads it. */
export interface StreamedCall {
  handle: ModelHandle
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  /** A schema for the answer. */
  output?: OutputInterface | null
  /** The same for calls whose prompts begin in the same way. */
  cacheKey?: string | undefined
  /** Opens a reader of the words for the user; by default, everything is for the user. */
  openReader?: () => AnswerReader
  temperature: number | null
  maxTokens: number
  silenceMs: number
  signal: AbortSignal
  onText?: ((delta: string) => void) | undefined
  onThinking?: ((line: string) => void) | undefined
  /** Called when something arrived that cannot be taken back. */
  onOutput: () => void
}

const allWords: AnswerReader = { push: (delta) => delta, wordsIn: (written) => written }

/** The schema of an answer is a help for the model, so it may have optional fields. */
const looseSchema = { openai: { strictJsonSchema: false }, openaiCompatible: { strictJsonSchema: false } }

/**
 * Makes exactly one call, because the SDK's handling of many calls costs more than processing a piece of text.
 * @throws UselessAnswerError if the answer has neither a text nor a tool call
 */
export async function streamCall(call: StreamedCall): Promise<ModelAnswer> {
  const { handle } = call
  const silence = new Silence(call.silenceMs)
  try {
    const parts = new CallParts(handle.id)
    const reader = call.openReader?.() ?? allWords
    const shown = new ShownText()
    const thinking = new OpenThinking()
    let messages: AssistantModelMessage[] = []
    const result = await streamLanguageModelCall({
      model: handle.model,
      instructions: call.instructions,
      messages: call.messages,
      tools: call.tools,
      maxOutputTokens: call.maxTokens,
      temperature: call.temperature ?? undefined,
      abortSignal: AbortSignal.any([call.signal, silence.signal]),
      ...(call.output ? { output: call.output } : {}),
      providerOptions: providerOptionsOf(call),
      onLanguageModelCallEnd: ({ content }) => void (messages = assistantMessages(content)),
    })
    const isShown = call.onText !== undefined && canShow(handle)
    for await (const part of readModelStream(result)) {
      silence.heard()
      const from = parts.text.length
      if (parts.take(part)) call.onOutput()
      if (part.type === 'reasoning-delta') call.onThinking?.(currentThought(parts.thinking))
      if (parts.text.length > from) {
        const text = shown.push(reader.push(parts.text.slice(from)))
        if (isShown && text !== '') call.onText?.(text)
        else call.onThinking?.(currentThought(thinking.openIn(parts.text)))
      }
      if (parts.isEndless) {
        const cut = parts.cutShort()
        call.onText?.(reader.wordsIn(cut.text).slice(isShown ? shown.shown : 0))
        return cut
      }
    }
    const answer = { ...parts.read(), messages }
    const thoughtless = withoutThoughts(answer, handle)
    requireUse(thoughtless, parts.finishReason)
    if (thoughtless.toolCalls.length === 0) {
      const rest = reader.wordsIn(thoughtless.text).slice(isShown ? shown.shown : 0)
      if (rest !== '') call.onText?.(rest)
    }
    return thoughtless
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error
  } finally {
    silence.end()
  }
}

function providerOptionsOf({ handle, output, cacheKey }: StreamedCall): ProviderOptions {
  const own = cacheKey ? mergedOptions(handle.providerOptions, handle.cacheKey(cacheKey)) : handle.providerOptions
  return output ? mergedOptions(own, looseSchema) : own
}

/**
 * Whether text can be shown as it arrives. A local model may think in its text without a first mark, so its first
 * answer waits until it is complete.
 */
function canShow({ provider, traits }: ModelHandle): boolean {
  return provider !== 'openai-compatible' || traits.hasPlainText
}

/** The answer without thinking in its text. */
function withoutThoughts(answer: ModelAnswer, { traits }: ModelHandle): ModelAnswer {
  if (!hasThinking(answer.text)) {
    traits.hasPlainText = true
    return answer
  }
  const text = withoutThinking(answer.text)
  return { ...answer, text, messages: answer.messages.map((message) => withText(message, text)) }
}

function withText(message: ModelMessage, text: string): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const others = message.content.filter(({ type }) => type !== 'text')
  return { ...message, content: text === '' ? others : [{ type: 'text', text }, ...others] }
}

/** An answer that ended without anything to use ends the call with the reason. */
function requireUse(answer: ModelAnswer, finishReason: string | null): void {
  if (finishReason === null) throw new UselessAnswerError(hasUse(answer) ? 'broke-off' : 'empty')
  if (finishReason === 'content-filter') throw new UselessAnswerError('filtered')
  if (hasUse(answer)) return
  if (finishReason === 'length') throw new UselessAnswerError('cut-short')
  throw new UselessAnswerError(finishReason === 'error' ? 'broke-off' : 'empty')
}

function hasUse({ text, toolCalls }: ModelAnswer): boolean {
  return text.trim() !== '' || toolCalls.length > 0
}
