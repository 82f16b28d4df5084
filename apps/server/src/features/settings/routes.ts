import {
  emailConfigurationSchema,
  messageResponseSchema,
  preferencesSchema,
  providerListSchema,
  registrationSettingsSchema,
  saveEmailRequestSchema,
  testEmailRequestSchema,
  testEmailResponseSchema,
  updatePreferencesRequestSchema,
  updateVisualizationRequestSchema,
  visualizationSchema,
} from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { EmailAdministration } from '../email/administration.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import type { PreferencesService } from './preferences.ts'
import type { VisualizationSettings } from './visualization.ts'

const setup = '/api/v1/env-config'

export interface SettingsRoutesOptions {
  preferences: PreferencesService
  modelCatalogue: ModelCatalogue
  emailAdministration: EmailAdministration
  visualization: VisualizationSettings
}

export function settingsRoutes(options: SettingsRoutesOptions): RouteDefinition[] {
  return [...preferencesRoutes(options), ...emailRoutes(options), ...visualizationRoutes(options)]
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

function emailRoutes({ emailAdministration }: SettingsRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${setup}/email`,
      summary: 'How mail leaves; never with the password',
      access: 'admin',
      response: emailConfigurationSchema,
      handler: () => emailAdministration.get(),
    }),
    route({
      method: 'POST',
      url: `${setup}/email`,
      summary: 'Change how mail leaves; SMTP settings must have passed the caller’s last test',
      access: 'admin',
      body: saveEmailRequestSchema,
      response: emailConfigurationSchema,
      handler: ({ principal, body }) => emailAdministration.save(principal, body),
    }),
    route({
      method: 'POST',
      url: `${setup}/email/test`,
      summary: 'Send a test mail with settings that are not stored',
      access: 'admin',
      rateLimit: { max: 20, window: 60_000, by: 'user' },
      body: testEmailRequestSchema,
      response: testEmailResponseSchema,
      handler: ({ principal, body }) => emailAdministration.test(principal, body),
    }),
    route({
      method: 'GET',
      url: `${setup}/registration`,
      summary: 'How new accounts come in',
      access: 'admin',
      response: registrationSettingsSchema,
      handler: () => emailAdministration.registration(),
    }),
    route({
      method: 'POST',
      url: `${setup}/registration`,
      summary: 'Change how new accounts come in',
      access: 'admin',
      body: registrationSettingsSchema,
      response: registrationSettingsSchema,
      handler: ({ principal, body }) => emailAdministration.changeRegistration(principal, body),
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
