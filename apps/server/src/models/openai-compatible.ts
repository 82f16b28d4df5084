import { repairingFetch } from './repairing-fetch.ts'
import type { ModelVendor } from './vendor.ts'

/** Ollama, vLLM, LM Studio, and every other server that speaks the chat completions protocol. */
export const openaiCompatible: ModelVendor = {
  id: 'openai-compatible',
  name: 'OpenAI-compatible',
  needsKey: false,
  needsBaseUrl: true,
  providerOptions: {},
  cachePoint: null,
  list: {
    address: null,
    path: '/models',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    isOffered: () => true,
  },
  create: async (choice, fetch) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: (choice.baseUrl ?? '').replace(/(?<!\/)\/+$/, ''),
      apiKey: choice.apiKey || undefined,
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch: repairingFetch(fetch),
    })(choice.model)
  },
}
