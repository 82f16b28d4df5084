import type { DatabaseType, DatabaseTypeField, FieldCondition, Visibility } from '@parlance/contract'

export type FieldValue = string | boolean

/** The input of a connection form: numbers are text until they are sent. */
export interface FormState {
  name: string
  description: string
  applicationId: string | null
  visibility: Visibility
  type: DatabaseType | null
  /** By field name; only fields of the chosen type. */
  values: Record<string, FieldValue>
}

/** The differences between the two places of the form. */
export interface FormPlace {
  /** The initial path of a database file. */
  filePath: string
}

export const managementPlace: FormPlace = { filePath: './database.db' }
export const wizardPlace: FormPlace = { filePath: './query_database.db' }

export const emptyForm: FormState = {
  name: '',
  description: '',
  applicationId: null,
  visibility: 'private',
  type: null,
  values: {},
}

/** The readable parts of a connection; the secrets stay on the server. */
export interface StoredForm {
  name: string
  description: string | null
  application_id: string | null
  visibility: Visibility
  host: string | null
  port: number | null
  database: string | null
  schema_name: string | null
  username: string | null
  extra_params: Record<string, string | number | boolean | null>
}

/** The form of a stored connection; empty secrets keep the stored ones. */
export function formOf(stored: StoredForm, type: DatabaseType): FormState {
  const { host, port, database, schema_name, username } = stored
  const known: StoredForm['extra_params'] = { ...stored.extra_params, host, port, database, schema_name, username }
  return {
    name: stored.name,
    description: stored.description ?? '',
    applicationId: stored.application_id,
    visibility: stored.visibility,
    type,
    values: Object.fromEntries(
      type.fields.map((field) => [
        field.name,
        field.secret ? '' : (typedOrNull(known[field.name]) ?? emptyValue(field)),
      ]),
    ),
  }
}

/**
 * Selects a type with its defaults, and keeps input if both types have the same plain field. A field with a default, a
 * file or a condition is specific to its type and is not kept.
 */
export function chooseType(state: FormState, type: DatabaseType | null, place: FormPlace): FormState {
  const values = Object.fromEntries(
    (type?.fields ?? []).map((field) => [
      field.name,
      travels(field, state.type) ? (state.values[field.name] ?? emptyValue(field)) : defaultOf(field, place),
    ]),
  )
  return { ...state, type, values }
}

/** Sets a field, and the other fields that depend on it. */
export function setField(state: FormState, name: string, value: FieldValue): FormState {
  const field = state.type?.fields.find((candidate) => candidate.name === name)
  const consequences = Object.entries(field?.sets[String(value)] ?? {})
  const others = Object.fromEntries(consequences.map(([other, consequence]) => [other, asTyped(consequence)]))
  return { ...state, values: { ...state.values, [name]: value, ...others } }
}

/** The currently visible fields. */
export function visibleFields(state: FormState): DatabaseTypeField[] {
  return (state.type?.fields ?? []).filter((field) => holds(field.visible_when, state.values) ?? true)
}

/** Whether a condition is met; null means no condition. */
export function holds(condition: FieldCondition | null, values: FormState['values']): boolean | null {
  if (condition === null) return null
  return condition.is.some((value) => asTyped(value) === values[condition.field])
}

function travels(field: DatabaseTypeField, from: DatabaseType | null): boolean {
  const isPlain = (one: DatabaseTypeField) =>
    one.default_value === null && one.visible_when === null && one.input !== 'file'
  const before = from?.fields.find((candidate) => candidate.name === field.name)
  return before !== undefined && before.input === field.input && isPlain(before) && isPlain(field)
}

function defaultOf(field: DatabaseTypeField, place: FormPlace): FieldValue {
  if (field.input === 'file' && field.name === 'database') return place.filePath
  return typedOrNull(field.default_value) ?? emptyValue(field)
}

function emptyValue(field: DatabaseTypeField): FieldValue {
  return field.input === 'checkbox' ? false : ''
}

/** A value as form input. */
export function asTyped(value: string | number | boolean): FieldValue {
  return typeof value === 'number' ? String(value) : value
}

function typedOrNull(value: string | number | boolean | null | undefined): FieldValue | null {
  return value === null || value === undefined ? null : asTyped(value)
}
