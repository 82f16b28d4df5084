import {
  message,
  messageResponseSchema,
  preferencesSchema,
  providerListSchema,
  updatePreferencesRequestSchema,
  updateVisualizationRequestSchema,
  visualizationSchema,
  wireMessage,
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
      operationId: 'getPreferences',
      summary: 'Get the model preferences',
      access: 'admin',
      response: preferencesSchema,
      handler: () => preferences.get(),
    }),
    route({
      method: 'GET',
      url: '/api/v1/preferences/llm-options/',
      operationId: 'listModelOptions',
      summary: 'List model providers and their models',
      description: 'Returns the same list as `GET /api/v1/env-config/orchestration-models`.',
      access: 'admin',
      response: providerListSchema,
      handler: async () => ({ providers: await modelCatalogue.list(), compared_on: modelCatalogue.comparedOn() }),
    }),
    route({
      method: 'PUT',
      url: '/api/v1/preferences/',
      operationId: 'updatePreferences',
      summary: 'Update the model preferences',
      description: 'The server tests a new model before it saves the change.',
      access: 'admin',
      reaches: ['model'],
      body: updatePreferencesRequestSchema,
      response: preferencesSchema,
      handler: ({ principal, body, signal }) => preferences.update(principal, body, signal),
    }),
    route({
      method: 'DELETE',
      url: '/api/v1/preferences/cache',
      operationId: 'clearPreferencesCache',
      summary: 'Reload the list of models',
      description: 'Every server process reads the operator’s list of models again.',
      access: 'admin',
      response: messageResponseSchema,
      handler: async () => {
        await modelCatalogue.clearCache()
        return wireMessage(message('Preferences cache cleared.'))
      },
    }),
  ]
}

function visualizationRoutes({ visualization }: SettingsRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${setup}/visualization`,
      operationId: 'getVisualizationSettings',
      summary: 'Get the visualization settings',
      access: 'user',
      response: visualizationSchema,
      handler: async () => ({ server_url: await visualization.get() }),
    }),
    route({
      method: 'POST',
      url: `${setup}/visualization`,
      operationId: 'updateVisualizationSettings',
      summary: 'Update the visualization settings',
      access: 'admin',
      body: updateVisualizationRequestSchema,
      response: visualizationSchema,
      handler: async ({ principal, body }) => ({
        server_url: await visualization.set(body.server_url, principal.userId),
      }),
    }),
  ]
}
