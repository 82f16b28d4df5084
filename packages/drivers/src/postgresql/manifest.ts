import { kindDialects } from '@parlance/contract'
import type { DriverManifest } from '../contract.ts'
import { serverConfigSchema, serverFields } from '../server/fields.ts'

export const postgresqlManifest: DriverManifest<'postgresql'> = {
  kind: 'postgresql',
  name: 'PostgreSQL',
  dialect: kindDialects.postgresql,
  defaultPort: 5432,
  fields: serverFields(5432, 'Leave empty for all schemas that the account can read.'),
  configSchema: serverConfigSchema,
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: true, synonyms: false },
  placeFields: ['host', 'port', 'database'],
  note: 'Nothing to install. Use an account that can only read.',
}
