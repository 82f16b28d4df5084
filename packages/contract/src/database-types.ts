import { z } from 'zod'

const fieldValueSchema = z.union([z.string(), z.number(), z.boolean()])

/** True if another field of the form has one of these values. */
const fieldConditionSchema = z.object({ field: z.string(), is: z.array(fieldValueSchema) })
export type FieldCondition = z.infer<typeof fieldConditionSchema>

/** One input of the connection form. */
export const databaseTypeFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  input: z.enum(['text', 'textarea', 'number', 'password', 'file', 'checkbox', 'radio', 'select']),
  required: z.boolean(),
  /** Whether responses omit the value. An empty field keeps the stored one. */
  secret: z.boolean(),
  default_value: fieldValueSchema.nullable(),
  options: z.array(z.object({ value: fieldValueSchema, label: z.string() })),
  hint: z.string().nullable(),
  visible_when: fieldConditionSchema.nullable(),
  required_when: fieldConditionSchema.nullable(),
  /** Values that a choice sets in other fields, by this field's value, then by the other field's name. */
  sets: z.record(z.string(), z.record(z.string(), fieldValueSchema)),
})
export type DatabaseTypeField = z.infer<typeof databaseTypeFieldSchema>

/** What an engine supports. The card lists what it does not. */
export const databaseCapabilitiesSchema = z.object({
  cancel: z.boolean(),
  read_only_session: z.boolean(),
  statement_timeout: z.boolean(),
  schemas: z.boolean(),
  synonyms: z.boolean(),
})
export type DatabaseCapabilities = z.infer<typeof databaseCapabilitiesSchema>

/** A kind of database. A newer server can have kinds that this version does not know. */
export const databaseTypeSchema = z.object({
  db_type: z.string(),
  name: z.string(),
  default_port: z.number().nullable(),
  fields: z.array(databaseTypeFieldSchema),
  capabilities: databaseCapabilitiesSchema,
  /** False if its driver or client library is missing. */
  is_available: z.boolean(),
  /** The command that installs the library. Null if nothing is missing. */
  install_command: z.string().nullable(),
  /** What an administrator must know before connecting. */
  note: z.string(),
})
export type DatabaseType = z.infer<typeof databaseTypeSchema>

export const databaseTypeListSchema = z.array(databaseTypeSchema)
