import { googleModels } from './model-list.ts'
import type { ModelVendor } from './vendor.ts'

export const google: ModelVendor = {
  id: 'google',
  name: 'Google Gemini',
  needsKey: true,
  needsBaseUrl: false,
  models: googleModels,
  providerOptions: {},
  create: async (choice, fetch) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ apiKey: choice.apiKey ?? '', baseURL: choice.baseUrl ?? undefined, fetch })(
      choice.model,
    )
  },
}
