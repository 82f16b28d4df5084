import { message, type Message, type ModelProvider, type ProviderId } from '@parlance/contract'
import type { TFunction } from 'i18next'

export interface ProviderTile {
  id: ProviderId
  name: string
  hint: Message
  /** Two letters instead of a vendor's logo. */
  letters: string
  needsKey: boolean
  needsBaseUrl: boolean
}

/** The order of the tiles; the server decides what each needs, and these are used while its list is missing. */
const knownProviders: ProviderTile[] = [
  {
    ...tile(
      'builtin',
      'Built-in engine (no key)',
      message('Runs on this server. Your questions and data stay here.'),
      '',
    ),
    needsKey: false,
  },
  tile('google', 'Google Gemini', message('Requires an API key'), 'Gm'),
  tile('openai', 'OpenAI', message('Requires an API key'), 'Oa'),
  tile('anthropic', 'Anthropic Claude', message('Requires an API key'), 'An'),
  {
    ...tile('openai-compatible', 'OpenAI-compatible', message('Any server with an OpenAI-compatible API'), ''),
    needsKey: false,
    needsBaseUrl: true,
  },
]

type Offer = Pick<ModelProvider, 'name' | 'needs_key' | 'needs_base_url'>

/** Tiles for the server's providers; all known ones while its list is missing. */
export function toTiles(offered: Record<string, Offer> | undefined): ProviderTile[] {
  if (offered === undefined) return knownProviders
  return knownProviders.flatMap((known) => {
    const offer = offered[known.id]
    if (offer === undefined) return []
    return [{ ...known, name: offer.name, needsKey: offer.needs_key, needsBaseUrl: offer.needs_base_url }]
  })
}

/** The provider's name; only the built-in engine's can be translated. */
export function providerName({ id, name }: ProviderTile, t: TFunction): string {
  return id === 'builtin' ? t('Built-in engine (no key)') : name
}

function tile(id: ProviderId, name: string, hint: Message, letters: string): ProviderTile {
  return { id, name, hint, letters, needsKey: true, needsBaseUrl: false }
}
