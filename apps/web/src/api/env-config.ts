import {
  applicationSchema,
  connectionTestResultSchema,
  messageResponseSchema,
  modelProviderSchema,
  modelSchema,
  refreshModelsResponseSchema,
  sampleDatabaseResponseSchema,
  testResultSchema,
  type Application,
  type Model,
  type ModelSettings,
  type ProviderId,
  type TestResult,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { withTranslation } from '../lib/i18n.ts'
import { call } from './client.ts'
import { translateTest } from './connection-texts.ts'

const modelListSchema = z.union([
  z.array(modelSchema),
  z.object({ models: z.array(modelSchema) }).transform((answer) => answer.models),
])

const offeredSchema = z.object({ providers: z.record(z.string(), modelProviderSchema.omit({ models: true })) })

/** The providers that this server offers. */
export const providersQuery = queryOptions({
  queryKey: ['env-config', 'providers'],
  queryFn: ({ signal }) => call('/api/v1/env-config/orchestration-models', offeredSchema, { signal }),
  staleTime: 10 * 60_000,
  retry: false,
})

export function modelsQuery(provider: ProviderId) {
  return queryOptions({
    queryKey: ['env-config', 'models', provider],
    queryFn: ({ signal }): Promise<Model[]> =>
      call(`/api/v1/env-config/models/${provider}`, modelListSchema, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
  })
}

/** The provider to ask for its models; for empty fields, the server uses the stored values. */
export interface ModelPlace {
  apiKey: string
  baseUrl: string
}

/** Asks a provider for its current models. */
export function refreshModels(provider: ProviderId, { apiKey, baseUrl }: ModelPlace): Promise<{ models: Model[] }> {
  const body = { api_key: apiKey.trim() || null, base_url: baseUrl.trim() || null }
  return call(`/api/v1/env-config/models/${provider}/refresh`, refreshModelsResponseSchema, { method: 'POST', body })
}

/** Every list that contains a provider's models. */
export function modelListKeys(provider: ProviderId): readonly (readonly string[])[] {
  return [modelsQuery(provider).queryKey, ['env-config', 'orchestration-models'], ['preferences', 'llm-options']]
}

export function testOrchestration(settings: ModelSettings): Promise<TestResult> {
  return withTranslation(
    call('/api/v1/env-config/test/orchestration', testResultSchema, { method: 'POST', body: settings }),
  )
}

/** Completes the setup; `database` is optional. */
export function saveAll(orchestration: ModelSettings | null, database: object | null): Promise<{ message: string }> {
  const body = database === null ? { orchestration } : { orchestration, database }
  return withTranslation(call('/api/v1/env-config/save-all', messageResponseSchema, { method: 'POST', body }))
}

/** The wizard's own address for the list of applications. */
export const wizardApplicationsQuery = queryOptions({
  queryKey: ['env-config', 'applications'],
  queryFn: ({ signal }) => call('/api/v1/env-config/applications', z.array(applicationSchema), { signal }),
  retry: false,
})

export function createWizardApplication(name: string, description: string | null): Promise<Application> {
  return call('/api/v1/env-config/applications', applicationSchema, { method: 'POST', body: { name, description } })
}

/** Connects with the form's settings, without saving them. */
export async function testDatabase(database: object) {
  const schema = connectionTestResultSchema.partial().extend(testResultSchema.shape)
  return translateTest(await call('/api/v1/env-config/test/database', schema, { method: 'POST', body: database }))
}

/** Creates the sample shop if it is missing. */
export function createSampleDatabase() {
  return withTranslation(call('/api/v1/env-config/create-sample-db', sampleDatabaseResponseSchema, { method: 'POST' }))
}
