import type { ModelVendor } from './vendor.ts'

/** From GPT-5.6 on, a prompt is cached only up to a breakpoint, and no shorter beginning of it is found. */
function needsBreakpoints(model: string): boolean {
  const [, major = 0, minor = 0] = /^gpt-(\d+)(?:\.(\d+))?/.exec(model)?.map(Number) ?? []
  return major > 5 || (major === 5 && minor >= 6)
}

/** Models of this vendor that don't answer questions with text. */
const otherUses = /audio|realtime|image|tts|transcribe|embedding|moderation|search|instruct/

export const openai: ModelVendor = {
  id: 'openai',
  name: 'OpenAI',
  needsKey: true,
  needsBaseUrl: false,
  // The Responses API stores conversations by default, but questions and rows must not be stored there.
  providerOptions: { openai: { store: false } },
  cachePoint: (model) => (needsBreakpoints(model) ? { openai: { promptCacheBreakpoint: { mode: 'explicit' } } } : null),
  cacheKey: (key) => ({ openai: { promptCacheKey: key } }),
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
