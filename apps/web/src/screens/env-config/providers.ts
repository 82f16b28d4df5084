import type { ProviderId } from '@parlance/contract'

export interface ProviderTile {
  id: ProviderId
  name: string
  hint: string
  /** Two letters in place of a vendor's mark. */
  letters: string
  needsKey: boolean
  needsBaseUrl: boolean
}

export const builtinProvider: ProviderTile = {
  id: 'builtin',
  name: 'Built-in engine (no key)',
  hint: 'Runs on this server. Questions and data stay here.',
  letters: '',
  needsKey: false,
  needsBaseUrl: false,
}

export const modelProviders: ProviderTile[] = [
  tile('google', 'Google Gemini', 'Needs an API key', 'Gm'),
  tile('openai', 'OpenAI', 'Needs an API key', 'Oa'),
  tile('anthropic', 'Anthropic Claude', 'Needs an API key', 'An'),
  {
    ...tile('openai-compatible', 'OpenAI-compatible', 'Any address that speaks the OpenAI protocol', ''),
    needsKey: false,
    needsBaseUrl: true,
  },
]

export function findProvider(id: ProviderId | null): ProviderTile | null {
  return [builtinProvider, ...modelProviders].find((provider) => provider.id === id) ?? null
}

function tile(id: ProviderId, name: string, hint: string, letters: string): ProviderTile {
  return { id, name, hint, letters, needsKey: true, needsBaseUrl: false }
}
