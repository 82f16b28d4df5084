import { z } from 'zod'
import { patternFields } from './wire-message.ts'

export const editions = ['demo', 'personal', 'standard', 'enterprise'] as const
export const editionSchema = z.enum(editions)
export type Edition = z.infer<typeof editionSchema>

/** A number of -1 means unlimited. */
export const editionLimitsSchema = z.object({
  edition: editionSchema,
  max_users: z.number(),
  max_databases: z.number(),
  max_business_areas: z.number(),
  max_tables_per_area: z.number(),
  row_security_enabled: z.boolean(),
  column_security_enabled: z.boolean(),
  restricted_visibility_enabled: z.boolean(),
  export_formats: z.array(z.enum(['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'custom'])),
  /** Number of days that the query history is stored. */
  history_days: z.number(),
})
export type EditionLimits = z.infer<typeof editionLimitsSchema>

export const licenseStatusSchema = z.object({
  is_valid: z.boolean(),
  error_message: z.string().nullable(),
  /** Of `error_message`. */
  ...patternFields,
  license_info: z
    .object({
      license_id: z.string(),
      edition: editionSchema,
      domain: z.string(),
      customer_name: z.string().nullable(),
      issued_date: z.string(),
      expiry_date: z.string(),
      days_remaining: z.number(),
      /** The trial that every installation starts with, or a key that an administrator installed. */
      origin: z.enum(['trial', 'upload']),
      features: z.object({
        max_users: z.number(),
        max_databases: z.number(),
        business_areas: z.boolean(),
        api_access: z.boolean(),
        support: z.string(),
      }),
    })
    .nullable(),
  user_stats: z.object({
    total_users: z.number(),
    admin_users: z.number(),
    general_users: z.number(),
    max_users: z.number(),
    remaining_slots: z.number(),
  }),
})
export type LicenseStatus = z.infer<typeof licenseStatusSchema>

/** Longest license key, in characters. */
export const licenseKeyMaxLength = 16_384

export const uploadLicenseRequestSchema = z.strictObject({
  license_key: z
    .string('Please enter a license key')
    .max(licenseKeyMaxLength, 'This is not a license key.')
    .trim()
    .min(1, 'Please enter a license key'),
})

export const licenseChangeResponseSchema = z.object({ success: z.boolean(), message: z.string(), ...patternFields })

export const limitedKinds = ['users', 'databases', 'business_areas'] as const
export type LimitedKind = (typeof limitedKinds)[number]

/** Usage of the edition, for administrators: GET /api/v1/license/usage. A `max` of -1 means unlimited. */
export const licenseUsageSchema = z.object({
  edition: editionSchema,
  limits: z.array(z.object({ kind: z.enum(limitedKinds), used: z.number(), max: z.number() })),
  /** What applies now. */
  current: editionLimitsSchema,
  /** What applies without a license, as after the license ends. */
  without_license: editionLimitsSchema,
})
export type LicenseUsage = z.infer<typeof licenseUsageSchema>
