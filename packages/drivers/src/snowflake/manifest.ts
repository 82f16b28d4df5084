import type { DriverManifest, ManifestField } from '../contract.ts'
import { field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('account', 'Account', 'text', { required: true }),
  field('warehouse', 'Warehouse', 'text'),
  field('database', 'Database', 'text', { required: true }),
  field('schema_name', 'Schema', 'text'),
  field('role', 'Role', 'text'),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
]

export const snowflakeManifest: DriverManifest = {
  kind: 'snowflake',
  name: 'Snowflake',
  dialect: 'snowflake',
  defaultPort: null,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: true, schemas: true, synonyms: false },
}
