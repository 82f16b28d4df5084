import { z } from 'zod'
import { attributeConflictSchema, valueSourcesSchema } from './attribute-conflicts.ts'
import { roleSchema, userSchema } from './auth.ts'
import { message, type Message } from './messages.ts'
import { schemaText } from './schema-text.ts'
import { plainText } from './text.ts'
import { patternFields } from './wire-message.ts'

/** A user, as administrators see it. An own limit of null means that the user's groups decide. Times are in UTC. */
export const managedUserSchema = userSchema.extend({
  /** Same as `username`. The requirement documents use both names. */
  user_name: z.string(),
  daily_query_limit: z.number().nullable(),
  monthly_query_limit: z.number().nullable(),
  /** Questions in the current day or month. 0 after the reset time has passed. */
  daily_query_count: z.number(),
  monthly_query_count: z.number(),
  daily_query_reset_at: z.string().nullable(),
  monthly_query_reset_at: z.string().nullable(),
  /** Values for row rules: `:current_tenant_id`, `:current_dept_id`, `:user.<key>`. */
  tenant_id: z.string().nullable(),
  dept_id: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  /** In the order of their names. */
  groups: z.array(z.object({ group_id: z.string(), name: z.string() })),
  /** The limits that apply: the user's own, otherwise the highest of their groups. */
  effective_daily_query_limit: z.number().nullable(),
  effective_monthly_query_limit: z.number().nullable(),
  /** The attributes that apply: the user's own, otherwise those on which their groups agree. */
  effective_attributes: z.record(z.string(), z.string()),
  /** Attributes that the user doesn't have, because their groups give different values. */
  attribute_conflicts: z.array(attributeConflictSchema),
  /** Which groups give what applies. */
  value_sources: valueSourcesSchema,
  /** When an administrator last changed the user. Clients send it as `expected_updated_at`. */
  updated_at: z.string(),
})
export type ManagedUser = z.infer<typeof managedUserSchema>

export const userListSchema = z.array(managedUserSchema)

const requiredRole = z.enum(roleSchema.options, 'Role is required.')

export const approveUserRequestSchema = z.strictObject({ role: requiredRole.default('GENERAL') }).prefault({})

export const updateUserRoleRequestSchema = z.strictObject({ role: requiredRole })

/** The deleted registration. */
export const rejectUserResponseSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  message: z.string(),
  ...patternFields,
})

/** Largest query limit that every store represents exactly. */
export const queryLimitMaximum = 2_000_000_000

const limitSchema = (wrong: string, tooHigh: string) =>
  z.number(wrong).int(wrong).min(0, wrong).max(queryLimitMaximum, tooHigh).nullable()

/** Questions per day; null for no limit. */
export const dailyLimitSchema = limitSchema(
  'Daily limit must be zero or higher.',
  schemaText(message('Daily limit must be {max} or less.', { max: queryLimitMaximum })),
)
/** Questions per month; null for no limit. */
export const monthlyLimitSchema = limitSchema(
  'Monthly limit must be zero or higher.',
  schemaText(message('Monthly limit must be {max} or less.', { max: queryLimitMaximum })),
)

const attributeText = (label: Message) =>
  plainText(200, schemaText(message('{label} must be at most {max} characters.', { label, max: 200 }))).trim()

export const attributeLimits = { keys: 50, valueLength: 1000 }

/** Rules can use each key as `:user.<key>`. */
export const userAttributesSchema = z
  .record(
    z
      .string()
      .regex(
        /^[A-Za-z_]\w{0,62}$/,
        'An attribute name starts with a letter or _. It can contain letters, digits, and _, and is at most 63 characters long.',
      ),
    plainText(
      attributeLimits.valueLength,
      schemaText(message('An attribute value must be at most {max} characters.', { max: attributeLimits.valueLength })),
    ),
  )
  .refine(
    (attributes) => Object.keys(attributes).length <= attributeLimits.keys,
    schemaText(message('A user can have at most {max} attributes.', { max: attributeLimits.keys })),
  )

/** A change of a user. Absent fields keep their values. Empty attributes count as no value. `attributes` replaces all. */
export const updateUserRequestSchema = z.strictObject({
  role: requiredRole.optional(),
  is_active: z.boolean().optional(),
  daily_query_limit: dailyLimitSchema.optional(),
  monthly_query_limit: monthlyLimitSchema.optional(),
  tenant_id: attributeText(message('Tenant ID')).nullish(),
  tenant_name: attributeText(message('Tenant name')).nullish(),
  dept_id: attributeText(message('Department ID')).nullish(),
  attributes: userAttributesSchema.optional(),
  /** The `updated_at` that the client read. If it has changed, the response is 409. */
  expected_updated_at: z.string().max(64).optional(),
})
export type UpdateUserRequest = z.infer<typeof updateUserRequestSchema>

/** The access of one user to what the caller manages: GET /api/v1/users/{id}/access. */
export const userAccessSchema = z.object({
  user_id: z.string(),
  databases: z.array(
    z.object({
      id: z.string(),
      config_id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      db_type: z.string(),
      owner_name: z.string().nullable(),
      /** Whether the user owns it, and needs no grant. */
      is_owner: z.boolean(),
      /** Whether the user owns it, or it was granted to the user by name. */
      has_access: z.boolean(),
      /** Names of the user's groups that it was granted to. */
      groups: z.array(z.string()),
    }),
  ),
  business_areas: z.array(
    z.object({
      area_id: z.string(),
      area_name: z.string(),
      description: z.string().nullable(),
      visibility: z.literal('restricted'),
      /** ID of the owner. */
      user_id: z.string().nullable(),
      is_owner: z.boolean(),
      has_access: z.boolean(),
      groups: z.array(z.string()),
    }),
  ),
})
export type UserAccess = z.infer<typeof userAccessSchema>

export const accessItemTypes = ['database', 'business_area'] as const

const accessChangeSchema = z.strictObject({
  type: z.enum(accessItemTypes),
  id: z.string().min(1).max(200),
  has_access: z.boolean(),
})
export type AccessChange = z.infer<typeof accessChangeSchema>

/** Only the changed items: PUT /api/v1/users/{id}/access. */
export const updateUserAccessRequestSchema = z.strictObject({ changes: z.array(accessChangeSchema).min(1).max(500) })

/** Items succeed or fail independently. `message` is null if all succeeded. */
export const updateUserAccessResponseSchema = z.object({
  total: z.number(),
  succeeded: z.number(),
  message: z.string().nullable(),
  ...patternFields,
  failed: z.array(
    z.object({
      type: z.enum(accessItemTypes),
      id: z.string(),
      name: z.string(),
      detail: z.string(),
      /** Of `detail`. */
      ...patternFields,
      code: z.string(),
    }),
  ),
})
export type UpdateUserAccessResponse = z.infer<typeof updateUserAccessResponseSchema>
