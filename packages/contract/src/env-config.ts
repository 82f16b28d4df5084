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

/** Null or absent: what is configured stays, and no database is added. */
export const saveAllRequestSchema = z.strictObject({
  orchestration: modelSettingsSchema.nullish(),
  database: wizardDatabaseSchema.nullish(),
})
export type SaveAllRequest = z.infer<typeof saveAllRequestSchema>

export const ownVisualizationPage = '/visualize'

/** An address; one that begins with `/` is this server's own. */
export const visualizationSchema = z.object({ server_url: z.string() })

/** The sentences of the form stand here, so that server and browser say the same. */
export const updateVisualizationRequestSchema = z.strictObject({
  server_url: z
    .string('URL is required.')
    .trim()
    .min(1, 'URL is required.')
    .max(2048, 'The URL must be at most 2048 characters.')
    .refine(isVisualizationAddress, 'Please enter a valid URL starting with http:// or https://'),
})

/** This product's own page, or a web address. */
function isVisualizationAddress(text: string): boolean {
  if (text === ownVisualizationPage) return true
  if (!/^https?:\/\//i.test(text) || /[\s<>"'`]/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/** POST /api/v1/env-config/models/{provider}/refresh: what is absent is the stored key and address. */
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
