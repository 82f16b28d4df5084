import { z } from 'zod'
import { objectTypes } from './catalogue.ts'
import { visibilitySchema } from './connections.ts'
import { maskTypes } from './security-rules.ts'

/** Why a table is protected: a rule of an administrator, a mark of one, the upgrade from 1.1, or a table below a view. */
export const protectionReasons = ['rule', 'marked', 'upgrade', 'view'] as const
export type ProtectionReason = (typeof protectionReasons)[number]

/** What an area does with a table: people read it there, or it waits for an administrator. */
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
  /** Who may ask in the area, in words: "Everyone", "Only the owner", "Owner and 3 people". */
  reach: z.string(),
  /** Email addresses of the people who were granted access; the first fifty. */
  granted_to: z.array(z.string()),
})
export type MatrixArea = z.infer<typeof matrixAreaSchema>

/** What one area makes of one table: a cell of the matrix. */
export const matrixCellSchema = z.object({
  area_id: z.string(),
  state: z.enum(exposureStates),
  /** Names of the row rules that apply to the table there. */
  row_rules: z.array(z.string()),
  masks: z.array(z.object({ column: z.string(), mask_type: z.enum(maskTypes), rule: z.string() })),
  /** An owner who is no administrator wrote rules on a table that is not protected: "Protect everywhere" is offered. */
  can_protect: z.boolean(),
})
export type MatrixCell = z.infer<typeof matrixCellSchema>

export const matrixTableSchema = z.object({
  table_name: z.string(),
  object_type: z.enum(objectTypes),
  /** Null: the table is not protected. */
  protection: z
    .object({
      reason: z.enum(protectionReasons),
      /** Email of the administrator; null for the upgrade, a view, or an account that is gone. */
      protected_by: z.string().nullable(),
      protected_at: z.string().nullable(),
      /** Of a view: the protected tables that it reads, or none when its definition cannot be read. */
      through: z.array(z.string()),
    })
    .nullable(),
  areas: z.array(matrixCellSchema),
})
export type MatrixTable = z.infer<typeof matrixTableSchema>

/**
 * GET /api/v1/database-management/{id}/protection, for ADMIN: tables of a database by the areas that show them. Lists the
 * tables that are protected or in an area, by name. With `q`, lists every table whose name contains it.
 */
export const protectionMatrixSchema = z.object({
  database: z.object({ config_id: z.string(), name: z.string() }),
  /** Other connections to the same physical database. */
  same_database: z.array(
    z.object({ config_id: z.string(), name: z.string(), application_name: z.string().nullable() }),
  ),
  areas: z.array(matrixAreaSchema),
  tables: z.array(matrixTableSchema),
  /** Tables that match, of which `tables` holds the first 200. */
  total_count: z.number(),
  /** Plain sentences: where a protected table is readable without rules. */
  warnings: z.array(z.object({ table_name: z.string(), area_id: z.string(), message: z.string() })),
})
export type ProtectionMatrix = z.infer<typeof protectionMatrixSchema>
export const protectionQuerySchema = z.object({ q: z.string().max(200).optional() })

/** PUT /api/v1/database-management/{id}/protection, for ADMIN: protects a table everywhere, or lifts that. */
export const changeProtectionRequestSchema = z.strictObject({
  table_name: z.string().trim().min(1).max(500),
  protected: z.boolean(),
})
export const changeProtectionResponseSchema = z.object({
  table_name: z.string(),
  protected: z.boolean(),
  /** Plain sentences about what changed: areas that stop showing the table, or show it again. */
  effects: z.array(z.string()),
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

/** What waits for an administrator in one area, for its owner and administrators. */
export const pendingApprovalSchema = z.object({
  /** Changes with what waits, so that an approval is for what its administrator saw. */
  id: z.string(),
  requested_at: z.string(),
  parts: z.array(z.enum(exposureParts)),
  /** Plain sentences: what was asked for. */
  summary: z.array(z.string()),
})
export type PendingApproval = z.infer<typeof pendingApprovalSchema>

/**
 * One entry of GET /api/v1/area-approvals. `change`: an owner asked for it. `exposure`: the area shows protected tables
 * that no administrator approved there, for example after the upgrade from 1.1, an import, or a new protection.
 */
export const areaApprovalSchema = z.object({
  id: z.string(),
  kind: z.enum(['change', 'exposure']),
  area_id: z.string(),
  area_name: z.string(),
  application_name: z.string().nullable(),
  owner_name: z.string().nullable(),
  /** Email of who asked; null for an exposure. */
  requested_by: z.string().nullable(),
  requested_at: z.string(),
  /** Protected tables that it is about. */
  tables: z.array(z.string()),
  /** Plain sentences: what was asked for. */
  summary: z.array(z.string()),
  /** Plain sentences: who would see what once it is approved. */
  effects: z.array(z.string()),
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
})
