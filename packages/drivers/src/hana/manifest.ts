import type { DriverManifest, ManifestField } from '../contract.ts'
import { field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: 30_015 }),
  field('database', 'Database', 'text', { required: true }),
  field('schema_name', 'Schema', 'text'),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
]

export const hanaManifest: DriverManifest = {
  kind: 'hana',
  name: 'SAP HANA',
  dialect: 'hana',
  defaultPort: 30_015,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: true, schemas: true, synonyms: true },
}
