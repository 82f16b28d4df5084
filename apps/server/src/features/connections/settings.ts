import type { UpdateConfigurationRequest, WizardDatabase } from '@parlance/contract'
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

/** What a form says of where a database is, flat: as the driver's manifest names things. */
export function settingsOf(request: UpdateConfigurationRequest): Settings {
  return { ...Object.fromEntries(ownFields.map((name) => [name, request[name]])), ...request.extra_params }
}

/** The wizard's form: the path of a database file has a name of its own there. */
export function wizardSettings(form: WizardDatabase): Settings {
  const own = ['type', 'application_id', 'sqlite_path']
  const fields = Object.fromEntries(Object.entries(form).filter(([name]) => !own.includes(name)))
  return isFileKind(form.type) ? { ...fields, database: form.sqlite_path ?? fields['database'] } : fields
}

/** What was left empty counts as absent. */
export function withoutEmpty(settings: Settings): ConnectionConfig {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(given) as ConnectionConfig
}

/**
 * R14: strict, so that no option slips through that the manifest does not name.
 * @returns the settings as the driver takes them, defaults filled in
 * @throws AppError bad_request in the documents' words; for a kind that only a newer version knows, too
 */
export function checkSettings(kind: string, given: ConnectionConfig): ConnectionConfig {
  const manifest = findManifest(kind)
  if (manifest === null) throw new AppError('bad_request', { detail: `There is no driver for ${kind}.` })
  const config = withDefaults(manifest, given)
  const isIncomplete = manifest.fields.some((field) => config[field.name] === undefined && isRequired(field, config))
  if (isIncomplete) throw new AppError('bad_request', { detail: 'Please fill in all connection details' })
  const parsed = manifest.configSchema.safeParse(config)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = manifest.fields.find(({ name }) => name === issue?.path[0])
  throw new AppError('bad_request', {
    detail: field === undefined ? issue?.message : `${field.label}: ${issue?.message}`,
  })
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

/** Names of a kind's fields that are sealed and never sent back. */
export function secretFields(kind: string): string[] {
  const fields = findManifest(kind)?.fields ?? []
  return fields.filter(({ secret }) => secret).map(({ name }) => name)
}

/**
 * The settings after a change: absent fields stay, empty ones go, empty secrets stay; given extra parameters replace all
 * others but the secret ones. Nothing stays when the kind changes.
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
