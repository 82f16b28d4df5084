import {
  environmentStatusSchema,
  messageResponseSchema,
  modelSchema,
  modelSettingsSchema,
  providerIdSchema,
  providerListSchema,
  sampleDatabaseResponseSchema,
  saveAllRequestSchema,
  testResultSchema,
  visualizationSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from '../license/service.ts'
import type { ModelService } from '../../models/service.ts'
import type { WizardService } from './service.ts'

const base = '/api/v1/env-config'
/** This product's own page. */
const ownVisualizationPage = '/visualize'

export interface WizardRoutesOptions {
  wizard: WizardService
  models: ModelService
  license: LicenseService
  visualizationUrl: string | null
}

export function wizardRoutes(options: WizardRoutesOptions): RouteDefinition[] {
  return [...statusRoutes(options), ...modelRoutes(options), ...saveRoutes(options)]
}

function statusRoutes({ wizard, visualizationUrl }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/status`,
      summary: 'What of the first setup is done',
      access: 'user',
      response: environmentStatusSchema,
      handler: () => wizard.status(),
    }),
    route({
      method: 'GET',
      url: `${base}/visualization`,
      summary: 'Where results are visualised',
      access: 'user',
      response: visualizationSchema,
      handler: async () => ({ server_url: visualizationUrl ?? ownVisualizationPage }),
    }),
  ]
}

function modelRoutes({ models }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/orchestration-models`,
      summary: 'The providers that can answer questions, with their models',
      access: 'admin',
      response: providerListSchema,
      handler: async () => ({ providers: models.list() }),
    }),
    route({
      method: 'GET',
      url: `${base}/models/:provider`,
      summary: 'The models of one provider',
      access: 'admin',
      params: z.strictObject({ provider: providerIdSchema }),
      response: z.array(modelSchema),
      handler: async ({ params }) => models.list()[params.provider].models,
    }),
    route({
      method: 'POST',
      url: `${base}/test/orchestration`,
      summary: 'Ask a model for one tool call, and say what fails',
      access: 'admin',
      reaches: ['model'],
      rateLimit: { max: 30, window: 60_000, by: 'user' },
      body: modelSettingsSchema,
      response: testResultSchema,
      handler: async ({ body, signal }) => {
        const { success, message } = await models.test(body, signal)
        return { success, message }
      },
    }),
  ]
}

function saveRoutes({ wizard, license }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/save-all`,
      summary: 'Finish the first setup',
      access: 'admin',
      body: saveAllRequestSchema,
      response: messageResponseSchema,
      handler: async ({ principal, body }) => {
        const chosen = body.orchestration ?? null
        if (chosen === null && !(await wizard.status()).orchestration_has_api_key) {
          throw new AppError('bad_request', { detail: 'Please complete all requirements before saving' })
        }
        if (chosen !== null) await wizard.chooseModel(principal, chosen)
        return { message: 'Configuration saved successfully!' }
      },
    }),
    ...['orchestration-model', 'orchestration-api-key'].map((name) =>
      route({
        method: 'POST',
        url: `${base}/${name}`,
        summary: 'Choose the model that answers questions, or give it a new key',
        access: 'admin',
        body: modelSettingsSchema,
        response: messageResponseSchema,
        handler: async ({ principal, body }) => {
          await wizard.chooseModel(principal, body)
          return { message: 'Orchestration settings updated successfully' }
        },
      }),
    ),
    route({
      method: 'POST',
      url: `${base}/create-sample-db`,
      summary: 'The sample shop: made when it is missing',
      access: 'admin',
      reaches: ['database'],
      response: sampleDatabaseResponseSchema,
      handler: async () => {
        const sample = await wizard.createSample()
        return {
          success: true,
          application_id: sample.application.id,
          application_name: sample.application.name,
          db_path: sample.path,
          message: 'Sample database is ready.',
          table_count: sample.tableCount,
          is_premium: await license.isPremium(),
        }
      },
    }),
  ]
}
