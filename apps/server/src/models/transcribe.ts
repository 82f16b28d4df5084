import { message } from '@parlance/contract'
import { streamText } from 'ai'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { answerRefusal } from './bounded-answer.ts'
import { mediaOf } from './media.ts'
import { MeteredCall, type Usage } from './metered-model.ts'
import { modelError } from './model-errors.ts'
import type { ModelLedger } from './model-use.ts'
import { readModelStream } from './model-stream.ts'
import type { ModelChoice, ModelHandle } from './vendor.ts'

export interface Recording {
  name: string
  mimeType: string
  bytes: Buffer
}

export interface TranscribeOptions {
  choice: ModelChoice
  /** The model itself, if it accepts audio. */
  create: (choice: ModelChoice) => Promise<ModelHandle>
  signal: AbortSignal
  fetch: typeof globalThis.fetch
  /** Records the call of a provider's own transcription; the model records its own. */
  ledger: ModelLedger | null
}

const instruction =
  'Transcribe exactly what is said in this recording, in its own language, and write nothing else. If no one speaks, answer with an empty text.'
const transcriptionModels = { openai: 'gpt-4o-mini-transcribe', 'openai-compatible': 'whisper-1' } as const
/** The most tokens of a transcript. */
const mostTranscript = 2_000
const tokenCount = z.number().int().min(0).max(1e9)
const transcriptSchema = z.object({
  text: z.string(),
  /** Without tokens, a provider reports seconds or nothing. */
  usage: z.object({ input_tokens: tokenCount, output_tokens: tokenCount }).nullish().catch(null),
})

/**
 * Transcribes a recording with the model if it accepts audio, otherwise with its provider's transcription.
 * @throws AppError file_refused if neither is available or there is no speech; model_auth, model_unreachable,
 * model_failed, quota_exceeded
 */
export async function transcribe(recording: Recording, options: TranscribeOptions): Promise<string> {
  const { choice } = options
  const { speech } = mediaOf[choice.provider]
  if (speech === null)
    throw new AppError('file_refused', {
      detail: message('{model} does not accept recordings. Type your question.', { model: choice.model }),
    })
  const text = await (speech === 'model' ? hear(recording, options) : callTranscription(recording, options))
  if (text.trim() === '')
    throw new AppError('file_refused', {
      detail: message('Could not understand this recording. Record it again, or type your question.'),
    })
  return text.trim()
}

async function hear({ mimeType, bytes }: Recording, { choice, create, signal }: TranscribeOptions): Promise<string> {
  try {
    const { model, providerOptions } = await create(choice)
    const file = { type: 'file', mediaType: mimeType, data: bytes } as const
    const result = streamText({
      model,
      messages: [{ role: 'user', content: [{ type: 'text', text: instruction }, file] }],
      maxRetries: 0,
      abortSignal: signal,
      providerOptions,
      onError: () => undefined,
    })
    let text = ''
    for await (const part of readModelStream(result)) if (part.type === 'text-delta') text += part.text
    return text
  } catch (error) {
    throw modelError(error)
  }
}

async function callTranscription(recording: Recording, options: TranscribeOptions): Promise<string> {
  const { choice, ledger } = options
  const model = choice.provider === 'openai' ? transcriptionModels.openai : transcriptionModels['openai-compatible']
  const call = await MeteredCall.open({ provider: choice.provider, model }, ledger, planOf(recording))
  try {
    const response = await send(recording, model, options)
    if (!response.ok) {
      await call.refused()
      throw await refusalOf(response, choice)
    }
    const { text, usage } = await readTranscript(response)
    call.received(text.length)
    await call.finish(usageOf(usage))
    return text
  } catch (error) {
    await call.fail(error)
    throw error instanceof AppError ? error : modelError(error)
  }
}

/** The call as if a model heard the recording. */
function planOf({ mimeType, bytes }: Recording): Parameters<typeof MeteredCall.open>[2] {
  const file = { type: 'file', mediaType: mimeType, data: { type: 'data', data: bytes } } as const
  return { prompt: [{ role: 'user', content: [file] }], maxOutputTokens: mostTranscript }
}

function send(
  { name, mimeType, bytes }: Recording,
  model: string,
  { choice, signal, fetch }: TranscribeOptions,
): Promise<Response> {
  const base = (choice.baseUrl ?? 'https://api.openai.com/v1').replace(/(?<!\/)\/+$/, '')
  const form = new FormData()
  form.set('model', model)
  form.set('response_format', 'json')
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name)
  const headers = choice.apiKey === null ? undefined : { authorization: `Bearer ${choice.apiKey}` }
  return fetch(`${base}/audio/transcriptions`, { method: 'POST', headers, body: form, signal })
}

async function readTranscript(response: Response): Promise<z.infer<typeof transcriptSchema>> {
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (answerRefusal(error)) throw error
    return null
  })
  const { success, data } = transcriptSchema.safeParse(answer)
  if (success) return data
  throw new AppError('model_failed', {
    detail: message('The AI provider did not return a transcript. Try again, or type your question.'),
  })
}

function usageOf(usage: z.infer<typeof transcriptSchema>['usage']): Usage {
  const [input, output] = [usage?.input_tokens, usage?.output_tokens]
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  }
}

async function refusalOf(response: Response, { provider }: ModelChoice): Promise<AppError> {
  await response.body?.cancel()
  const { status } = response
  if (status === 401 || status === 403) return new AppError('model_auth')
  if (status === 429 || status === 402) return new AppError('quota_exceeded')
  const hasNone = provider === 'openai-compatible' && (status === 404 || status === 405)
  if (hasNone)
    return new AppError('file_refused', {
      detail: message('The AI provider does not offer transcription. Type your question.'),
    })
  return new AppError('model_failed', {
    detail: message('The AI provider could not transcribe this recording. Try again.'),
  })
}
