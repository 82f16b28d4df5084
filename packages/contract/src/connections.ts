import { z } from 'zod'
import { applicationSchema } from './applications.ts'
import { databaseKinds } from './databases.ts'
import { messageSchema } from './message-schema.ts'
import { patternFields } from './wire-message.ts'

export const databaseKindSchema = z.enum(databaseKinds)
export const visibilitySchema = z.enum(['private', 'public', 'restricted'])
export type Visibility = z.infer<typeof visibilitySchema>

/** The stages of a connection test, in order. Some kinds have fewer. */
export const connectionStages = ['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'] as const
export const connectionStageSchema = z.enum(connectionStages)
export type ConnectionStage = z.infer<typeof connectionStageSchema>

export const syncStatusSchema = z.enum(['syncing', 'synced', 'error'])

/** The state of a connection, as every screen shows it. `test_stage` says where a failed one failed. */
export const connectionStateSchema = z.enum(['ready', 'failed', 'not_tested', 'syncing'])
export type ConnectionState = z.infer<typeof connectionStateSchema>

/** Settings that changed since the last test count as not tested. Only a usable copy is shown as syncing. */
export function connectionStateOf(connection: {
  is_valid: boolean
  last_tested: string | null
  sync_status: string | null
}): ConnectionState {
  const { is_valid: isValid, last_tested: tested, sync_status: sync } = connection
  if (isValid) return sync === 'syncing' ? 'syncing' : 'ready'
  return tested === null ? 'not_tested' : 'failed'
}

/** A connection, as responses contain it. It never contains secrets. */
export const databaseConfigurationSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  application_id: z.string().nullable(),
  application: applicationSchema.nullable(),
  application_name: z.string().nullable(),
  db_type: databaseKindSchema,
  /** Where it is, as lists show it: host and port, account, or project. Null for a file on the server. */
  endpoint: z.string().nullable(),
  host: z.string().nullable(),
  port: z.number().nullable(),
  database: z.string().nullable(),
  schema_name: z.string().nullable(),
  username: z.string().nullable(),
  /** Other fields of the database kind, including those of Google Sheets. */
  extra_params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Names of secret fields with a stored value. If an update leaves them empty, they keep it. */
  stored_secrets: z.array(z.string()),
  /** Only for Google Sheets. Null for every other kind. */
  spreadsheet_id: z.string().nullable(),
  credentials_path: z.string().nullable(),
  auth_type: z.string().nullable(),
  sync_on_connect: z.boolean().nullable(),
  /** In minutes. 0 is off. */
  auto_sync_interval: z.number().nullable(),
  last_synced: z.string().nullable(),
  sync_status: syncStatusSchema.nullable(),
  visibility: visibilitySchema,
  /** Whether the caller has selected it. */
  is_active: z.boolean(),
  is_valid: z.boolean(),
  /** Whether scheduled checks include it. */
  is_checked: z.boolean(),
  state: connectionStateSchema,
  last_tested: z.string().nullable(),
  test_error: z.string().nullable(),
  test_error_pattern: patternFields.pattern,
  test_error_values: patternFields.values,
  /** Stage where the last test failed. Null if it succeeded or failed before the first stage. */
  test_stage: connectionStageSchema.nullable(),
  /** What to do about the failure. */
  test_advice: z.string().nullable(),
  test_advice_pattern: patternFields.pattern,
  test_advice_values: patternFields.values,
  driver_info: z.string().nullable(),
  /** What the database user could do in addition to reading (R02). */
  warnings: z.array(z.string()),
  warning_messages: z.array(messageSchema).optional(),
  table_count: z.number().nullable(),
  /** The files that were uploaded as its database. Null for every other connection. */
  uploaded_files: z.array(z.object({ name: z.string(), size: z.number() })).nullable(),
  /** Whether the caller can edit, test, delete, and refresh it. */
  can_manage: z.boolean(),
  can_manage_access: z.boolean(),
  user_id: z.string().nullable(),
  is_owner: z.boolean(),
  owner_name: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type DatabaseConfiguration = z.infer<typeof databaseConfigurationSchema>

export const setActiveRequestSchema = z.strictObject({ config_id: z.string() })

export const testResultSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  ...patternFields,
  table_count: z.number().optional(),
  is_premium: z.boolean().optional(),
})
export type TestResult = z.infer<typeof testResultSchema>

export const stageResultSchema = z.object({
  stage: connectionStageSchema,
  outcome: z.enum(['passed', 'failed', 'not-run']),
})
export type StageResult = z.infer<typeof stageResultSchema>

/** The test of a connection, stage by stage. */
export const connectionTestResultSchema = testResultSchema.extend({
  /** The stage that failed. Null if all passed or the settings were refused. */
  stage: connectionStageSchema.nullable(),
  /** What to do about the failure. Null if all stages passed. */
  advice: z.string().nullable(),
  advice_pattern: patternFields.pattern,
  advice_values: patternFields.values,
  stages: z.array(stageResultSchema),
  /** What the database user could do in addition to reading (R02). */
  warnings: z.array(z.string()),
  warning_messages: z.array(messageSchema).optional(),
  /** Engine and version. Null if the test failed. */
  driver_info: z.string().nullable(),
})
export type ConnectionTestResult = z.infer<typeof connectionTestResultSchema>

/** How often connections are checked without anyone asking for it. */
export const checkIntervalSchema = z.enum(['off', 'hourly', 'daily'])
export type CheckInterval = z.infer<typeof checkIntervalSchema>

export const healthChecksSchema = z.strictObject({ interval: checkIntervalSchema })

/** How many connections passed. If the tests were stopped, the rest was not tested. */
export const testAllSummarySchema = z.object({ total: z.number(), passed: z.number(), failed: z.number() })
export type TestAllSummary = z.infer<typeof testAllSummarySchema>

export const testStartedSchema = z.object({ type: z.literal('started'), id: z.string() })
export const testEndedSchema = z.object({
  type: z.literal('tested'),
  id: z.string(),
  result: connectionTestResultSchema,
})
export const allTestsEndedSchema = testAllSummarySchema.extend({ type: z.literal('ended') })

/** The events of testing all connections. */
export const testAllEventSchema = z.discriminatedUnion('type', [
  testStartedSchema,
  testEndedSchema,
  allTestsEndedSchema,
])
export type TestAllEvent = z.infer<typeof testAllEventSchema>

export const sampleDatabaseResponseSchema = z.object({
  success: z.boolean(),
  application_id: z.string(),
  application_name: z.string(),
  db_path: z.string(),
  message: z.string(),
  table_count: z.number(),
  is_premium: z.boolean(),
})

const optionValueSchema = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])
const requiredText = 'Please fill in all required fields'
const kindText = ({ input }: { input?: unknown }) =>
  typeof input === 'string' && input !== ''
    ? 'This database type is not supported. Choose one from the list.'
    : requiredText

/** The location of a database, as forms send it. Empty fields count as absent. */
const settingsShape = {
  host: z.string().max(253).nullish(),
  port: z.number().int().min(1).max(65_535).nullish(),
  database: z.string().max(4096).nullish(),
  schema_name: z.string().max(200).nullish(),
  username: z.string().max(255).nullish(),
  password: z.string().max(10_000).nullish(),
  /** Other fields of the kind's manifest. */
  extra_params: z.record(z.string().max(100), optionValueSchema).optional(),
  spreadsheet_id: z.string().max(4096).nullish(),
  credentials_path: z.string().max(4096).nullish(),
  auth_type: z.enum(['service_account', 'oauth2']).nullish(),
  sync_on_connect: z.boolean().nullish(),
  auto_sync_interval: z.number().int().min(0).max(65_535).nullish(),
}

/** The form of the requirement documents. `extra_params` contains the other fields of the kind's manifest. */
export const createConfigurationRequestSchema = z.strictObject({
  name: z.string(requiredText).trim().min(1, requiredText).max(200),
  description: z.string().max(2000).nullish(),
  application_id: z.string().max(200).nullish(),
  db_type: z.enum(databaseKinds, { error: kindText }),
  ...settingsShape,
  visibility: visibilitySchema.default('private'),
})
export type CreateConfigurationRequest = z.infer<typeof createConfigurationRequestSchema>

/**
 * A change. Absent fields and empty secrets keep their values. `extra_params` replaces all other fields of the kind except
 * secrets.
 */
export const updateConfigurationRequestSchema = createConfigurationRequestSchema.partial().extend({
  visibility: visibilitySchema.optional(),
  /** Whether scheduled checks include it. */
  is_checked: z.boolean().optional(),
  /** The `updated_at` that the client read. If it has changed, the response is 409. */
  expected_updated_at: z.string().max(64).optional(),
})
export type UpdateConfigurationRequest = z.infer<typeof updateConfigurationRequestSchema>

export const deleteConfigurationResponseSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  name: z.string(),
  message: z.string(),
})

export const databaseConfigurationListSchema = z.array(databaseConfigurationSchema)

/** How a connection is used. */
export const connectionUseSchema = z.object({
  id: z.string(),
  /** When the last question about it was asked. Null if never. */
  last_asked_at: z.string().nullable(),
})
export type ConnectionUse = z.infer<typeof connectionUseSchema>

export const connectionUseListSchema = z.array(connectionUseSchema)

/** A user who can use a restricted connection. `id` is also the user's ID, which revoking needs. */
export const accessGrantSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  user_email: z.string(),
  user_name: z.string(),
  /** False if the user is deactivated. The grant stays. */
  is_active: z.boolean(),
  granted_at: z.string(),
})
export type AccessGrant = z.infer<typeof accessGrantSchema>

export const accessListSchema = z.array(accessGrantSchema)

export const grantAccessRequestSchema = z.strictObject({
  user_email: z
    .string('Please enter a valid email address')
    .trim()
    .min(1, 'Please enter a valid email address')
    .max(254, 'Please enter a valid email address'),
})

/** The grant that was added or revoked. */
export const accessChangeResponseSchema = accessGrantSchema.extend({
  config_id: z.string(),
  message: z.string(),
  ...patternFields,
})

export const syncResponseSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Null if the sync succeeded. */
  error: z.string().nullable(),
  /** Of the error if there is one, else of the message. */
  ...patternFields,
})

/** The last syncs of a server's copy, newest first. */
export const syncHistorySchema = z.array(
  z.object({
    started_at: z.string(),
    finished_at: z.string(),
    table_count: z.number(),
    row_count: z.number(),
    /** What was left out. */
    warnings: z.array(z.string()),
    warning_messages: z.array(messageSchema).optional(),
    /** Null if the sync succeeded. */
    error: z.string().nullable(),
    /** Of the error. */
    ...patternFields,
  }),
)
export type SyncHistory = z.infer<typeof syncHistorySchema>

/** The wizard's database form. Other fields of the kind go next to `type`. `sqlite_path` is SQLite's `database`. */
export const wizardDatabaseSchema = z
  .object({
    type: z.enum(databaseKinds, { error: kindText }),
    application_id: z.string(requiredText).min(1, requiredText).max(200),
    port: z.number().int().min(1).max(65_535).nullish(),
    sqlite_path: z.string().max(4096).nullish(),
  })
  .catchall(optionValueSchema)
  .refine((form) => Object.keys(form).length <= 60, 'The form can have at most 60 fields.')
export type WizardDatabase = z.infer<typeof wizardDatabaseSchema>

/** At most 200 names. `count` counts all. */
const changedNamesSchema = z.object({ count: z.number(), tables: z.array(z.string()) })

export const catalogueChangesSchema = z.object({
  /** When the newer refresh finished. */
  found_at: z.string(),
  /** When the refresh before it finished. */
  since: z.string(),
  added: changedNamesSchema,
  removed: changedNamesSchema,
  changed: z.object({
    count: z.number(),
    tables: z.array(
      z.object({
        table: z.string(),
        added_columns: z.array(z.string()),
        removed_columns: z.array(z.string()),
        /** Columns whose type, nullability, or position in a key changed. */
        changed_columns: z.array(z.string()),
      }),
    ),
  }),
})
export type CatalogueChanges = z.infer<typeof catalogueChangesSchema>

/** The state of a catalog: GET and POST /api/v1/database-management/configurations/{id}/catalogue. */
export const catalogueStatusSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  /** Null before the first refresh. */
  refreshed_at: z.string().nullable(),
  table_count: z.number().nullable(),
  column_count: z.number().nullable(),
  /** The refresh that is running. Null if none is. */
  refresh: z.object({ started_at: z.string(), tables_seen: z.number() }).nullable(),
  /** Why the last refresh failed. Null if it succeeded. */
  error: z.string().nullable(),
  error_at: z.string().nullable(),
  /** Null until a second refresh finds a difference. */
  changes: catalogueChangesSchema.nullable(),
})
export type CatalogueStatus = z.infer<typeof catalogueStatusSchema>

/** The state of stored values: /api/v1/database-management/configurations/{id}/values. */
export const valueIndexStatusSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  is_on: z.boolean(),
  /** Null before the first reading. */
  built_at: z.string().nullable(),
  column_count: z.number(),
  value_count: z.number(),
  size_bytes: z.number(),
  /** Columns that were left out because a limit was reached. */
  skipped_count: z.number(),
  is_running: z.boolean(),
  /** Why the last reading failed. Null if it succeeded. */
  error: z.string().nullable(),
  error_at: z.string().nullable(),
})
export type ValueIndexStatus = z.infer<typeof valueIndexStatusSchema>

export const changeValueIndexRequestSchema = z.strictObject({ is_on: z.boolean() })

/** With `wait`, the server responds after the reading has finished. */
export const readValuesRequestSchema = z.strictObject({ wait: z.boolean().default(false) })

/** With `wait`, the server responds after the refresh has finished. */
export const refreshCatalogueRequestSchema = z.strictObject({ wait: z.boolean().default(false) })
