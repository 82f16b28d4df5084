import {
  preferencesSchema,
  providerListSchema,
  type PreferencesResponse,
  type UpdatePreferencesRequest,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callVoid } from './client.ts'

const base = '/api/v1/preferences'

/** The settings of the model's answers; the key itself never leaves the server. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(`${base}/`, preferencesSchema, { signal }),
  retry: false,
})

/** The providers by id, each with its models. */
export const llmOptionsQuery = queryOptions({
  queryKey: ['preferences', 'llm-options'],
  queryFn: async ({ signal }) =>
    (await call(`${base}/llm-options/`, providerListSchema.pick({ providers: true }), { signal })).providers,
  staleTime: 10 * 60_000,
  retry: false,
})

/** A provider's id comes from the server's list, even if this client does not know it. */
export type PreferencesChange = Omit<UpdatePreferencesRequest, 'llm_provider'> & { llm_provider: string | null }

export function savePreferences(preferences: PreferencesChange): Promise<PreferencesResponse> {
  return call(`${base}/`, preferencesSchema, { method: 'PUT', body: preferences })
}

/** Makes the server reload its preferences. */
export function clearPreferencesCache(): Promise<void> {
  return callVoid(`${base}/cache`, { method: 'DELETE' })
}
