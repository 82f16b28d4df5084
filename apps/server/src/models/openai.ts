import type { ModelVendor } from './vendor.ts'

/** Models of this vendor that don't answer questions with text. */
const otherUses = /audio|realtime|image|tts|transcribe|embedding|moderation|search|instruct/

export const openai: ModelVendor = {
  id: 'openai',
  name: 'OpenAI',
  needsKey: true,
  needsBaseUrl: false,
  // The Responses API stores conversations by default, but questions and rows must not be stored there.
  providerOptions: { openai: { store: false } },
  cachePoint: null,
  list: {
    address: 'https://api.openai.com/v1',
    path: '/models',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    isOffered: ({ id }) => typeof id === 'string' && /^(gpt-|o\d|chatgpt-)/.test(id) && !otherUses.test(id),
  },
  create: async (choice, fetch) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ apiKey: choice.apiKey ?? '', baseURL: choice.baseUrl ?? undefined, fetch })(choice.model)
  },
}
