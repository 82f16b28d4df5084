import { setTimeout as wait } from 'node:timers/promises'
import type { TokenUsage } from '@parlance/contract'
import type { ModelMessage, ToolSet } from 'ai'
import { modelError, passesAfter } from '../models/model-errors.ts'
import { alsoCounted, type CountedCall } from '../models/model-use.ts'
import { contextLimitIn, faultOf, wordsOf } from '../models/model-faults.ts'
import type { ToolForm } from '../models/traits.ts'
import type { ModelHandle } from '../models/vendor.ts'
import type { ModelAnswer } from './call-parts.ts'
import { streamCall, type StreamedCall } from './stream-call.ts'
import { readText, type ReadAnswer } from './tool-forms/calls-in-text.ts'
import type { AnswerReader } from './tool-forms/form.ts'
import { writtenForms } from './tool-forms/forms.ts'

export type { ModelAnswer, RequestedTool } from './call-parts.ts'

export interface CallPreferences {
  temperature: number | null
  maxTokens: number | null
  /** Characters of schema in the prompt; defaults to `defaultSchemaBudget`. */
  schemaCharacters?: number
  /** The part of their full length that the other texts of a prompt get; defaults to all. */
  textShare?: number
  /** Milliseconds that a model may stay silent; defaults to one minute. */
  silenceMs?: number
}

export interface ModelCallRequest {
  handle: ModelHandle
  instructions: string
  messages: ModelMessage[]
  tools: ToolSet
  preferences: CallPreferences
  /** The same for calls whose prompts begin in the same way. */
  cacheKey?: string | undefined
  signal: AbortSignal
  onText?: ((delta: string) => void) | undefined
  /** The current line of the model's thinking, only for the eyes of the user who asked. */
  onThinking?: (line: string) => void
  /** Called for each request that a provider charges for, with the form in which it asked for tool calls. */
  onCounted?: (call: CountedCall, form: ToolForm) => void
}

/** Unknown Claude models need a cap, which also stops a model that rambles. */
const defaultMaxTokens = 4_096
const longestSilence = 60_000
/** Characters of an answer that may be an attempt to call a tool. */
const longestTalk = 4_000

/**
 * One call of the model: streams text and gathers tool calls. A model that cannot call tools is asked for JSON, and if
 * it cannot follow a schema either, for text with SQL; its traits remember that. Retries once after a server error or a
 * closed socket before any output.
 * @throws AppError model_auth, model_unreachable, model_failed, quota_exceeded; the signal's reason when aborted
 */
export async function callModel(
  request: ModelCallRequest,
  form: ToolForm = isEmpty(request.tools) ? 'tools' : request.handle.traits.current.toolForm,
): Promise<ModelAnswer> {
  try {
    if (form !== 'tools') return await callInForm(form, request)
    return await withWrittenCalls(request, await callWithRetry(request, request.tools))
  } catch (error) {
    request.signal.throwIfAborted()
    const simpler = isEmpty(request.tools) ? null : simplerForm(form, error, request)
    if (simpler !== null) return await callModelSimpler(request, simpler)
    const empty = withoutWords(request, error)
    if (empty) return empty
    rememberLimit(request, error)
    throw modelError(error)
  }
}

/** Remembers the form if it works. */
async function callModelSimpler(request: ModelCallRequest, form: ToolForm): Promise<ModelAnswer> {
  const { traits } = request.handle
  const before = traits.current.toolForm
  const answer = await callModel(request, form)
  // An even simpler form may have been learned meanwhile.
  if (traits.current.toolForm === before) traits.learn({ toolForm: form })
  return answer
}

/** The form to try after an error; null if it has another cause. */
function simplerForm(form: ToolForm, error: unknown, { handle }: ModelCallRequest): ToolForm | null {
  const fault = faultOf(error)
  // Some servers answer nothing at all if a request declares tools.
  const isSilent = fault === 'empty' && isUnproven(handle)
  if (form === 'tools' && (fault === 'no-tool-support' || isSilent)) return 'schema'
  return form === 'schema' && (fault === 'no-schema-support' || isSilent) ? 'text' : null
}

/** A model of a local server that has never called a tool by protocol. */
function isUnproven({ provider, traits }: ModelHandle): boolean {
  return provider === 'openai-compatible' && !traits.hasUsedTools
}

/** An answer without words if the model has its rows already, so that the table answers. */
function withoutWords({ handle, messages }: ModelCallRequest, error: unknown): ModelAnswer | null {
  if (!hasResults(messages) || !['empty', 'cut-short'].includes(faultOf(error))) return null
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, model: handle.id }
  return { text: '', toolCalls: [], messages: [], usage }
}

function rememberLimit({ handle }: ModelCallRequest, error: unknown): void {
  if (faultOf(error) !== 'too-long') return
  const contextTokens = contextLimitIn(wordsOf(error))
  if (contextTokens !== null) handle.traits.learn({ contextTokens })
}

async function callWithRetry(
  request: ModelCallRequest,
  tools: ToolSet,
  formed: Partial<Pick<StreamedCall, 'instructions' | 'messages' | 'output' | 'openReader'>> = {},
  form: ToolForm = 'tools',
): Promise<ModelAnswer> {
  const { preferences } = request
  for (let attempt = 1; ; attempt++) {
    let hasOutput = false
    try {
      const call = {
        ...request,
        ...formed,
        tools,
        temperature: preferences.temperature,
        maxTokens: preferences.maxTokens ?? defaultMaxTokens,
        silenceMs: preferences.silenceMs ?? longestSilence,
        onOutput: () => (hasOutput = true),
      }
      return await alsoCounted(
        (counted) => request.onCounted?.(counted, form),
        () => streamCall(call),
      )
    } catch (error) {
      request.signal.throwIfAborted()
      const seconds = hasOutput || attempt > 1 ? null : passesAfter(error)
      if (seconds === null) throw error
      await wait(seconds * 1000, undefined, { signal: request.signal })
    }
  }
}

/** A call in a form that needs no tools of the vendor. Its words are shown as soon as it is clear that they are some. */
async function callInForm(form: Exclude<ToolForm, 'tools'>, request: ModelCallRequest): Promise<ModelAnswer> {
  const written = writtenForms[form]
  const read = (text: string): ReadAnswer => written.read(text, request.tools)
  const openReader = (): AnswerReader => {
    const reader = written.openReader()
    return { push: (delta) => reader.push(delta), wordsIn: (text) => read(text).text }
  }
  const answer = await callWithRetry(request, {}, { ...(await written.request(request)), openReader }, form)
  return asCalled(read(answer.text), answer)
}

/**
 * Reads the calls that a model wrote into its text, and remembers that it cannot call tools by protocol. A local model
 * that has never called a tool is asked again for JSON if it only talks.
 */
async function withWrittenCalls(request: ModelCallRequest, answer: ModelAnswer): Promise<ModelAnswer> {
  const { handle, tools, messages } = request
  if (isEmpty(tools)) return answer
  if (answer.toolCalls.length > 0) {
    handle.traits.hasUsedTools = true
    return answer
  }
  const isLocal = isUnproven(handle)
  const isDescribing = hasResults(messages)
  const read = readText(answer.text, new Set(Object.keys(tools)))
  // The description of a result may quote its SQL.
  const isCall = read.calls.length > 0 && !(isDescribing && /^```|\n```/.test(answer.text))
  if (isCall) {
    if (isLocal) handle.traits.learn({ toolForm: 'schema' })
    return asCalled(read, answer)
  }
  if (!isLocal || isDescribing || answer.text.length > longestTalk) return answer
  const again = await callInForm('schema', { ...request, onText: undefined }).catch(() => {
    request.signal.throwIfAborted()
    return null
  })
  if (again === null || again.toolCalls.length === 0) return answer
  handle.traits.learn({ toolForm: 'schema' })
  return { ...again, usage: sum(answer.usage, again.usage) }
}

function sum(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    ...other,
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  }
}

/** The answer as if the model had called the tools by protocol. */
function asCalled({ text, calls }: ReadAnswer, answer: ModelAnswer): ModelAnswer {
  const toolCalls = calls.map(({ name, input }) => ({ id: crypto.randomUUID(), name, input, invalid: null }))
  const content =
    toolCalls.length === 0
      ? text
      : toolCalls.map(({ id, name, input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input,
        }))
  return { text, toolCalls, usage: answer.usage, messages: [{ role: 'assistant', content }] }
}

function hasResults(messages: ModelMessage[]): boolean {
  return messages.some(({ role }) => role === 'tool')
}

function isEmpty(tools: ToolSet): boolean {
  return Object.keys(tools).length === 0
}
