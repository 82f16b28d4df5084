import { z } from 'zod'
import { providerIdSchema } from './models.ts'

const temperatureMessage = 'Temperature must be between 0.1 and 1.0'
const maxTokensMessage = 'Max tokens must be between 100 and 32000'

/** Temperature and maximum tokens are text, as the requirement documents say. */
export const preferencesSchema = z.object({
  llm_provider: z.string().nullable(),
  llm_model: z.string().nullable(),
  has_api_key: z.boolean(),
  temperature: z.string(),
  max_tokens: z.string(),
  share_data_with_llm: z.boolean(),
})
export type PreferencesResponse = z.infer<typeof preferencesSchema>

export const updatePreferencesRequestSchema = z.strictObject({
  llm_provider: providerIdSchema.nullish(),
  llm_model: z.string().max(200).nullish(),
  /** If null or absent, the stored key stays. */
  api_key: z.string().max(4096).nullish(),
  temperature: z
    .string()
    .regex(/^\d(\.\d+)?$/, temperatureMessage)
    .refine((text) => Number(text) >= 0.1 && Number(text) <= 1, temperatureMessage)
    .optional(),
  max_tokens: z
    .string()
    .regex(/^\d{3,5}$/, maxTokensMessage)
    .refine((text) => Number(text) >= 100 && Number(text) <= 32_000, maxTokensMessage)
    .optional(),
  share_data_with_llm: z.boolean().optional(),
})
export type UpdatePreferencesRequest = z.infer<typeof updatePreferencesRequestSchema>
