import { streamText, type ModelMessage, type OutputInterface, type ToolSet } from 'ai'
import { readModelStream } from '../model-stream.ts'
import type { ModelHandle } from '../vendor.ts'

export interface AskRequest {
  prompt: string | ModelMessage[]
  tools?: ToolSet
  output?: OutputInterface
}

/** One call of a model, with what a check wants to know about it. */
export interface Asked {
  text: string
  thinking: string
  toolCalls: { name: string; input: unknown }[]
  /** How often text or thinking arrived. */
  pieces: number
  /** Milliseconds until the first piece, between the first and the last, and in total. */
  firstMs: number
  streamedMs: number
  totalMs: number
  inputTokens: number | null
  outputTokens: number | null
  cachedTokens: number | null
}

/** Thinking models need room to think, and the others stop by themselves. */
const maxOutputTokens = 1_500
/** Characters of an answer that are read. */
const mostCharacters = 40_000

/** Asks once, without a retry. Throws what the call throws. */
export async function ask(handle: ModelHandle, request: AskRequest, signal: AbortSignal): Promise<Asked> {
  const { prompt, tools, output } = request
  const started = performance.now()
  const result = streamText({
    model: handle.model,
    ...(typeof prompt === 'string' ? { prompt } : { messages: prompt }),
    ...(tools ? { tools } : {}),
    ...(output ? { output } : {}),
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: handle.providerOptions,
    onError: () => undefined,
  })
  const asked: Asked = {
    text: '',
    thinking: '',
    toolCalls: [],
    pieces: 0,
    firstMs: 0,
    streamedMs: 0,
    totalMs: 0,
    inputTokens: null,
    outputTokens: null,
    cachedTokens: null,
  }
  let first: number | null = null
  for await (const part of readModelStream(result)) {
    const now = performance.now()
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      if (part.type === 'text-delta') asked.text += part.text
      else asked.thinking += part.text
      asked.pieces++
      first ??= now
      asked.streamedMs = now - first
      if (asked.text.length + asked.thinking.length > mostCharacters) break
    }
    if (part.type === 'tool-call') {
      asked.toolCalls.push({ name: part.toolName, input: 'invalid' in part && part.invalid ? null : part.input })
      first ??= now
    }
    if (part.type === 'finish') {
      const { inputTokens, outputTokens, inputTokenDetails } = part.totalUsage
      asked.inputTokens = inputTokens ?? null
      asked.outputTokens = outputTokens ?? null
      asked.cachedTokens = inputTokenDetails.cacheReadTokens ?? null
    }
  }
  asked.totalMs = performance.now() - started
  asked.firstMs = (first ?? performance.now()) - started
  return asked
}
