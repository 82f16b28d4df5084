import type { DatabaseTypeField, Visibility } from '@parlance/contract'
import { visibleFields, type FieldValue, type FormState } from './form-state.ts'

type SentValue = string | number | boolean | null

const placedFields = ['host', 'port', 'database', 'schema_name', 'username', 'password'] as const

/** The documented body of a connection; `extra_params` contains all other fields. */
export interface ConfigurationRequest {
  name: string
  description: string | null
  application_id: string | null
  db_type: string
  visibility: Visibility
  extra_params: Record<string, SentValue>
  host?: SentValue
  port?: SentValue
  database?: SentValue
  schema_name?: SentValue
  username?: SentValue
  password?: SentValue
}

/** The request of a complete form: an empty field is null; an empty secret is left out, which keeps the stored one. */
export function toRequest(state: FormState): ConfigurationRequest {
  const sent = sentValues(state)
  const isPlaced = (name: string) => placedFields.some((placed) => placed === name)
  return {
    name: state.name.trim(),
    description: state.description.trim() === '' ? null : state.description.trim(),
    application_id: state.applicationId,
    db_type: state.type?.db_type ?? '',
    visibility: state.visibility,
    ...Object.fromEntries(sent.filter(([name]) => isPlaced(name))),
    extra_params: Object.fromEntries(sent.filter(([name]) => !isPlaced(name))),
  }
}

/** The wizard's request: the type and its fields side by side, as documented. */
export function toWizardRequest(state: FormState): Record<string, SentValue> {
  const fields = sentValues(state).map(([name, value]): [string, SentValue] => [
    isDatabaseFile(state, name) ? 'sqlite_path' : name,
    value,
  ])
  return { type: state.type?.db_type ?? null, application_id: state.applicationId, ...Object.fromEntries(fields) }
}

function sentValues(state: FormState): [string, SentValue][] {
  return visibleFields(state)
    .map((field): [DatabaseTypeField, SentValue] => [field, sentValue(field, state.values[field.name])])
    .filter(([field, value]) => !(field.secret && value === null))
    .map(([field, value]) => [field.name, value])
}

function sentValue(field: DatabaseTypeField, value: FieldValue | undefined): SentValue {
  if (value === undefined || value === '') return null
  if (typeof value === 'boolean' || field.secret) return value
  const trimmed = value.trim()
  if (trimmed === '') return null
  return field.input === 'number' ? Number(trimmed) : trimmed
}

function isDatabaseFile(state: FormState, name: string): boolean {
  return name === 'database' && state.type?.fields.find((field) => field.name === name)?.input === 'file'
}
