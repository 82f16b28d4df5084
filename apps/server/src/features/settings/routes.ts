import { preferencesSchema, providerListSchema, updatePreferencesRequestSchema } from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { PreferencesService, ProviderCatalogue } from './preferences.ts'

export function settingsRoutes(preferences: PreferencesService, providers: ProviderCatalogue): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/v1/preferences/',
      summary: 'How the language model is used',
      access: 'admin',
      response: preferencesSchema,
      handler: () => preferences.get(),
    }),
    route({
      method: 'GET',
      url: '/api/v1/preferences/llm-options/',
      summary: 'The providers that can be chosen, with their models',
      access: 'admin',
      response: providerListSchema,
      handler: async () => ({ providers: providers() }),
    }),
    route({
      method: 'PUT',
      url: '/api/v1/preferences/',
      summary: 'Change how the language model is used',
      access: 'admin',
      body: updatePreferencesRequestSchema,
      response: preferencesSchema,
      handler: ({ principal, body }) => preferences.update(body, principal.userId),
    }),
  ]
}
