import type { DriverManifest, ManifestField } from '../contract.ts'
import { field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('host', 'Host', 'text', { required: true, hint: 'The host of the BI Connector.' }),
  field('port', 'Port', 'number', { required: true, defaultValue: 27_017 }),
  field('database', 'Database', 'text', { required: true }),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
  field('auth_source', 'Authentication database', 'text', { defaultValue: 'admin' }),
]

export const mongodbManifest: DriverManifest = {
  kind: 'mongodb',
  name: 'MongoDB',
  dialect: 'mysql',
  defaultPort: 27_017,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: false, schemas: false, synonyms: false },
}
