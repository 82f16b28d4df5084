import { connectionStages, connectionStateOf, formatMessage, verbatim } from '@parlance/contract'
import type { ConnectionStage, DatabaseConfiguration, DatabaseKind, Message } from '@parlance/contract'
import { driverErrorKinds, findManifest } from '@parlance/drivers'
import type { Principal } from '../../http/principal.ts'
import { adviceFor } from './advice.ts'
import { mayManage, mayManageAccess, ownsIt } from './policy.ts'
import { secretFields } from './settings.ts'
import { readUploadedFiles } from './uploaded-database.ts'
import type { ConnectionDetails } from './store.ts'
import type { ConnectionRow } from '../../store/schema.ts'

/** Fields that the documents' form has. A manifest's other fields use extra_params. */
const namedFields = ['host', 'port', 'database', 'schema_name', 'username']

type Config = DatabaseConfiguration['extra_params']

/** Presents a connection without its secrets. Only administrators see its target and why its test failed. */
export function presentConnection(
  details: ConnectionDetails,
  principal: Principal,
  activeId: string | null,
): DatabaseConfiguration {
  const { connection } = details
  const isOwner = connection.owner_id === principal.userId
  const seesSettings = ownsIt(principal, connection) || principal.role === 'ADMIN'
  const config = seesSettings ? publicConfig(connection.kind, JSON.parse(connection.config) as Config) : {}
  const text = (name: string): string | null => (typeof config[name] === 'string' ? config[name] : null)
  const number = (name: string): number | null => (typeof config[name] === 'number' ? config[name] : null)
  return {
    id: connection.id,
    config_id: connection.id,
    name: connection.name,
    description: connection.description,
    ...presentApplication(details),
    db_type: connection.kind as DatabaseKind,
    endpoint: endpointOf(connection.kind, config),
    host: text('host'),
    port: number('port'),
    database: text('database'),
    schema_name: text('schema_name'),
    username: text('username'),
    extra_params: Object.fromEntries(Object.entries(config).filter(([name]) => !namedFields.includes(name))),
    stored_secrets: seesSettings ? storedSecrets(connection) : [],
    ...presentSheets(config, connection),
    visibility: connection.visibility,
    is_active: connection.id === activeId,
    is_valid: connection.is_valid === 1,
    is_checked: connection.is_checked === 1,
    state: connectionStateOf({ ...connection, is_valid: connection.is_valid === 1 }),
    last_tested: connection.last_tested,
    ...(seesSettings ? presentFailure(connection) : passed),
    driver_info: seesSettings ? connection.driver_info : null,
    ...presentWarnings(seesSettings ? connection.warnings : '[]'),
    table_count: connection.table_count,
    uploaded_files: seesSettings ? readUploadedFiles(connection) : null,
    can_manage: mayManage(principal),
    can_manage_access: mayManageAccess(principal, connection),
    user_id: connection.owner_id,
    is_owner: isOwner,
    owner_name: isOwner ? null : (details.ownerEmail?.split('@')[0] ?? null),
    created_at: connection.created_at,
    updated_at: connection.updated_at,
  }
}

function endpointOf(kind: string, config: Config): string | null {
  const { host, port } = config
  const ofKind = findManifest(kind)?.endpointOf
  if (ofKind !== undefined && Object.keys(config).length > 0) return ofKind(config)
  if (typeof host !== 'string' || host === '') return null
  return typeof port === 'number' ? `${host}:${port}` : host
}

/** The fields for Google Sheets from the documents. */
function presentSheets(config: Config, { last_synced, sync_status }: ConnectionRow) {
  const interval = config['auto_sync_interval']
  const text = (name: string): string | null => (typeof config[name] === 'string' ? config[name] : null)
  return {
    spreadsheet_id: text('spreadsheet_id'),
    credentials_path: text('credentials_path'),
    auth_type: text('auth_type'),
    sync_on_connect: typeof config['sync_on_connect'] === 'boolean' ? config['sync_on_connect'] : null,
    auto_sync_interval: typeof interval === 'number' ? interval : null,
    last_synced,
    sync_status,
  }
}

/** Version 1.2.0 and older stored the texts without their patterns. */
function presentWarnings(stored: string): Pick<DatabaseConfiguration, 'warnings' | 'warning_messages'> {
  const messages = (JSON.parse(stored) as (Message | string)[]).map((warning) =>
    typeof warning === 'string' ? verbatim(warning) : warning,
  )
  return { warnings: messages.map((warning) => formatMessage(warning)), warning_messages: messages }
}

type Failure = Pick<
  DatabaseConfiguration,
  | 'test_error'
  | 'test_error_pattern'
  | 'test_error_values'
  | 'test_stage'
  | 'test_advice'
  | 'test_advice_pattern'
  | 'test_advice_values'
>

const passed: Failure = { test_error: null, test_stage: null, test_advice: null }

function presentFailure(connection: ConnectionRow): Failure {
  if (connection.test_error === null) return passed
  const stage: ConnectionStage | null = connectionStages.find((each) => each === connection.test_stage) ?? null
  const kind = driverErrorKinds.find((each) => each === connection.test_failure) ?? null
  const advice = adviceFor(connection.kind, stage, kind)
  const text = connection.test_message === null ? null : (JSON.parse(connection.test_message) as Message)
  return {
    test_error: connection.test_error,
    ...(text !== null && { test_error_pattern: text.text, test_error_values: text.values }),
    test_stage: stage,
    test_advice: formatMessage(advice),
    ...(advice.values !== undefined && { test_advice_pattern: advice.text, test_advice_values: advice.values }),
  }
}

/** Lists the stored secrets from the kind's form and the row, without decrypting anything for a list. */
function storedSecrets({ kind, secrets }: ConnectionRow): string[] {
  return secrets === null ? [] : secretFields(kind)
}

function presentApplication(
  details: ConnectionDetails,
): Pick<DatabaseConfiguration, 'application' | 'application_id' | 'application_name'> {
  const { application_id: id } = details.connection
  const name = details.applicationName
  const application = id === null || name === null ? null : { id, name, description: details.applicationDescription }
  return { application_id: id, application, application_name: name }
}

/** Checks the manifest's flag again before anything leaves, whatever the row contains. */
function publicConfig(kind: string, config: Config): Config {
  const fields = findManifest(kind)?.fields ?? []
  const names = fields.filter((field) => !field.secret).map((field) => field.name)
  return Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name)))
}
