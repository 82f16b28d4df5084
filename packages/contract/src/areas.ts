import { z } from 'zod'
import { objectTypes } from './catalogue.ts'
import { visibilitySchema } from './connections.ts'
import { cardinalitySchema, definitionKinds, definitionsSchema } from './definitions.ts'
import { areaRecommendationSchema } from './events.ts'
import { messageValuesSchema } from './message-schema.ts'
import { message } from './messages.ts'
import { columnSecurityRulesSchema, noRulesSchema, rowSecurityRulesSchema } from './security-rules.ts'
import { pendingApprovalSchema } from './protection.ts'
import { schemaText } from './schema-text.ts'
import { grantedGroupSchema } from './groups.ts'
import { plainText } from './text.ts'

/** A business area, as lists show it. */
export const areaListItemSchema = z.object({
  area_id: z.string(),
  area_name: z.string(),
  description: z.string().nullable(),
  application_id: z.string(),
  application_name: z.string().nullable(),
  table_count: z.number(),
  join_count: z.number(),
  visibility: visibilitySchema,
  /** Null if the caller is not allowed to see it, or the owner no longer exists. */
  owner_name: z.string().nullable(),
  is_owner: z.boolean(),
  /** Whether the caller can edit and delete it, as its owner or an administrator. */
  can_edit: z.boolean(),
  is_active: z.boolean(),
  /** Whether it is the caller's default. */
  is_default: z.boolean(),
})
export type AreaListItem = z.infer<typeof areaListItemSchema>

export const areaTextLimits = {
  name: 200,
  description: 4000,
  instructions: 20_000,
  synonyms: 50,
  sampleQuestions: 10,
  question: 500,
  tables: 20_000,
}

const synonymsSchema = z
  .array(plainText(200).trim().min(1))
  .max(areaTextLimits.synonyms, schemaText(message('Enter at most {n} synonyms.', { n: areaTextLimits.synonyms })))

const tableName = plainText(500).trim().min(1, 'Every table needs a name.')
const longText = plainText(areaTextLimits.description)

/** Helps a model to understand a column. */
export const areaColumnHintSchema = z.strictObject({
  name: plainText(500).min(1),
  description: longText.nullish(),
  synonyms: synonymsSchema.optional(),
})
export type AreaColumnHint = z.infer<typeof areaColumnHintSchema>

/** A table to save, with optional hints for the model. */
export const areaTableInputSchema = z.strictObject({
  table_name: tableName,
  description: longText.nullish(),
  synonyms: synonymsSchema.optional(),
  columns: z.array(areaColumnHintSchema).max(5000).optional(),
  /** Whether an administrator allows this view although its definition cannot be read. */
  confirmed: z.boolean().optional(),
})
export type AreaTableInput = z.infer<typeof areaTableInputSchema>

/** A schema's shape that has at least these fields. */
type Answered<Field extends string> = Record<Field, z.ZodType> & Record<string, z.ZodType>

export const areaTableSchema = z.object({
  /** Spelled as in the catalog if the table exists, with its schema if that is not the default one. */
  table_name: z.string(),
  display_name: z.string(),
  /** Null if no database of the application has it now. */
  object_type: z.enum(objectTypes).nullable(),
  is_synonym: z.boolean(),
  /** Whether no database of the application has it now. The server refuses queries that need it. */
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
 * Structured (two tables and columns, or `join_condition` if one pair of columns is not enough), or descriptive (only
 * `description`).
 */
export const areaJoinSchema = z.strictObject({
  join_type: z.enum(joinTypes).optional(),
  left_table: tableName.optional(),
  left_column: plainText(500).trim().min(1).optional(),
  right_table: tableName.optional(),
  right_column: plainText(500).trim().min(1).optional(),
  join_condition: plainText(10_000).optional(),
  description: longText.optional(),
  /**
   * How many rows belong together. Without it, the keys of the tables decide. Definitions join only tables of which each
   * row has at most one partner.
   */
  cardinality: cardinalitySchema.optional(),
})
export type AreaJoin = z.infer<typeof areaJoinSchema>

export const areaTablesSchema = z.array(areaTableInputSchema).max(areaTextLimits.tables)
export const areaJoinsSchema = z.array(areaJoinSchema).max(1000)

const rowRulesSchema = z.union([noRulesSchema, rowSecurityRulesSchema])
const columnRulesSchema = z.union([noRulesSchema, columnSecurityRulesSchema])

/** Kinds of definitions in problems. Time columns and synonyms of values have no name of their own. */
export const problemDefinitionKinds = [...definitionKinds, 'time_column', 'value_synonym'] as const

/** A definition in a problem. A time column or a synonym of a value is named `table.column`. */
const problemDefinitionSchema = z.object({ kind: z.enum(problemDefinitionKinds), name: z.string() })

/** An error or a warning of an area. Saving and checking return the same shape. */
export const areaProblemSchema = z.object({
  severity: z.enum(['error', 'warning']),
  section: z.enum(['tables', 'joins', 'definitions', 'row_security', 'column_security']),
  /** Name of the rule. Null outside of rules. */
  rule: z.string().nullable(),
  table: z.string().nullable(),
  /** The definition that has the problem. Absent outside of definitions. */
  definition: problemDefinitionSchema.optional(),
  /**
   * `condition`, `join_condition`, `requires`, `when_column_exists`, a column's name, or `table`. In definitions, the
   * field: `expression`, `formula`, `time_column`, `dimensions`, `parent`, `name`, and others.
   */
  part: z.string().nullable(),
  message: z.string(),
  /** If `message` has values: the ICU pattern and the values, for a translation. Else `message` is its own pattern. */
  pattern: z.string().optional(),
  values: messageValuesSchema.optional(),
  /** Position in the condition or mask, from 0. Null if unknown. */
  position: z.number().nullable(),
  /** The database that has the problem. Null if all have it. */
  database: z.string().nullable(),
})
export type AreaProblem = z.infer<typeof areaProblemSchema>

/** A complete business area. */
export const areaSchema = areaListItemSchema.extend({
  /** The owner. Null if the user no longer exists. */
  user_id: z.string().nullable(),
  ai_instructions: z.string().nullable(),
  synonyms: z.array(z.string()),
  sample_questions: z.array(z.string()),
  tables: z.array(areaTableSchema),
  joins: z.array(areaJoinSchema),
  /** What the area's words mean. Users who can only view the area don't get those that mention a hidden column. */
  definitions: definitionsSchema,
  /**
   * An empty object if there are none. Users who can only view the area also get an empty object, because a rule shows
   * how rows and columns are protected. `has_row_security` and `has_column_security` are still true.
   */
  row_security_rules: rowRulesSchema,
  column_security_rules: columnRulesSchema,
  has_row_security: z.boolean(),
  has_column_security: z.boolean(),
  can_manage_access: z.boolean(),
  /** Increases with each change. Clients send it as `If-Match: "<version>"`. If it has changed, the response is 409. */
  version: z.number(),
  /** Problems that did not prevent saving. Empty on reading. */
  warnings: z.array(areaProblemSchema),
  /** The change that is waiting for an administrator. Null if there is none, or the caller cannot edit the area. */
  pending_approval: pendingApprovalSchema.nullable(),
  /** Protected tables of the area that no one reads there until an administrator approves them; for its editors. */
  waiting_tables: z.array(z.string()),
  /** Set in a 202 response: the part in `pending_approval` is waiting, and the rest was saved. */
  status: z.literal('pending_approval').optional(),
  created_at: z.string(),
  updated_at: z.string(),
} satisfies Answered<Exclude<keyof CreateAreaRequest, keyof AreaListItem | 'access'>>)
export type Area = z.infer<typeof areaSchema>

export const areaNameSchema = plainText(
  areaTextLimits.name,
  schemaText(message('The name must be at most {n} characters.', { n: areaTextLimits.name })),
)
  .trim()
  .min(1, 'Business area name is required.')

const sampleQuestionsSchema = z
  .array(plainText(areaTextLimits.question).trim().min(1))
  .max(
    areaTextLimits.sampleQuestions,
    schemaText(message('Enter at most {n} questions.', { n: areaTextLimits.sampleQuestions })),
  )

const areaBasics = {
  area_name: areaNameSchema,
  description: longText.nullish(),
  ai_instructions: plainText(areaTextLimits.instructions).nullish(),
  synonyms: synonymsSchema.optional(),
  /** Shown first to users who begin a conversation in the area, as far as they have an answer. */
  sample_questions: sampleQuestionsSchema.optional(),
  is_default: z.boolean().default(false),
  visibility: visibilitySchema,
}

/** Why an area is changed, for the list of its versions. */
export const changeReasonSchema = plainText(500).trim()

/** The parts of saving an area, in order. An error names the one that failed. */
export const areaSteps = ['basic', 'tables', 'joins', 'access', 'reload'] as const
export type AreaStep = (typeof areaSteps)[number]

const ids = z.array(z.string().min(1).max(200)).max(10_000)
/** Users and groups that get or lose access to a restricted area. Only administrators may name groups. */
export const areaAccessChangeSchema = z.strictObject({
  add: ids.default([]),
  remove: ids.default([]),
  add_groups: ids.default([]),
  remove_groups: ids.default([]),
})
export type AreaAccessChange = z.infer<typeof areaAccessChangeSchema>

/** The parts of an area that the server checks against the databases. */
const areaContent = {
  tables: areaTablesSchema,
  joins: areaJoinsSchema.default([]),
  definitions: definitionsSchema.optional(),
  row_security_rules: rowRulesSchema.nullish(),
  column_security_rules: columnRulesSchema.nullish(),
}

export const createAreaRequestSchema = z.strictObject({
  ...areaBasics,
  application_id: z.string('application_id is required.').min(1, 'application_id is required.').max(200),
  is_active: z.boolean().default(true),
  ...areaContent,
  access: areaAccessChangeSchema.optional(),
})
export type CreateAreaRequest = z.input<typeof createAreaRequestSchema>

/**
 * The whole area, or only its details and rules. What is optional and absent keeps its value. The change is stored
 * completely or not at all.
 */
export const updateAreaRequestSchema = z.strictObject({
  ...areaBasics,
  is_default: z.boolean().optional(),
  is_active: z.boolean().optional(),
  application_id: z.string().min(1).max(200).optional(),
  tables: areaTablesSchema.optional(),
  joins: areaJoinsSchema.optional(),
  definitions: definitionsSchema.optional(),
  row_security_rules: rowRulesSchema.optional(),
  column_security_rules: columnRulesSchema.optional(),
  access: areaAccessChangeSchema.optional(),
  /** IDs of verified examples to delete, because they need a table that this change removes. */
  removed_examples: z.array(z.string().min(1).max(200)).max(10_000).optional(),
  /** Why the area is changed. The list of versions shows it. */
  change_reason: changeReasonSchema.nullish(),
} satisfies Answered<keyof CreateAreaRequest>)
export type UpdateAreaRequest = z.input<typeof updateAreaRequestSchema>

/** Checks a draft without saving it: POST /api/v1/business-areas/check. */
export const checkAreaRequestSchema = z.strictObject({
  application_id: z.string().min(1).max(200),
  ...areaContent,
})
export type CheckAreaRequest = z.input<typeof checkAreaRequestSchema>
export const checkAreaResponseSchema = z.object({
  problems: z.array(areaProblemSchema),
  /** Names of the tested databases that it was checked with. */
  databases: z.array(z.string()),
})
export type CheckAreaResponse = z.infer<typeof checkAreaResponseSchema>

/** Relationships from foreign keys between these tables: POST /api/v1/business-areas/suggest-joins. */
export const suggestJoinsRequestSchema = z.strictObject({
  application_id: z.string().min(1).max(200).optional(),
  database_config_id: z.string().min(1).max(200).optional(),
  tables: z.array(tableName).max(areaTextLimits.tables),
})
export const suggestJoinsResponseSchema = z.object({ joins: z.array(areaJoinSchema) })

/** GET /api/v1/business-areas/user-attributes. */
export const userAttributeCountsSchema = z.object({
  active_users: z.number(),
  /** The attribute that most users have comes first. */
  attributes: z.array(z.object({ key: z.string(), users: z.number() })),
})
export type UserAttributeCounts = z.infer<typeof userAttributeCountsSchema>

/** GET /api/v1/business-areas/database-tables and GET /api/v1/database-management/tables. */
export const databaseTablesResponseSchema = z.object({
  tables: z.array(
    z.object({
      table_name: z.string(),
      display_name: z.string(),
      object_type: z.enum(objectTypes),
      is_synonym: z.boolean(),
      /** Whether the database describes it with a comment. */
      has_comment: z.boolean().optional(),
    }),
  ),
  total_count: z.number(),
  /**
   * Whether users can ask without a business area: the application has no area at all, and the database has few enough
   * tables. Absent if it does not concern the caller.
   */
  all_tables_allowed: z.boolean().optional(),
})
export type DatabaseTables = z.infer<typeof databaseTablesResponseSchema>

/** GET /api/v1/database-management/tables/{table}/columns. */
export const tableColumnsResponseSchema = z.object({
  columns: z.array(
    z.object({ name: z.string(), data_type: z.string(), nullable: z.boolean(), comment: z.string().nullable() }),
  ),
  /** The table's own comment. */
  comment: z.string().nullable().optional(),
  /** Null if it is unknown or rules hide rows from the caller. */
  row_estimate: z.number().nullable().optional(),
})
export type TableColumns = z.infer<typeof tableColumnsResponseSchema>

export const grantAreaAccessRequestSchema = z.strictObject({ user_id: z.string().min(1).max(200) })
export const areaAccessListSchema = z.object({
  access_list: z.array(z.object({ user_id: z.string(), user_name: z.string(), email: z.string() })),
  /** Number of groups with access. */
  group_count: z.number(),
  /** The groups with access. Only for administrators. */
  groups: z.array(grantedGroupSchema).optional(),
  /** Set in a 202 response: the grant is waiting for an administrator. */
  status: z.literal('pending_approval').optional(),
})
export type AreaAccessList = z.infer<typeof areaAccessListSchema>

/** For administrators: PUT /api/v1/business-areas/{id}/owner. */
export const transferAreaRequestSchema = z.strictObject({ user_id: z.string().min(1).max(200) })

export const recommendAreaRequestSchema = z.strictObject({
  query: plainText(20_000).trim().min(1, 'The question is empty. Type what you want to know.'),
  application_id: z.string().min(1).max(200).optional(),
})
export const recommendAreaResponseSchema = z.object({
  recommendation: areaRecommendationSchema.nullable(),
})
export type AreaRecommendation = NonNullable<z.infer<typeof recommendAreaResponseSchema>['recommendation']>

/** GET /api/v1/business-areas/edition-limits: the limits, and the number of areas. */
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
  /** Name of a database that the reader may not know. */
  otherDatabase: message('another database'),
  tablesRequired: message('Please select at least one table.'),
  rowSecurityEdition: message('Row-level security features are available only in Enterprise edition'),
  columnSecurityEdition: message('Column-level security features are available only in Enterprise edition'),
  /** Only the browser shows it. */
  restrictedLabel: message('Enterprise/Demo only'),
  areaLimit: (edition: string, max: number) =>
    message('Maximum business areas limit reached for {edition} edition ({max} allowed)', { edition, max }),
  tableLimit: (edition: string, max: number) =>
    message('Maximum {max} tables allowed per business area in {edition} edition', { edition, max }),
} as const
