import type { ProviderId } from '@parlance/contract'

/** What the models of a provider take beside text. */
export interface Media {
  images: boolean
  /** PDF. */
  documents: boolean
  text: boolean
  /** Recordings go to the model itself, or to the provider's own transcription; null: neither is there. */
  speech: 'model' | 'transcription' | null
}

/** By provider, since models of one do not differ in it any more; a server that is only compatible is told by its own answer. */
export const mediaOf: Record<ProviderId, Media> = {
  builtin: { images: false, documents: false, text: false, speech: null },
  google: { images: true, documents: true, text: true, speech: 'model' },
  openai: { images: true, documents: true, text: true, speech: 'transcription' },
  anthropic: { images: true, documents: true, text: true, speech: null },
  'openai-compatible': { images: true, documents: false, text: true, speech: 'transcription' },
}
