import { openaiModels } from './model-list.ts'
import type { ModelVendor } from './vendor.ts'

export const openai: ModelVendor = {
  id: 'openai',
  name: 'OpenAI',
  needsKey: true,
  needsBaseUrl: false,
  models: openaiModels,
  // The Responses API keeps conversations unless it is told not to: questions and rows stay here.
  providerOptions: { openai: { store: false } },
  create: async (choice, fetch) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ apiKey: choice.apiKey ?? '', baseURL: choice.baseUrl ?? undefined, fetch })(choice.model)
  },
}
