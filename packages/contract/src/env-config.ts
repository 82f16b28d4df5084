import { z } from 'zod'
import { wizardDatabaseSchema } from './connections.ts'
import { modelSchema, modelSettingsSchema, providerIdSchema } from './models.ts'

export const environmentStatusSchema = z.object({
  orchestration_configured: z.boolean(),
  orchestration_has_api_key: z.boolean(),
  orchestration_provider: z.string().nullable(),
  orchestration_model: z.string().nullable(),
  database_type: z.string().nullable(),
  email_backend: z.string(),
  email_configured: z.boolean(),
})
export type EnvironmentStatus = z.infer<typeof environmentStatusSchema>

/** If a part is null or absent, the configuration stays and no connection is added. */
export const saveAllRequestSchema = z.strictObject({
  orchestration: modelSettingsSchema.nullish(),
  database: wizardDatabaseSchema.nullish(),
})
export type SaveAllRequest = z.infer<typeof saveAllRequestSchema>

export const ownVisualizationPage = '/visualize'

/** A URL. If it begins with `/`, it is on this server. */
export const visualizationSchema = z.object({ server_url: z.string() })

/** Server and browser share the messages. */
export const updateVisualizationRequestSchema = z.strictObject({
  server_url: z
    .string('URL is required.')
    .trim()
    .min(1, 'URL is required.')
    .max(2048, 'The URL must be at most 2048 characters.')
    .refine(isVisualizationAddress, 'Please enter a valid URL starting with http:// or https://'),
})

/** @returns whether a text is the product's own page or a web URL */
function isVisualizationAddress(text: string): boolean {
  if (text === ownVisualizationPage) return true
  if (!/^https?:\/\//i.test(text) || /[\s<>"'`]/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/** POST /api/v1/env-config/models/{provider}/refresh. The stored key and URL apply if absent. */
export const refreshModelsRequestSchema = z
  .strictObject({
    api_key: z.string().max(4096).nullish(),
    base_url: z.url().max(2048).nullish(),
  })
  .prefault({})

export const refreshModelsResponseSchema = z.object({
  provider: providerIdSchema,
  models: z.array(modelSchema),
  refreshed_at: z.string(),
})
