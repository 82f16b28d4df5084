import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('driver_type', 'Driver type', 'select', {
    required: true,
    defaultValue: 'flight',
    options: choices({ flight: 'Arrow Flight', jdbc: 'JDBC', odbc: 'ODBC' }),
  }),
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: 31_010, hint: '32010 for Arrow Flight.' }),
  field('database', 'Database', 'text', { required: true }),
  field('schema_name', 'Schema', 'text'),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
  field('driver', 'ODBC driver name', 'text', { defaultValue: 'Dremio ODBC Driver' }),
  field('disable_tls', 'Disable TLS', 'checkbox', { defaultValue: false }),
  field('use_direct_flight', 'Use Flight directly', 'checkbox', { defaultValue: false }),
]

export const dremioManifest: DriverManifest = {
  kind: 'dremio',
  name: 'Dremio',
  dialect: 'dremio',
  defaultPort: 31_010,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: false, schemas: true, synonyms: false },
}
