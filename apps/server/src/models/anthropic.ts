import type { ModelVendor } from './vendor.ts'

export const anthropic: ModelVendor = {
  id: 'anthropic',
  name: 'Anthropic Claude',
  needsKey: true,
  needsBaseUrl: false,
  providerOptions: {},
  cachePoint: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }),
  cacheKey: () => ({}),
  list: {
    address: 'https://api.anthropic.com/v1',
    path: '/models?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    isOffered: () => true,
  },
  create: async (choice, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey: choice.apiKey ?? '', baseURL: choice.baseUrl ?? undefined, fetch })(choice.model)
  },
}
