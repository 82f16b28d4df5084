import {
  environmentStatusSchema,
  messageResponseSchema,
  modelSchema,
  testResultSchema,
  type Model,
  type ModelSettings,
  type ProviderId,
  type TestResult,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from './client.ts'

const modelListSchema = z.union([
  z.array(modelSchema),
  z.object({ models: z.array(modelSchema) }).transform((answer) => answer.models),
])

export const environmentStatusQuery = queryOptions({
  queryKey: ['env-config', 'status'],
  queryFn: ({ signal }) => call('/api/v1/env-config/status', environmentStatusSchema, { signal }),
  retry: false,
})

export function modelsQuery(provider: ProviderId) {
  return queryOptions({
    queryKey: ['env-config', 'models', provider],
    queryFn: ({ signal }): Promise<Model[]> =>
      call(`/api/v1/env-config/models/${provider}`, modelListSchema, { signal }),
    staleTime: 10 * 60_000,
  })
}

export function testOrchestration(settings: ModelSettings): Promise<TestResult> {
  return call('/api/v1/env-config/test/orchestration', testResultSchema, { method: 'POST', body: settings })
}

export function saveAll(orchestration: ModelSettings | null): Promise<{ message: string }> {
  return call('/api/v1/env-config/save-all', messageResponseSchema, { method: 'POST', body: { orchestration } })
}
