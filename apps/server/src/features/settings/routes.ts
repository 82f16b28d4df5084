import {
  messageResponseSchema,
  preferencesSchema,
  providerListSchema,
  updatePreferencesRequestSchema,
  updateVisualizationRequestSchema,
  visualizationSchema,
} from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import type { PreferencesService } from './preferences.ts'
import type { VisualizationSettings } from './visualization.ts'

const setup = '/api/v1/env-config'

export interface SettingsRoutesOptions {
  preferences: PreferencesService
  modelCatalogue: ModelCatalogue
  visualization: VisualizationSettings
}

export function settingsRoutes(options: SettingsRoutesOptions): RouteDefinition[] {
  return [...preferencesRoutes(options), ...visualizationRoutes(options)]
}

function preferencesRoutes({ preferences, modelCatalogue }: SettingsRoutesOptions): RouteDefinition[] {
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
      handler: async () => ({ providers: await modelCatalogue.list(), compared_on: modelCatalogue.comparedOn() }),
    }),
    route({
      method: 'PUT',
      url: '/api/v1/preferences/',
      summary: 'Change how the language model is used; another model is tested first',
      access: 'admin',
      reaches: ['model'],
      body: updatePreferencesRequestSchema,
      response: preferencesSchema,
      handler: ({ principal, body, signal }) => preferences.update(principal, body, signal),
    }),
    route({
      method: 'DELETE',
      url: '/api/v1/preferences/cache',
      summary: 'Read the operator’s list of models again, in every process',
      access: 'admin',
      response: messageResponseSchema,
      handler: async () => {
        await modelCatalogue.clearCache()
        return { message: 'Preferences cache cleared.' }
      },
    }),
  ]
}

function visualizationRoutes({ visualization }: SettingsRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${setup}/visualization`,
      summary: 'Where results are visualised',
      access: 'user',
      response: visualizationSchema,
      handler: async () => ({ server_url: await visualization.get() }),
    }),
    route({
      method: 'POST',
      url: `${setup}/visualization`,
      summary: 'Change where results are visualised',
      access: 'admin',
      body: updateVisualizationRequestSchema,
      response: visualizationSchema,
      handler: async ({ principal, body }) => ({
        server_url: await visualization.set(body.server_url, principal.userId),
      }),
    }),
  ]
}
