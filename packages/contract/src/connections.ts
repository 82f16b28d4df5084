import { z } from 'zod'
import { applicationSchema } from './applications.ts'
import { databaseKinds } from './databases.ts'

export const databaseKindSchema = z.enum(databaseKinds)
export const visibilitySchema = z.enum(['private', 'public', 'restricted'])
export type Visibility = z.infer<typeof visibilitySchema>

/** A database configuration as it leaves the server: never with a secret. */
export const databaseConfigurationSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  application_id: z.string().nullable(),
  application: applicationSchema.nullable(),
  application_name: z.string().nullable(),
  db_type: databaseKindSchema,
  host: z.string().nullable(),
  port: z.number().nullable(),
  database: z.string().nullable(),
  schema_name: z.string().nullable(),
  username: z.string().nullable(),
  extra_params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  visibility: visibilitySchema,
  /** The caller's own selected connection. */
  is_active: z.boolean(),
  is_valid: z.boolean(),
  last_tested: z.string().nullable(),
  test_error: z.string().nullable(),
  driver_info: z.string().nullable(),
  warnings: z.array(z.string()),
  table_count: z.number().nullable(),
  can_manage_access: z.boolean(),
  user_id: z.string().nullable(),
  is_owner: z.boolean(),
  owner_name: z.string().nullable(),
  created_at: z.string(),
})
export type DatabaseConfiguration = z.infer<typeof databaseConfigurationSchema>

export const setActiveRequestSchema = z.strictObject({ config_id: z.string() })

export const testResultSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  table_count: z.number().optional(),
  is_premium: z.boolean().optional(),
})
export type TestResult = z.infer<typeof testResultSchema>

export const sampleDatabaseResponseSchema = z.object({
  success: z.boolean(),
  application_id: z.string(),
  application_name: z.string(),
  db_path: z.string(),
  message: z.string(),
  table_count: z.number(),
  is_premium: z.boolean(),
})

export const tableListSchema = z.object({
  tables: z.array(
    z.object({
      table_name: z.string(),
      display_name: z.string(),
      object_type: z.enum(['TABLE', 'VIEW', 'SYNONYM']),
      is_synonym: z.boolean(),
    }),
  ),
  total_count: z.number(),
})
export type TableList = z.infer<typeof tableListSchema>

const optionValueSchema = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])

/** The documents' form; `extra_params` carries the further fields of the kind's manifest. */
export const createConfigurationRequestSchema = z.strictObject({
  name: z.string('Please fill in all required fields').trim().min(1, 'Please fill in all required fields').max(200),
  description: z.string().max(2000).nullish(),
  application_id: z.string().max(200).nullish(),
  db_type: databaseKindSchema,
  host: z.string().max(253).nullish(),
  port: z.number().int().min(1).max(65_535).nullish(),
  database: z.string().max(4096).nullish(),
  schema_name: z.string().max(200).nullish(),
  username: z.string().max(200).nullish(),
  password: z.string().max(10_000).nullish(),
  extra_params: z.record(z.string().max(100), optionValueSchema).optional(),
  visibility: visibilitySchema.default('private'),
})
export type CreateConfigurationRequest = z.infer<typeof createConfigurationRequestSchema>

export const databaseConfigurationListSchema = z.array(databaseConfigurationSchema)
