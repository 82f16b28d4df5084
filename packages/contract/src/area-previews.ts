import { z } from 'zod'
import { areaTableInputSchema, updateAreaRequestSchema } from './areas.ts'
import { visibilitySchema } from './connections.ts'
import { receiptSchema } from './events.ts'
import { messageValuesSchema } from './message-schema.ts'
import { maskTypes } from './security-rules.ts'
import { plainText } from './text.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

/** The parts of a draft that decide who sees what of an existing area. What is absent is as saved. */
const { tables, row_security_rules, column_security_rules, access } = updateAreaRequestSchema.shape
const audienceParts = {
  visibility: visibilitySchema.optional(),
  tables,
  row_security_rules,
  column_security_rules,
  access,
}

/** Unsaved changes to an area, for a preview. */
export const areaDraftSchema = z.strictObject(audienceParts)
export type AreaDraft = z.input<typeof areaDraftSchema>

/** The most users in one response. */
export const audiencePageSize = 50

/** Who will see what of a draft: POST /api/v1/business-areas/audience. Reads no rows of the database. */
export const areaAudienceRequestSchema = z.strictObject({
  /** Absent for a new area. */
  area_id: z.string().min(1).max(200).optional(),
  /** Required for a new area. */
  application_id: z.string().min(1).max(200).optional(),
  database_config_id: z.string().min(1).max(200).optional(),
  ...audienceParts,
  /** Number of users to skip. */
  offset: z.number().int().min(0).max(10_000_000).default(0),
})
export type AreaAudienceRequest = z.input<typeof areaAudienceRequestSchema>

/** A row rule with one user's values. */
export const audienceRowSchema = z.object({
  rule: z.string(),
  /** The condition in SQL with the user's values, or the join with the parent table. */
  condition: z.string(),
  /** The parent table whose visible rows decide. Null if the rule has its own condition. */
  inherits_from: z.string().nullable(),
  /** The rule applies only to queries that also read this table. Null if it always applies. */
  only_with: z.string().nullable(),
  /** Parameters of the rule, or of its parents, that have no value or an unsuitable one, so no row is visible. */
  without_value: z.array(z.string()),
})
export type AudienceRow = z.infer<typeof audienceRowSchema>

/** Why a user sees nothing of a table. */
const emptyReason = {
  reason: z.string(),
  pattern: z.string().optional(),
  values: messageValuesSchema.optional(),
  /** The parameters that must get a value, or a suitable one: attributes by their keys, others as `:name`. */
  without_value: z.array(z.string()),
}

export const audienceTableSchema = z.object({
  table_name: z.string(),
  /** `refused`: queries that read the table fail. */
  sees: z.enum(['all', 'some', 'none', 'refused']),
  rows: z.array(audienceRowSchema),
  ...emptyReason,
  /** Null if the user sees rows. */
  reason: emptyReason.reason.nullable(),
})
export type AudienceTable = z.infer<typeof audienceTableSchema>

export const audienceUserSchema = z.object({
  user_id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Whether the user may use the database. If not, the user sees nothing. */
  may_use_database: z.boolean(),
  /** The tables that don't show all rows to this user. */
  tables: z.array(audienceTableSchema),
})
export type AudienceUser = z.infer<typeof audienceUserSchema>

export const areaAudienceResponseSchema = z.object({
  database: z.object({ config_id: z.string(), name: z.string() }),
  users: z.array(audienceUserSchema),
  /** Number of users with access. For an owner who isn't an administrator, only those on the access list. */
  total: z.number(),
  /** Number of tables in the area. */
  table_count: z.number(),
  /** Tables with masked or hidden columns, which are the same for all users. */
  masked_tables: z.array(
    z.object({
      table_name: z.string(),
      masked: z.array(z.object({ column: z.string(), mask_type: z.enum(maskTypes), rule: z.string() })),
      hidden: z.array(z.string()),
    }),
  ),
  /** Number of tables that were left out because there are too many. */
  unexamined_tables: z.number(),
  /** Whether an administrator must approve a part of the draft. The response shows what applies until then. */
  waits_for_approval: z.boolean(),
})
export type AreaAudience = z.infer<typeof areaAudienceResponseSchema>

/** The most rows to count for one user and table. Longer tables have "more than" this many. */
export const rowCountLimit = 10_000

/** How many rows users will see: POST /api/v1/business-areas/audience/row-counts. */
export const areaRowCountsRequestSchema = areaAudienceRequestSchema.omit({ offset: true }).extend({
  /** The users to count for. Others than those of the audience are ignored. */
  user_ids: z.array(z.string().min(1).max(200)).max(audiencePageSize),
})
export type AreaRowCountsRequest = z.input<typeof areaRowCountsRequestSchema>

export const rowCountSchema = z.object({
  table_name: z.string(),
  /** Null if they were not counted. */
  rows: z.number().nullable(),
  /** Whether there are more rows than `rows`. */
  has_more: z.boolean(),
  /** Why they were not counted. Null otherwise. */
  reason: z.string().nullable(),
  pattern: z.string().optional(),
  values: messageValuesSchema.optional(),
})
export type RowCount = z.infer<typeof rowCountSchema>

export const areaRowCountsResponseSchema = z.object({
  database: z.object({ config_id: z.string(), name: z.string() }),
  /** Only tables with row rules that show the user some rows. */
  users: z.array(z.object({ user_id: z.string(), tables: z.array(rowCountSchema) })),
  /** Tables whose rows everyone with access sees. */
  open_tables: z.array(rowCountSchema),
})
export type AreaRowCounts = z.infer<typeof areaRowCountsResponseSchema>

/**
 * What another user sees: POST /api/v1/business-areas/{id}/preview, for the owner and administrators. Exactly one of
 * `table_name`, `sql_query`, and `question` (which the built-in engine answers).
 */
export const previewAreaRequestSchema = z.strictObject({
  user_id: z.string().min(1).max(200),
  database_config_id: z.string().min(1).max(200).optional(),
  table_name: areaTableInputSchema.shape.table_name.optional(),
  sql_query: z.string().max(100_000).optional(),
  question: plainText(20_000).optional(),
  /** Unsaved changes that apply only to this preview. */
  draft: areaDraftSchema.optional(),
})
export type PreviewAreaRequest = z.input<typeof previewAreaRequestSchema>

/** The same for an area that isn't saved yet: POST /api/v1/business-areas/preview, for administrators. */
export const previewNewAreaRequestSchema = previewAreaRequestSchema.extend({
  application_id: z.string().min(1).max(200),
  draft: areaDraftSchema,
})
export type PreviewNewAreaRequest = z.input<typeof previewNewAreaRequestSchema>

export const previewAreaResponseSchema = z.object({
  user: z.object({
    user_id: z.string(),
    username: z.string(),
    email: z.string(),
    /** For administrators only. */
    role: z.enum(['ADMIN', 'GENERAL']).optional(),
  }),
  /** Whether the user can use this area. If not, the user sees nothing of the result. */
  may_use: z.boolean(),
  database: z.object({ config_id: z.string(), name: z.string() }),
  sql_query: z.string(),
  executed_sql: z.string(),
  columns: z.array(resultColumnSchema),
  results: z.array(z.array(cellSchema)),
  truncated: z.boolean(),
  receipt: receiptSchema,
  /** For a previewed table: the number of rows that the user sees, and the columns that the user does not see. */
  visible_rows: z.number().nullable(),
  hidden_columns: z.array(z.string()),
  /** The tables that the query reads and that show the user no rows, with the reasons. */
  empty_tables: z.array(z.object({ table_name: z.string(), ...emptyReason })),
})
export type AreaPreview = z.infer<typeof previewAreaResponseSchema>
