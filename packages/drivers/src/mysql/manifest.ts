import { kindDialects } from '@parlance/contract'
import type { DriverManifest } from '../contract.ts'
import { serverConfigSchema, serverFields } from '../server/fields.ts'

export const mysqlManifest: DriverManifest<'mysql'> = {
  kind: 'mysql',
  name: 'MySQL',
  dialect: kindDialects.mysql,
  defaultPort: 3306,
  fields: serverFields(3306, null),
  configSchema: serverConfigSchema,
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: false, synonyms: false },
  placeFields: ['host', 'port', 'database'],
  note: 'Nothing to install. Also works with MariaDB.',
}
