import type { ModelProvider, ProviderId } from '@parlance/contract'

export interface ProviderTile {
  id: ProviderId
  name: string
  hint: string
  /** Two letters instead of a vendor's logo. */
  letters: string
  needsKey: boolean
  needsBaseUrl: boolean
}

/** The order of the tiles; the server decides what each needs, and these are used while its list is missing. */
const knownProviders: ProviderTile[] = [
  {
    ...tile('builtin', 'Built-in engine (no key)', 'Runs on this server. Questions and data stay here.', ''),
    needsKey: false,
  },
  tile('google', 'Google Gemini', 'Needs an API key', 'Gm'),
  tile('openai', 'OpenAI', 'Needs an API key', 'Oa'),
  tile('anthropic', 'Anthropic Claude', 'Needs an API key', 'An'),
  {
    ...tile('openai-compatible', 'OpenAI-compatible', 'Any address that speaks the OpenAI protocol', ''),
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

function tile(id: ProviderId, name: string, hint: string, letters: string): ProviderTile {
  return { id, name, hint, letters, needsKey: true, needsBaseUrl: false }
}
