import {
  emailConfigurationSchema,
  messageResponseSchema,
  providerListSchema,
  registrationSettingsSchema,
  sessionResetResponseSchema,
  sessionStatisticsSchema,
  testEmailResponseSchema,
  visualizationSchema,
  type ModelSettings,
  type RegistrationSettings,
  type SaveEmailRequest,
  type SessionResetFilter,
} from '@parlance/contract'
import { queryOptions } from '@tanstack/react-query'
import { translateText, withTranslation } from '../lib/i18n.ts'
import { call, callVoid } from './client.ts'

const environment = '/api/v1/env-config'

/** The providers that can answer questions, each with its models and their strengths. */
export const orchestrationModelsQuery = queryOptions({
  queryKey: ['env-config', 'orchestration-models'],
  queryFn: async ({ signal }) =>
    (await call(`${environment}/orchestration-models`, providerListSchema.pick({ providers: true }), { signal }))
      .providers,
  staleTime: 10 * 60_000,
  retry: false,
})

/** Selects another model, or saves a new key for the current one; each has its own endpoint. */
export function saveOrchestration(what: 'model' | 'api-key', settings: ModelSettings): Promise<{ message: string }> {
  return withTranslation(
    call(`${environment}/orchestration-${what}`, messageResponseSchema, { method: 'POST', body: settings }),
  )
}

/** The settings of outgoing email, always without the password. */
export const emailQuery = queryOptions({
  queryKey: ['env-config', 'email'],
  queryFn: ({ signal }) => call(`${environment}/email`, emailConfigurationSchema, { signal }),
  retry: false,
})

export function saveEmail(configuration: SaveEmailRequest): Promise<void> {
  return callVoid(`${environment}/email`, { method: 'POST', body: configuration })
}

/** Sends a real email to the caller; the console backend writes it to the log. */
export async function testEmail(configuration: SaveEmailRequest): Promise<{ message: string; details: string }> {
  const request = { method: 'POST', body: configuration } as const
  const { message, details, pattern, values } = await call(
    `${environment}/email/test`,
    testEmailResponseSchema,
    request,
  )
  return { message: translateText(message), details: translateText(details, pattern, values) }
}

/** How new accounts are admitted. */
export const registrationQuery = queryOptions({
  queryKey: ['env-config', 'registration'],
  queryFn: ({ signal }) => call(`${environment}/registration`, registrationSettingsSchema, { signal }),
  retry: false,
})

export function saveRegistration(settings: RegistrationSettings): Promise<void> {
  return callVoid(`${environment}/registration`, { method: 'POST', body: settings })
}

/** Where results are visualized. */
export const visualizationQuery = queryOptions({
  queryKey: ['env-config', 'visualization'],
  queryFn: ({ signal }) => call(`${environment}/visualization`, visualizationSchema, { signal }),
  retry: false,
})

export function saveVisualization(serverUrl: string): Promise<void> {
  return callVoid(`${environment}/visualization`, { method: 'POST', body: { server_url: serverUrl } })
}

/** The number and age of conversations. */
export const sessionStatisticsQuery = queryOptions({
  queryKey: ['admin', 'sessions', 'stats'],
  queryFn: ({ signal }) => call('/api/v1/admin/sessions/stats', sessionStatisticsSchema, { signal }),
  staleTime: 0,
  retry: false,
})

/** Deletes all users' conversations that match the filter. */
export function resetSessions(filter: SessionResetFilter): Promise<{ message: string; deleted_count: number }> {
  return call(`/api/v1/admin/sessions/reset?filter=${filter}`, sessionResetResponseSchema, { method: 'DELETE' })
}
