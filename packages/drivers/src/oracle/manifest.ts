import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: 1521 }),
  field('database', 'Database', 'text', { required: true, hint: 'Used as the SID when the SID is empty.' }),
  field('schema_name', 'Schema', 'text'),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
  field('oracle_connection_type', 'Connect by', 'select', {
    defaultValue: 'sid',
    options: choices({ sid: 'SID', service_name: 'Service name' }),
  }),
  field('sid', 'SID', 'text'),
  field('service_name', 'Service name', 'text'),
  field('use_thick_mode', 'Thick mode', 'checkbox', {
    defaultValue: false,
    hint: 'Use Thick Mode for Native Network Encryption errors.',
  }),
  field('disable_oob', 'Disable out-of-band breaks', 'checkbox', { defaultValue: false }),
  field('oracle_client_lib_dir', 'Client library folder', 'text'),
]

export const oracleManifest: DriverManifest = {
  kind: 'oracle',
  name: 'Oracle',
  dialect: 'oracle',
  defaultPort: 1521,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: true, schemas: true, synonyms: true },
}
