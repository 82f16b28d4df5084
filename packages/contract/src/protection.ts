import { z } from 'zod'
import { objectTypes } from './catalogue.ts'
import { visibilitySchema } from './connections.ts'
import { messageSchema, messageValuesSchema } from './message-schema.ts'
import { maskTypes } from './security-rules.ts'

/** Why a table is protected: an administrator's rule or mark, the upgrade from 1.1, or a protected table that a view reads. */
export const protectionReasons = ['rule', 'marked', 'upgrade', 'view'] as const
export type ProtectionReason = (typeof protectionReasons)[number]

/** What an area does with a table: users can read it, or it is waiting for an administrator. */
export const exposureStates = ['open', 'waiting'] as const
export type ExposureState = (typeof exposureStates)[number]

/** One area of the matrix: a column. */
export const matrixAreaSchema = z.object({
  area_id: z.string(),
  area_name: z.string(),
  application_name: z.string().nullable(),
  owner_name: z.string().nullable(),
  owner_is_admin: z.boolean(),
  visibility: visibilitySchema,
  is_active: z.boolean(),
  /** Who can ask in the area, such as "Everyone", "Only the owner", or "Owner and 3 people". */
  reach: z.string(),
  reach_message: messageSchema.optional(),
  /** Email addresses of users with a grant, at most 50. */
  granted_to: z.array(z.string()),
})
export type MatrixArea = z.infer<typeof matrixAreaSchema>

/** What one area does with one table: a cell of the matrix. */
export const matrixCellSchema = z.object({
  area_id: z.string(),
  state: z.enum(exposureStates),
  /** Names of the row rules that apply to the table there. */
  row_rules: z.array(z.string()),
  masks: z.array(z.object({ column: z.string(), mask_type: z.enum(maskTypes), rule: z.string() })),
  /** Whether to offer "Protect everywhere": the owner, not an administrator, wrote rules for an unprotected table. */
  can_protect: z.boolean(),
})
export type MatrixCell = z.infer<typeof matrixCellSchema>

export const matrixTableSchema = z.object({
  table_name: z.string(),
  object_type: z.enum(objectTypes),
  /** Null if the table is not protected. */
  protection: z
    .object({
      reason: z.enum(protectionReasons),
      /** Email address of the administrator. Null for the upgrade, a view, or a user who no longer exists. */
      protected_by: z.string().nullable(),
      protected_at: z.string().nullable(),
      /** For a view: the protected tables that it reads. Empty if its definition cannot be read. */
      through: z.array(z.string()),
    })
    .nullable(),
  areas: z.array(matrixCellSchema),
})
export type MatrixTable = z.infer<typeof matrixTableSchema>

/**
 * GET /api/v1/database-management/{id}/protection, for administrators: tables of a connection by the areas that show
 * them. Lists the tables that are protected or in an area. With `q`, lists every table whose name contains the text.
 */
export const protectionMatrixSchema = z.object({
  database: z.object({ config_id: z.string(), name: z.string() }),
  /** Other connections to the same physical database. */
  same_database: z.array(
    z.object({ config_id: z.string(), name: z.string(), application_name: z.string().nullable() }),
  ),
  areas: z.array(matrixAreaSchema),
  tables: z.array(matrixTableSchema),
  /** Number of matching tables. `tables` contains the first 200. */
  total_count: z.number(),
  /** Protected tables that users can read without rules, in sentences. */
  warnings: z.array(
    z.object({
      table_name: z.string(),
      area_id: z.string(),
      message: z.string(),
      pattern: z.string().optional(),
      values: messageValuesSchema.optional(),
    }),
  ),
})
export type ProtectionMatrix = z.infer<typeof protectionMatrixSchema>
export const protectionQuerySchema = z.object({ q: z.string().max(200).optional() })

/** PUT /api/v1/database-management/{id}/protection, for administrators: protects or unprotects a table. */
export const changeProtectionRequestSchema = z.strictObject({
  table_name: z.string().trim().min(1).max(500),
  protected: z.boolean(),
})
export const changeProtectionResponseSchema = z.object({
  table_name: z.string(),
  protected: z.boolean(),
  /** What changed, in sentences: areas that stop showing the table, or show it again. */
  effects: z.array(z.string()),
  effect_messages: z.array(messageSchema).optional(),
})
export type ChangeProtectionResponse = z.infer<typeof changeProtectionResponseSchema>

/** The parts of an area that decide who sees what of a protected table. */
export const exposureParts = [
  'tables',
  'row_security_rules',
  'column_security_rules',
  'visibility',
  'is_active',
  'application_id',
  'access',
] as const
export type ExposurePart = (typeof exposureParts)[number]

/** A change of an area that is waiting for an administrator, for its owner and administrators. */
export const pendingApprovalSchema = z.object({
  /** Changes with the change, so that an administrator approves only what is on screen. */
  id: z.string(),
  requested_at: z.string(),
  parts: z.array(z.enum(exposureParts)),
  /** What was requested, in sentences. */
  summary: z.array(z.string()),
  summary_messages: z.array(messageSchema).optional(),
})
export type PendingApproval = z.infer<typeof pendingApprovalSchema>

/**
 * One entry of GET /api/v1/area-approvals. `change`: an owner requested it. `exposure`: the area shows protected tables
 * without approval, for example after the upgrade from 1.1, an import, or a new protection.
 */
export const areaApprovalSchema = z.object({
  id: z.string(),
  kind: z.enum(['change', 'exposure']),
  area_id: z.string(),
  area_name: z.string(),
  application_name: z.string().nullable(),
  owner_name: z.string().nullable(),
  /** Email address of the user who requested it. Null for `exposure`. */
  requested_by: z.string().nullable(),
  requested_at: z.string(),
  /** Protected tables that it is about. */
  tables: z.array(z.string()),
  /** What was requested, in sentences. */
  summary: z.array(z.string()),
  summary_messages: z.array(messageSchema).optional(),
  /** Who sees what after an approval, in sentences. */
  effects: z.array(z.string()),
  effect_messages: z.array(messageSchema).optional(),
})
export type AreaApproval = z.infer<typeof areaApprovalSchema>
export const areaApprovalsSchema = z.object({ approvals: z.array(areaApprovalSchema), total_count: z.number() })
export type AreaApprovals = z.infer<typeof areaApprovalsSchema>

/** POST /api/v1/area-approvals/{id}/approve and /decline. */
export const decideApprovalResponseSchema = z.object({
  id: z.string(),
  area_id: z.string(),
  decision: z.enum(['approved', 'declined']),
  message: z.string(),
  pattern: z.string().optional(),
  values: messageValuesSchema.optional(),
})
