import {
  checkIntervalSchema,
  emailSettingsSchema,
  initialEmailSettings,
  modelReportSchema,
  modelSchema,
  priceListSchema,
  providerIdSchema,
} from '@parlance/contract'
import { z } from 'zod'
import { modelTraitsSchema } from '../../models/traits.ts'
import { lastBackupKey, lastBackupSchema } from '../../store/backup/last-backup.ts'

/** Every setting of the installation: its schema, its initial value, and whether it is encrypted. */
export const settingDefinitions = {
  /** The model that answers questions. The key is a separate setting. */
  orchestration: {
    schema: z.object({ provider: providerIdSchema, model: z.string(), base_url: z.string().nullable() }).nullable(),
    initial: null,
    secret: false,
  },
  orchestration_api_key: { schema: z.string().nullable(), initial: null, secret: true },
  /** The model that writes SQL, if it is a different one. The key is a separate setting. */
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
  /** How email is sent. The password is a separate setting. */
  email: { schema: emailSettingsSchema, initial: initialEmailSettings, secret: false },
  email_password: { schema: z.string().nullable(), initial: null, secret: true },
  /** New accounts verify their email address with an emailed code. */
  email_activation: { schema: z.boolean(), initial: false, secret: false },
  /** New accounts are admitted without waiting for an administrator. */
  auto_approval: { schema: z.boolean(), initial: false, secret: false },
  /** Whether passwords are closed and for whom not, and how long a sign-in with a provider lasts. */
  single_sign_on: {
    schema: z.object({ is_only: z.boolean(), break_glass_user_ids: z.array(z.string()), sign_in_hours: z.number() }),
    initial: { is_only: false, break_glass_user_ids: [], sign_in_hours: 24 },
    secret: false,
  },
  /** How often connections are checked. */
  connection_checks: { schema: checkIntervalSchema, initial: 'off', secret: false },
  /** Days after which records of the audit log are deleted. Null keeps them. */
  audit_retention_days: { schema: z.number().nullable(), initial: null, secret: false },
  /** The URL of the visualization. Null means the operator's configuration, or else this product's own page. */
  visualization_url: { schema: z.string().nullable(), initial: null, secret: false },
  /** The models that providers returned when they were last asked. */
  fetched_models: {
    schema: z.record(z.string(), z.object({ models: z.array(modelSchema), refreshed_at: z.string() })),
    initial: {},
    secret: false,
  },
  /** Prices of models that an administrator uploaded; null for the operator's file or the product's own list. */
  model_prices: { schema: priceListSchema.nullable(), initial: null, secret: false },
  /** What was learned about models, by `traitKey`. */
  model_traits: { schema: z.record(z.string(), modelTraitsSchema), initial: {}, secret: false },
  /** The last check of each model, by `traitKey`. */
  model_reports: { schema: z.record(z.string(), modelReportSchema), initial: {}, secret: false },
  /** The last backup, which `npm run backup` describes here. */
  [lastBackupKey]: { schema: lastBackupSchema.nullable(), initial: null, secret: false },
  /** The sample was created once. If an administrator removes it, no start restores it. */
  sample_made: { schema: z.boolean(), initial: false, secret: false },
} as const satisfies Record<string, { schema: z.ZodType; initial: unknown; secret: boolean }>

export type SettingKey = keyof typeof settingDefinitions
export type SettingValue<K extends SettingKey> = z.output<(typeof settingDefinitions)[K]['schema']>
