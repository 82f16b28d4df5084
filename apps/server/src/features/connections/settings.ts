import { describable, describeIssue, message } from '@parlance/contract'
import type { Issue, Message, UpdateConfigurationRequest, WizardDatabase } from '@parlance/contract'
import { findManifest } from '@parlance/drivers'
import type { ConnectionConfig, DriverManifest, ManifestField } from '@parlance/drivers'
import { AppError } from '../../lib/errors.ts'
import { isFileKind } from './database-files.ts'

const ownFields = [
  'host',
  'port',
  'database',
  'schema_name',
  'username',
  'password',
  'spreadsheet_id',
  'credentials_path',
  'auth_type',
  'sync_on_connect',
  'auto_sync_interval',
] as const

type Settings = Record<string, ConnectionConfig[string] | undefined>

/** Flattens a form's database settings to the names of the driver's manifest. */
export function settingsOf(request: UpdateConfigurationRequest): Settings {
  return { ...Object.fromEntries(ownFields.map((name) => [name, request[name]])), ...request.extra_params }
}

/** Converts the wizard's form, which has its own name for the path of a database file. */
export function wizardSettings(form: WizardDatabase): Settings {
  const own = ['type', 'application_id', 'sqlite_path']
  const fields = Object.fromEntries(Object.entries(form).filter(([name]) => !own.includes(name)))
  return isFileKind(form.type) ? { ...fields, database: form.sqlite_path ?? fields['database'] } : fields
}

/** Treats empty settings as absent. */
export function withoutEmpty(settings: Settings): ConnectionConfig {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(given) as ConnectionConfig
}

/**
 * R14: strict, so that only options that the manifest names are accepted.
 * @returns the settings for the driver, with defaults filled in
 * @throws AppError bad_request in the documents' words, also for a kind from a newer version
 */
export function checkSettings(kind: string, given: ConnectionConfig): ConnectionConfig {
  const manifest = findManifest(kind)
  if (manifest === null)
    throw new AppError('bad_request', {
      detail: message('This server has no driver for {kind}. Choose another database type.', { kind }),
    })
  const config = withDefaults(manifest, given)
  const isIncomplete = manifest.fields.some((field) => config[field.name] === undefined && isRequired(field, config))
  if (isIncomplete) throw new AppError('bad_request', { detail: message('Please fill in all connection details') })
  const parsed = manifest.configSchema.safeParse(config, describable)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('bad_request', { detail: issue === undefined ? undefined : describeSetting(issue, manifest) })
}

/** Names the field as the form does. Texts of drivers don't name it. */
function describeSetting(issue: Issue, { fields }: DriverManifest): Message {
  const field = fields.find(({ name }) => name === issue.path[0])
  if (field === undefined) return describeIssue(issue)
  if (issue.message !== '')
    return message('{field}: {problem}', { field: { text: field.label }, problem: describeIssue(issue) })
  return describeIssue({ ...issue, path: [field.label, ...issue.path.slice(1)] })
}

/** A required field with a default, such as the port, may be left out. */
function withDefaults(manifest: DriverManifest, given: ConnectionConfig): ConnectionConfig {
  const missing = manifest.fields.filter(
    ({ name, required, input, defaultValue }) =>
      required && input !== 'file' && given[name] === undefined && defaultValue !== undefined,
  )
  return { ...Object.fromEntries(missing.map(({ name, defaultValue }) => [name, defaultValue ?? null])), ...given }
}

function isRequired({ required, requiredWhen }: ManifestField, config: ConnectionConfig): boolean {
  if (required || requiredWhen === undefined) return required
  const value = config[requiredWhen.field]
  return value !== undefined && value !== null && requiredWhen.is.includes(value)
}

/** Names of a kind's fields that are sealed and never returned. */
export function secretFields(kind: string): string[] {
  const fields = findManifest(kind)?.fields ?? []
  return fields.filter(({ secret }) => secret).map(({ name }) => name)
}

/**
 * Merges changed settings: absent fields stay, empty ones are removed, and empty secrets stay. Given extra parameters
 * replace all others except secret ones. Nothing stays if the kind changes.
 */
export function changedSettings(
  stored: ConnectionConfig,
  request: UpdateConfigurationRequest,
  kinds: { before: string; after: string },
): ConnectionConfig {
  const secrets = secretFields(kinds.after)
  const replacesExtras = request.extra_params !== undefined
  const isOwnField = (name: string) => (ownFields as readonly string[]).includes(name)
  const kept = Object.entries(kinds.before === kinds.after ? stored : {}).filter(
    ([name]) => !replacesExtras || isOwnField(name) || secrets.includes(name),
  )
  const given = Object.entries(settingsOf(request)).filter(
    ([name, value]) => value !== undefined && !(secrets.includes(name) && (value === null || value === '')),
  )
  return withoutEmpty(Object.fromEntries([...kept, ...given]))
}
