import { message } from '@parlance/contract'
import { streamText } from 'ai'
import { AppError } from '../lib/errors.ts'
import { answerRefusal } from './bounded-answer.ts'
import { mediaOf } from './media.ts'
import { modelError } from './model-errors.ts'
import { readModelStream } from './model-stream.ts'
import { guardedFetch } from './outbound.ts'
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
  fetch?: typeof globalThis.fetch
}

const instruction =
  'Transcribe exactly what is said in this recording, in its own language, and write nothing else. If no one speaks, answer with an empty text.'
const transcriptionModels = { openai: 'gpt-4o-mini-transcribe', 'openai-compatible': 'whisper-1' } as const

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

async function callTranscription(
  { name, mimeType, bytes }: Recording,
  { choice, signal, fetch = guardedFetch }: TranscribeOptions,
): Promise<string> {
  const base = (choice.baseUrl ?? 'https://api.openai.com/v1').replace(/(?<!\/)\/+$/, '')
  const form = new FormData()
  form.set(
    'model',
    choice.provider === 'openai' ? transcriptionModels.openai : transcriptionModels['openai-compatible'],
  )
  form.set('response_format', 'json')
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name)
  const headers = choice.apiKey === null ? undefined : { authorization: `Bearer ${choice.apiKey}` }
  const response = await fetch(`${base}/audio/transcriptions`, { method: 'POST', headers, body: form, signal }).catch(
    (error: unknown) => {
      throw modelError(error)
    },
  )
  if (!response.ok) throw await refusalOf(response, choice)
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (answerRefusal(error)) throw modelError(error)
    return null
  })
  const isText = typeof answer === 'object' && answer !== null && 'text' in answer && typeof answer.text === 'string'
  if (!isText)
    throw new AppError('model_failed', {
      detail: message('The AI provider did not return a transcript. Try again, or type your question.'),
    })
  return String(answer.text)
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
