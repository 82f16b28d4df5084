import { z } from 'zod'

export const providerIds = ['builtin', 'google', 'openai', 'anthropic', 'openai-compatible'] as const
export const providerIdSchema = z.enum(providerIds)
export type ProviderId = z.infer<typeof providerIdSchema>

export const modelSchema = z.object({ id: z.string(), name: z.string(), description: z.string() })
export type Model = z.infer<typeof modelSchema>

/** A model provider, as the wizard and the settings show it. */
export const modelProviderSchema = z.object({
  id: providerIdSchema,
  name: z.string(),
  needs_key: z.boolean(),
  needs_base_url: z.boolean(),
  models: z.array(modelSchema),
})
export type ModelProvider = z.infer<typeof modelProviderSchema>

export const providerListSchema = z.object({
  providers: z.record(z.string(), modelProviderSchema),
  /** Date when the lists were last compared with those of the providers. */
  compared_on: z.string(),
})

/** A list of models in a file: the product's own, or one that an administrator configures. */
export const modelListFileSchema = z.strictObject({
  compared_on: z.iso.date(),
  providers: z.partialRecord(
    z.enum(['google', 'openai', 'anthropic', 'openai-compatible']),
    z
      .array(
        z.strictObject({
          id: z.string().min(1).max(200),
          name: z.string().min(1).max(200),
          description: z.string().max(500).default(''),
        }),
      )
      .max(1000),
  ),
})
export type ModelListFile = z.infer<typeof modelListFileSchema>

/** A model and how to reach it, as the wizard's form sends it. `base_url` is only for `openai-compatible`. */
export const modelSettingsSchema = z.strictObject({
  provider: providerIdSchema,
  model: z.string().max(200),
  api_key: z.string().max(4096).nullish(),
  base_url: z.url().max(2048).nullish(),
})
export type ModelSettings = z.infer<typeof modelSettingsSchema>
