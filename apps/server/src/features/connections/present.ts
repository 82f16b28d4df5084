import type { DatabaseConfiguration, DatabaseKind } from '@parlance/contract'
import { manifests } from '@parlance/drivers'
import type { Principal } from '../../http/principal.ts'
import { mayManageAccess } from './policy.ts'
import type { ConnectionDetails } from './store.ts'

/** Fields with a place of their own in the documents' form; a manifest's further fields travel in extra_params. */
const namedFields = ['host', 'port', 'database', 'schema_name', 'username']

type Config = DatabaseConfiguration['extra_params']

/** What a person may see of a connection: never a secret; where it leads and why its test failed is for administrators. */
export function presentConnection(
  details: ConnectionDetails,
  principal: Principal,
  activeId: string | null,
): DatabaseConfiguration {
  const { connection } = details
  const isOwner = connection.owner_id === principal.userId
  const seesSettings = isOwner || principal.role === 'ADMIN'
  const config = seesSettings
    ? publicConfig(connection.kind as DatabaseKind, JSON.parse(connection.config) as Config)
    : {}
  const text = (name: string): string | null => (typeof config[name] === 'string' ? config[name] : null)
  return {
    id: connection.id,
    config_id: connection.id,
    name: connection.name,
    description: connection.description,
    ...presentApplication(details),
    db_type: connection.kind as DatabaseKind,
    host: text('host'),
    port: typeof config['port'] === 'number' ? config['port'] : null,
    database: text('database'),
    schema_name: text('schema_name'),
    username: text('username'),
    extra_params: Object.fromEntries(Object.entries(config).filter(([name]) => !namedFields.includes(name))),
    visibility: connection.visibility,
    is_active: connection.id === activeId,
    is_valid: connection.is_valid === 1,
    last_tested: connection.last_tested,
    test_error: seesSettings ? connection.test_error : null,
    driver_info: seesSettings ? connection.driver_info : null,
    warnings: seesSettings ? (JSON.parse(connection.warnings) as string[]) : [],
    table_count: connection.table_count,
    can_manage_access: mayManageAccess(principal, connection),
    user_id: connection.owner_id,
    is_owner: isOwner,
    owner_name: isOwner ? null : (details.ownerEmail?.split('@')[0] ?? null),
    created_at: connection.created_at,
  }
}

function presentApplication(
  details: ConnectionDetails,
): Pick<DatabaseConfiguration, 'application' | 'application_id' | 'application_name'> {
  const { application_id: id } = details.connection
  const name = details.applicationName
  const application = id === null || name === null ? null : { id, name, description: details.applicationDescription }
  return { application_id: id, application, application_name: name }
}

/** The manifest's flag decides once more what leaves, whatever the row holds. */
function publicConfig(kind: DatabaseKind, config: Config): Config {
  const fields = manifests.find((manifest) => manifest.kind === kind)?.fields ?? []
  const names = fields.filter((field) => !field.secret).map((field) => field.name)
  return Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name)))
}
