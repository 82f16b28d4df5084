import type { ModelProvider, ProviderId } from '@parlance/contract'

export interface ProviderTile {
  id: ProviderId
  name: string
  hint: string
  /** Two letters in place of a vendor's mark. */
  letters: string
  needsKey: boolean
  needsBaseUrl: boolean
}

/** The order of the tiles; what each needs is the server's to say, and these stand in while its list is not there. */
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

/** The tiles of what the server offers; all that are known while its list is not there. */
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
