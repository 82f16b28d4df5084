import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: 1433 }),
  field('database', 'Database', 'text', { required: true }),
  field('schema_name', 'Schema', 'text', { hint: 'Empty for all schemas that the account may read.' }),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
  field('driver', 'ODBC driver', 'select', {
    defaultValue: 'ODBC Driver 17 for SQL Server',
    options: choices({
      'ODBC Driver 17 for SQL Server': 'ODBC Driver 17 for SQL Server',
      'ODBC Driver 18 for SQL Server': 'ODBC Driver 18 for SQL Server',
      'SQL Server': 'SQL Server',
    }),
  }),
]

export const sqlserverManifest: DriverManifest = {
  kind: 'sqlserver',
  name: 'SQL Server',
  dialect: 'tsql',
  defaultPort: 1433,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: true, schemas: true, synonyms: true },
}
