import { z } from 'zod'
import { objectTypes } from './catalogue.ts'
import { visibilitySchema } from './connections.ts'
import { cellSchema, resultColumnSchema } from './values.ts'
import { areaRecommendationSchema, receiptSchema } from './events.ts'
import { columnSecurityRulesSchema, noRulesSchema, rowSecurityRulesSchema } from './security-rules.ts'
import { pendingApprovalSchema } from './protection.ts'
import { plainText } from './text.ts'

/** A business area as lists show it. */
export const areaListItemSchema = z.object({
  area_id: z.string(),
  area_name: z.string(),
  description: z.string().nullable(),
  application_id: z.string(),
  application_name: z.string().nullable(),
  table_count: z.number(),
  join_count: z.number(),
  visibility: visibilitySchema,
  /** Null where the caller may not see it, or the area has no owner any more. */
  owner_name: z.string().nullable(),
  is_owner: z.boolean(),
  /** The caller may edit and delete it: its owner or an ADMIN. */
  can_edit: z.boolean(),
  is_active: z.boolean(),
  /** The caller's own default. */
  is_default: z.boolean(),
})
export type AreaListItem = z.infer<typeof areaListItemSchema>

export const areaTextLimits = { name: 200, description: 4000, instructions: 20_000, synonyms: 50, tables: 20_000 }

const synonymsSchema = z
  .array(plainText(200).trim().min(1))
  .max(areaTextLimits.synonyms, `At most ${areaTextLimits.synonyms} synonyms.`)

const tableName = plainText(500).trim().min(1, 'A table needs a name.')
const longText = plainText(areaTextLimits.description)

/** What helps a model to understand a column. */
export const areaColumnHintSchema = z.strictObject({
  name: plainText(500).min(1),
  description: longText.nullish(),
  synonyms: synonymsSchema.optional(),
})
export type AreaColumnHint = z.infer<typeof areaColumnHintSchema>

/** A table as it is saved: its name alone, or with what helps a model to understand it. */
export const areaTableInputSchema = z.strictObject({
  table_name: tableName,
  description: longText.nullish(),
  synonyms: synonymsSchema.optional(),
  columns: z.array(areaColumnHintSchema).max(5000).optional(),
  /** An ADMIN has looked at this view, whose definition cannot be read, and allows it. */
  confirmed: z.boolean().optional(),
})
export type AreaTableInput = z.infer<typeof areaTableInputSchema>

/** A schema's shape that has these fields, and others. */
type Answered<Field extends string> = Record<Field, z.ZodType> & Record<string, z.ZodType>

export const areaTableSchema = z.object({
  /** The catalogue's own spelling where the table is found; with its schema where that is not the default one. */
  table_name: z.string(),
  display_name: z.string(),
  /** Null when no database of the application has it now. */
  object_type: z.enum(objectTypes).nullable(),
  is_synonym: z.boolean(),
  /** No database of the application has it now: queries that need it are refused. */
  is_missing: z.boolean(),
  description: z.string().nullable(),
  synonyms: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      description: z.string().nullable(),
      synonyms: z.array(z.string()),
    } satisfies Answered<keyof AreaColumnHint>),
  ),
  confirmed: z.boolean(),
} satisfies Answered<keyof AreaTableInput>)
export type AreaTable = z.infer<typeof areaTableSchema>

export const joinTypes = ['INNER', 'LEFT', 'RIGHT', 'FULL'] as const
export type JoinType = (typeof joinTypes)[number]

/**
 * Structured (both tables and columns; `join_condition` where no single pair of columns expresses it), or descriptive
 * (`description` alone).
 */
export const areaJoinSchema = z.strictObject({
  join_type: z.enum(joinTypes).optional(),
  left_table: tableName.optional(),
  left_column: plainText(500).trim().min(1).optional(),
  right_table: tableName.optional(),
  right_column: plainText(500).trim().min(1).optional(),
  join_condition: plainText(10_000).optional(),
  description: longText.optional(),
})
export type AreaJoin = z.infer<typeof areaJoinSchema>

export const areaTablesSchema = z.array(areaTableInputSchema).max(areaTextLimits.tables)
export const areaJoinsSchema = z.array(areaJoinSchema).max(1000)

const rowRulesSchema = z.union([noRulesSchema, rowSecurityRulesSchema])
const columnRulesSchema = z.union([noRulesSchema, columnSecurityRulesSchema])

/** Something that is wrong with an area, or that its editor is to know; the same shape for saving and for checking. */
export const areaProblemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  section: z.enum(['tables', 'joins', 'row_security', 'column_security']),
  /** The rule's name; null outside the rules. */
  rule: z.string().nullable(),
  table: z.string().nullable(),
  /** `condition`, `join_condition`, `requires`, `when_column_exists`, a column's name, or `table`. */
  part: z.string().nullable(),
  message: z.string(),
  /** Character offset in the condition or mask, 0-based; null when unknown. */
  position: z.number().nullable(),
  /** The database that it was found with; null when it holds for all. */
  database: z.string().nullable(),
})
export type AreaProblem = z.infer<typeof areaProblemSchema>

/** A whole business area. */
export const areaSchema = areaListItemSchema.extend({
  /** Its owner; null when the account is gone. */
  user_id: z.string().nullable(),
  ai_instructions: z.string().nullable(),
  synonyms: z.array(z.string()),
  tables: z.array(areaTableSchema),
  joins: z.array(areaJoinSchema),
  /**
   * An empty object: none. Those who may only view the area get an empty object, since a rule tells how rows and
   * columns are protected; `has_row_security` and `has_column_security` are true all the same.
   */
  row_security_rules: rowRulesSchema,
  column_security_rules: columnRulesSchema,
  has_row_security: z.boolean(),
  has_column_security: z.boolean(),
  can_manage_access: z.boolean(),
  /** Grows with each change; sent back in `If-Match: "<version>"`, and another one by now answers 409. */
  version: z.number(),
  /** What saving found without refusing it; empty on reading. */
  warnings: z.array(areaProblemSchema),
  /** What waits for an administrator; null when nothing does, and for people who may not edit the area. */
  pending_approval: pendingApprovalSchema.nullable(),
  /** Protected tables of the area that nobody reads there until an administrator approves them; for its editors. */
  waiting_tables: z.array(z.string()),
  /** Set on a 202 answer: the part in `pending_approval` waits, everything else was saved. */
  status: z.literal('pending_approval').optional(),
  created_at: z.string(),
  updated_at: z.string(),
} satisfies Answered<Exclude<keyof CreateAreaRequest, keyof AreaListItem>>)
export type Area = z.infer<typeof areaSchema>

export const areaNameSchema = plainText(areaTextLimits.name, `A name has at most ${areaTextLimits.name} characters.`)
  .trim()
  .min(1, 'Business area name is required.')

const areaBasics = {
  area_name: areaNameSchema,
  description: longText.nullish(),
  ai_instructions: plainText(areaTextLimits.instructions).nullish(),
  synonyms: synonymsSchema.optional(),
  is_default: z.boolean().default(false),
  visibility: visibilitySchema,
}

/** What an area has of the databases, which is proven against them. */
const areaContent = {
  tables: areaTablesSchema,
  joins: areaJoinsSchema.default([]),
  row_security_rules: rowRulesSchema.nullish(),
  column_security_rules: columnRulesSchema.nullish(),
}

export const createAreaRequestSchema = z.strictObject({
  ...areaBasics,
  application_id: z.string('application_id is required.').min(1, 'application_id is required.').max(200),
  is_active: z.boolean().default(true),
  ...areaContent,
})
export type CreateAreaRequest = z.input<typeof createAreaRequestSchema>

/** The basic data with the rules; absent fields of ours (`is_active`, `application_id`, `synonyms`) stay. */
export const updateAreaRequestSchema = z.strictObject({
  ...areaBasics,
  is_default: z.boolean().optional(),
  is_active: z.boolean().optional(),
  application_id: z.string().min(1).max(200).optional(),
  row_security_rules: rowRulesSchema.optional(),
  column_security_rules: columnRulesSchema.optional(),
} satisfies Answered<Exclude<keyof CreateAreaRequest, 'tables' | 'joins'>>)
export type UpdateAreaRequest = z.input<typeof updateAreaRequestSchema>

/** Proves a draft without saving: POST /api/v1/business-areas/check. */
export const checkAreaRequestSchema = z.strictObject({
  application_id: z.string().min(1).max(200),
  ...areaContent,
})
export type CheckAreaRequest = z.input<typeof checkAreaRequestSchema>
export const checkAreaResponseSchema = z.object({
  problems: z.array(areaProblemSchema),
  /** Names of the tested databases that it was proven against. */
  databases: z.array(z.string()),
})
export type CheckAreaResponse = z.infer<typeof checkAreaResponseSchema>

/** Structured joins from the catalogue's foreign keys between these tables: POST /api/v1/business-areas/suggest-joins. */
export const suggestJoinsRequestSchema = z.strictObject({
  application_id: z.string().min(1).max(200).optional(),
  database_config_id: z.string().min(1).max(200).optional(),
  tables: z.array(tableName).max(areaTextLimits.tables),
})
export const suggestJoinsResponseSchema = z.object({ joins: z.array(areaJoinSchema) })

/** GET /api/v1/business-areas/database-tables and GET /api/v1/database-management/tables. */
export const databaseTablesResponseSchema = z.object({
  tables: z.array(
    z.object({
      table_name: z.string(),
      display_name: z.string(),
      object_type: z.enum(objectTypes),
      is_synonym: z.boolean(),
    }),
  ),
  total_count: z.number(),
  /**
   * Whether questions may be asked without a business area: the application has none, not even one that the caller does
   * not see, and the database has few enough tables. Not told where it does not concern who asks for the list.
   */
  all_tables_allowed: z.boolean().optional(),
})
export type DatabaseTables = z.infer<typeof databaseTablesResponseSchema>

/** GET /api/v1/database-management/tables/{table}/columns. */
export const tableColumnsResponseSchema = z.object({
  columns: z.array(
    z.object({ name: z.string(), data_type: z.string(), nullable: z.boolean(), comment: z.string().nullable() }),
  ),
})
export type TableColumns = z.infer<typeof tableColumnsResponseSchema>

export const grantAreaAccessRequestSchema = z.strictObject({ user_id: z.string().min(1).max(200) })
export const areaAccessListSchema = z.object({
  access_list: z.array(z.object({ user_id: z.string(), user_name: z.string(), email: z.string() })),
  /** Set on a 202 answer: the grant waits for an administrator. */
  status: z.literal('pending_approval').optional(),
})
export type AreaAccessList = z.infer<typeof areaAccessListSchema>

/** ADMIN alone: PUT /api/v1/business-areas/{id}/owner. */
export const transferAreaRequestSchema = z.strictObject({ user_id: z.string().min(1).max(200) })

export const recommendAreaRequestSchema = z.strictObject({
  query: plainText(20_000).trim().min(1, 'The question is empty. Type what you want to know.'),
  application_id: z.string().min(1).max(200).optional(),
})
export const recommendAreaResponseSchema = z.object({
  recommendation: areaRecommendationSchema.nullable(),
})
export type AreaRecommendation = NonNullable<z.infer<typeof recommendAreaResponseSchema>['recommendation']>

/**
 * What another person sees: POST /api/v1/business-areas/{id}/preview, for its owner and ADMIN. Exactly one of
 * `table_name`, `sql_query` and `question` (read by the built-in engine).
 */
export const previewAreaRequestSchema = z.strictObject({
  user_id: z.string().min(1).max(200),
  database_config_id: z.string().min(1).max(200).optional(),
  table_name: tableName.optional(),
  sql_query: z.string().max(100_000).optional(),
  question: plainText(20_000).optional(),
})
export type PreviewAreaRequest = z.infer<typeof previewAreaRequestSchema>
export const previewAreaResponseSchema = z.object({
  user: z.object({
    user_id: z.string(),
    username: z.string(),
    email: z.string(),
    /** For administrators only. */
    role: z.enum(['ADMIN', 'GENERAL']).optional(),
  }),
  /** The person may use this area at all; without it they would see nothing of what follows. */
  may_use: z.boolean(),
  database: z.object({ config_id: z.string(), name: z.string() }),
  sql_query: z.string(),
  executed_sql: z.string(),
  columns: z.array(resultColumnSchema),
  results: z.array(z.array(cellSchema)),
  truncated: z.boolean(),
  receipt: receiptSchema,
  /** Of a previewed table: rows that the person may see, and columns that are left out for them. */
  visible_rows: z.number().nullable(),
  hidden_columns: z.array(z.string()),
})
export type AreaPreview = z.infer<typeof previewAreaResponseSchema>

/** GET /api/v1/business-areas/edition-limits also counts. */
export const areaEditionLimitsSchema = z.object({
  edition: z.string(),
  max_business_areas: z.number(),
  current_business_areas: z.number(),
  max_tables_per_area: z.number(),
  row_security_enabled: z.boolean(),
  column_security_enabled: z.boolean(),
  restricted_visibility_enabled: z.boolean(),
  max_databases: z.number(),
})
export type AreaEditionLimits = z.infer<typeof areaEditionLimitsSchema>

export const areaRuleTexts = {
  tablesRequired: 'Please select at least one table.',
  rowSecurityEdition: 'Row-level security features are available only in Enterprise edition',
  columnSecurityEdition: 'Column-level security features are available only in Enterprise edition',
  restrictedLabel: 'Enterprise/Demo only',
  areaLimit: (edition: string, max: number) =>
    `Maximum business areas limit reached for ${edition} edition (${max} allowed)`,
  tableLimit: (edition: string, max: number) => `Maximum ${max} tables allowed per business area in ${edition} edition`,
} as const
