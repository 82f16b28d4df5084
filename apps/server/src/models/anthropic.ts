import { anthropicModels } from './model-list.ts'
import type { ModelVendor } from './vendor.ts'

export const anthropic: ModelVendor = {
  id: 'anthropic',
  name: 'Anthropic Claude',
  needsKey: true,
  needsBaseUrl: false,
  models: anthropicModels,
  providerOptions: {},
  create: async (choice, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey: choice.apiKey ?? '', baseURL: choice.baseUrl ?? undefined, fetch })(choice.model)
  },
}
