import type { ProviderId } from '@parlance/contract'

/** What a provider's models accept besides text. */
export interface Media {
  images: boolean
  /** PDF. */
  documents: boolean
  text: boolean
  /** Recordings go to the model itself or to the provider's own transcription; null if neither is available. */
  speech: 'model' | 'transcription' | null
}

/** By provider, because its models no longer differ. A server that is only compatible reports it in its answer. */
export const mediaOf: Record<ProviderId, Media> = {
  builtin: { images: false, documents: false, text: false, speech: null },
  google: { images: true, documents: true, text: true, speech: 'model' },
  openai: { images: true, documents: true, text: true, speech: 'transcription' },
  anthropic: { images: true, documents: true, text: true, speech: null },
  'openai-compatible': { images: true, documents: false, text: true, speech: 'transcription' },
}
