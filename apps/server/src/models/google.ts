import type { ModelVendor } from './vendor.ts'

export const google: ModelVendor = {
  id: 'google',
  name: 'Google Gemini',
  needsKey: true,
  needsBaseUrl: false,
  providerOptions: {},
  cachePoint: () => null,
  cacheKey: () => ({}),
  list: {
    address: 'https://generativelanguage.googleapis.com/v1beta',
    path: '/models?pageSize=1000',
    headers: (key) => ({ 'x-goog-api-key': key }),
    isOffered: ({ supportedGenerationMethods: methods }) =>
      Array.isArray(methods) && methods.includes('generateContent'),
  },
  create: async (choice, fetch) => {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
    return createGoogleGenerativeAI({ apiKey: choice.apiKey ?? '', baseURL: choice.baseUrl ?? undefined, fetch })(
      choice.model,
    )
  },
}
