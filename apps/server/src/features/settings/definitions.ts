import { emailSettingsSchema, initialEmailSettings, modelSchema, providerIdSchema } from '@parlance/contract'
import { z } from 'zod'

/** Every setting of the installation: its shape, what it is before anyone sets it, and whether it is encrypted. */
export const settingDefinitions = {
  /** The model that answers questions; the key has a setting of its own. */
  orchestration: {
    schema: z.object({ provider: providerIdSchema, model: z.string(), base_url: z.string().nullable() }).nullable(),
    initial: null,
    secret: false,
  },
  orchestration_api_key: { schema: z.string().nullable(), initial: null, secret: true },
  /** The model that writes SQL, where it is another one; the key has a setting of its own. */
  sql_model: {
    schema: z.object({ provider: providerIdSchema, model: z.string(), base_url: z.string().nullable() }).nullable(),
    initial: null,
    secret: false,
  },
  sql_model_api_key: { schema: z.string().nullable(), initial: null, secret: true },
  preferences: {
    schema: z.object({ share_data_with_llm: z.boolean(), temperature: z.number(), max_tokens: z.number() }),
    initial: { share_data_with_llm: true, temperature: 0.7, max_tokens: 8192 },
    secret: false,
  },
  /** How mail leaves; the password has a setting of its own. */
  email: { schema: emailSettingsSchema, initial: initialEmailSettings, secret: false },
  email_password: { schema: z.string().nullable(), initial: null, secret: true },
  /** New accounts prove their e-mail with a mailed code. */
  email_activation: { schema: z.boolean(), initial: false, secret: false },
  /** New accounts enter without waiting for an administrator. */
  auto_approval: { schema: z.boolean(), initial: false, secret: false },
  /** Where results are visualised; null: what the operator configured, else this product's own page. */
  visualization_url: { schema: z.string().nullable(), initial: null, secret: false },
  /** What providers answered when they were last asked for their models. */
  fetched_models: {
    schema: z.record(z.string(), z.object({ models: z.array(modelSchema), refreshed_at: z.string() })),
    initial: {},
    secret: false,
  },
  /** The sample was made once: where an administrator removes it, no start brings it back. */
  sample_made: { schema: z.boolean(), initial: false, secret: false },
} as const satisfies Record<string, { schema: z.ZodType; initial: unknown; secret: boolean }>

export type SettingKey = keyof typeof settingDefinitions
export type SettingValue<K extends SettingKey> = z.output<(typeof settingDefinitions)[K]['schema']>
