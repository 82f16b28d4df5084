import {
  connectionTestResultSchema,
  environmentStatusSchema,
  message,
  messageResponseSchema,
  modelSchema,
  modelSettingsSchema,
  providerIdSchema,
  providerListSchema,
  sampleDatabaseResponseSchema,
  refreshModelsRequestSchema,
  refreshModelsResponseSchema,
  saveAllRequestSchema,
  testResultSchema,
  wireMessage,
  wizardDatabaseSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from '../license/service.ts'
import type { ModelCatalogue } from '../settings/service.ts'
import type { ModelChoiceService } from '../settings/service.ts'
import type { WizardService } from './service.ts'

const base = '/api/v1/env-config'
const providerParamsSchema = z.strictObject({ provider: providerIdSchema })

export interface WizardRoutesOptions {
  wizard: WizardService
  license: LicenseService
  choice: ModelChoiceService
  modelCatalogue: ModelCatalogue
}

export function wizardRoutes(options: WizardRoutesOptions): RouteDefinition[] {
  return [...statusRoutes(options), ...modelRoutes(options), ...databaseRoutes(options), ...saveRoutes(options)]
}

function statusRoutes({ wizard }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/status`,
      operationId: 'getSetupStatus',
      summary: 'Get the setup status',
      access: 'user',
      response: environmentStatusSchema,
      handler: () => wizard.status(),
    }),
  ]
}

function modelRoutes({ choice, modelCatalogue }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/orchestration-models`,
      operationId: 'listModelProviders',
      summary: 'List model providers',
      access: 'admin',
      response: providerListSchema,
      handler: async () => ({ providers: await modelCatalogue.list(), compared_on: modelCatalogue.comparedOn() }),
    }),
    route({
      method: 'GET',
      url: `${base}/models/:provider`,
      operationId: 'listModels',
      summary: 'List the models of a provider',
      access: 'admin',
      params: providerParamsSchema,
      response: z.array(modelSchema),
      handler: async ({ params }) => (await modelCatalogue.list())[params.provider].models,
    }),
    route({
      method: 'POST',
      url: `${base}/models/:provider/refresh`,
      operationId: 'refreshModels',
      summary: 'Refresh the models of a provider',
      description: 'Asks the provider which models it offers now.',
      access: 'admin',
      reaches: ['model'],
      rateLimit: { max: 30, window: 60_000, by: 'user' },
      params: providerParamsSchema,
      body: refreshModelsRequestSchema,
      response: refreshModelsResponseSchema,
      handler: async ({ principal, params, body, signal }) => {
        const { models, refreshedAt } = await modelCatalogue.refresh(params.provider, {
          apiKey: body.api_key?.trim() || null,
          baseUrl: body.base_url ?? null,
          by: principal.userId,
          signal,
        })
        return { provider: params.provider, models, refreshed_at: refreshedAt }
      },
    }),
    route({
      method: 'POST',
      url: `${base}/test/orchestration`,
      operationId: 'testModel',
      summary: 'Test a model',
      description: 'Sends one request with a tool call to the model.',
      access: 'admin',
      reaches: ['model'],
      rateLimit: { max: 30, window: 60_000, by: 'user' },
      body: modelSettingsSchema,
      response: testResultSchema,
      handler: async ({ principal, body, signal }) => {
        const tested = await choice.test(principal, body, signal)
        return { success: tested.success, ...wireMessage(tested.message) }
      },
    }),
  ]
}

function databaseRoutes({ wizard, license }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/test/database`,
      operationId: 'testDatabaseSettings',
      summary: 'Test database settings',
      description: 'Connects with the settings of the request, and does not save them.',
      access: 'admin',
      reaches: ['database', 'credentials'],
      rateLimit: { max: 30, window: 60_000, by: 'user' },
      body: wizardDatabaseSchema,
      response: connectionTestResultSchema,
      handler: async ({ body }) => ({
        ...(await wizard.testDatabase(body)),
        is_premium: await license.isPremium(),
      }),
    }),
    route({
      method: 'POST',
      url: `${base}/create-sample-db`,
      operationId: 'createSampleDatabase',
      summary: 'Create the sample database',
      description: 'Does nothing if the sample database exists.',
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
          ...wireMessage(message('Sample database is ready.')),
          table_count: sample.tableCount,
          is_premium: await license.isPremium(),
        }
      },
    }),
  ]
}

function saveRoutes({ wizard }: WizardRoutesOptions): RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: `${base}/save-all`,
      operationId: 'completeSetup',
      summary: 'Complete the setup',
      description: 'Saves the model and, if given, adds a connection.',
      access: 'admin',
      reaches: ['database', 'credentials', 'model'],
      body: saveAllRequestSchema,
      response: messageResponseSchema,
      handler: async ({ principal, body, signal }) => {
        await wizard.saveAll(principal, body, signal)
        return wireMessage(message('Configuration saved successfully!'))
      },
    }),
    ...[
      { name: 'orchestration-model', operationId: 'setModel' },
      { name: 'orchestration-api-key', operationId: 'setModelKey' },
    ].map(({ name, operationId }) =>
      route({
        method: 'POST',
        url: `${base}/${name}`,
        operationId,
        summary: 'Set the model or its API key',
        description: `\`${base}/orchestration-model\` and \`${base}/orchestration-api-key\` are the same.`,
        access: 'admin',
        reaches: ['model'],
        body: modelSettingsSchema,
        response: messageResponseSchema,
        handler: async ({ principal, body, signal }) => {
          await wizard.chooseModel(principal, body, signal)
          return wireMessage(message('Orchestration settings updated successfully'))
        },
      }),
    ),
  ]
}
