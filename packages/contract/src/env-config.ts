import { z } from 'zod'
import { modelSettingsSchema } from './models.ts'

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

/** `database` joins it when the wizard's database form is complete. */
export const saveAllRequestSchema = z.strictObject({ orchestration: modelSettingsSchema.nullish() })
export type SaveAllRequest = z.infer<typeof saveAllRequestSchema>

/** An address; one that begins with `/` is this server's own. */
export const visualizationSchema = z.object({ server_url: z.string() })
