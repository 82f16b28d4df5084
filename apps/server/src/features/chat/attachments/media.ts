import { message, type Message } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import { mediaOf } from '../../../models/media.ts'
import { asModelUse } from '../../../models/model-use.ts'
import type { ModelService } from '../../../models/service.ts'
import type { SettingsService } from '../../settings/service.ts'
import type { Attachment } from './read-parts.ts'

/** The time limit for a transcription, because the question needs it first. */
const transcribeMs = 60_000

/** A file that is sent to the model unchanged. */
export interface ModelFile {
  name: string
  mimeType: string
  bytes: Buffer
}

/** The files of a message in the form that the chosen model accepts. */
export interface ReadMedia {
  /** The transcript of recordings. */
  spoken: string
  files: ModelFile[]
}

export interface MediaService {
  /**
   * Transcribes recordings, and checks that the model reads the other files.
   * @throws AppError file_refused with what to do; model_not_configured and the model's own errors
   */
  read(attachments: Attachment[], asked: { userId: string; answerWith: 'builtin' | null }): Promise<ReadMedia>
}

export function createMediaService({
  settings,
  models,
}: {
  settings: Pick<SettingsService, 'orchestration'>
  models: Pick<ModelService, 'transcribe'>
}): MediaService {
  return {
    read: async (attachments, { userId, answerWith }) => {
      const forModel = attachments.filter(({ kind }) => kind !== 'table')
      if (forModel.length === 0) return { spoken: '', files: [] }
      const chosen = await settings.orchestration()
      if (chosen === null) throw new AppError('model_not_configured')
      const { provider } = chosen
      if (answerWith === 'builtin' || provider === 'builtin') throw onlyTables(forModel)
      for (const file of forModel) requireReadable(file, { provider, model: chosen.model })
      const recordings = forModel.filter(({ kind }) => kind === 'audio')
      const choice = { provider, model: chosen.model, baseUrl: chosen.baseUrl, apiKey: chosen.apiKey?.reveal() ?? null }
      const spoken: string[] = []
      if (recordings.length > 0) {
        const signal = AbortSignal.timeout(transcribeMs)
        const use = { purpose: 'transcription', userId, areaId: null, connectionId: null, turnId: null } as const
        for (const recording of recordings) {
          spoken.push(await asModelUse(use, () => models.transcribe(recording, choice, signal)))
        }
      }
      return { spoken: spoken.join('\n'), files: forModel.filter(({ kind }) => kind !== 'audio') }
    },
  }
}

function onlyTables(files: Attachment[]): AppError {
  const names = files.map(({ name }) => name).join(', ')
  return new AppError('file_refused', {
    detail: message(
      "The built-in engine reads only CSV and Excel (.xlsx) files, so it can't read {names}. An administrator can choose an AI model instead.",
      { names },
    ),
    ...(files[0] && { file: files[0].place }),
  })
}

/** The most bytes of one text. A longer one would push the schema out of the model's attention. */
const longestText = 200_000

function requireReadable(
  file: Attachment,
  { provider, model }: { provider: keyof typeof mediaOf; model: string },
): void {
  const media = mediaOf[provider]
  const takes = {
    image: media.images,
    document: media.documents,
    text: media.text,
    audio: media.speech !== null,
    table: true,
  }
  if (file.kind === 'text' && file.bytes.length > longestText) {
    throw new AppError('file_refused', {
      detail: message('{name} is too large. A text file can be up to 200 KB.', { name: file.name }),
      file: file.place,
    })
  }
  if (takes[file.kind]) return
  throw new AppError('file_refused', { detail: describeUnreadable(file, model), file: file.place })
}

function describeUnreadable({ kind, name }: Attachment, model: string): Message {
  switch (kind) {
    case 'audio':
      return message('{model} does not accept recordings such as {name}. Type your question.', { model, name })
    case 'image':
      return message('{model} does not accept images such as {name}. An administrator can choose another model.', {
        model,
        name,
      })
    case 'document':
      return message('{model} does not accept PDF files such as {name}. An administrator can choose another model.', {
        model,
        name,
      })
    case 'text':
      return message('{model} does not accept text files such as {name}. An administrator can choose another model.', {
        model,
        name,
      })
    case 'table':
      return message('{model} does not accept tables such as {name}. An administrator can choose another model.', {
        model,
        name,
      })
  }
}
