import { passingPlainText, withPlainBeginning } from './plain-beginning.ts'
import { repairingFetch } from './repairing-fetch.ts'
import type { ModelVendor, ProviderOptions } from './vendor.ts'

/** Hosts of this protocol that cache prompts only with a key, or better with one. */
const keyedHosts: ReadonlySet<string> = new Set(['api.mistral.ai', 'api.openai.com'])

function hostOf(baseUrl: string | null): string {
  return baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : ''
}

/** Ollama, vLLM, LM Studio, and every other server that speaks the chat completions protocol. */
export const openaiCompatible: ModelVendor = {
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  needsKey: false,
  needsBaseUrl: true,
  providerOptions: {},
  cachePoint: () => null,
  // Other servers may refuse a field that they don't know.
  cacheKey: (key, { baseUrl }): ProviderOptions =>
    keyedHosts.has(hostOf(baseUrl)) ? { openaiCompatible: { prompt_cache_key: key } } : {},
  list: {
    address: null,
    path: '/models',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    isOffered: () => true,
  },
  create: async (choice, fetch) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const model = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: (choice.baseUrl ?? '').replace(/(?<!\/)\/+$/, ''),
      apiKey: choice.apiKey || undefined,
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch: repairingFetch(passingPlainText(fetch)),
    })(choice.model)
    return withPlainBeginning(model)
  },
}
