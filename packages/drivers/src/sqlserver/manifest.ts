import { kindDialects } from '@parlance/contract'
import { z } from 'zod'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field } from '../manifest-fields.ts'
import { serverConfigSchema, serverFields } from '../server/fields.ts'

const drivers = ['ODBC Driver 17 for SQL Server', 'ODBC Driver 18 for SQL Server', 'SQL Server'] as const

const odbcDriver = field('driver', 'ODBC driver', 'select', {
  defaultValue: drivers[0],
  options: choices(Object.fromEntries(drivers.map((name) => [name, name]))),
  hint: 'No ODBC driver is needed. This choice only sets TLS to that driver’s default.',
  sets: { [drivers[0]]: { tls: 'prefer' }, [drivers[1]]: { tls: 'verify' }, [drivers[2]]: { tls: 'prefer' } },
})

const fields: ManifestField[] = [
  ...serverFields(1433, 'Leave empty for all schemas that the account can read.').map((one) =>
    one.name === 'password' ? { ...one, required: true } : one,
  ),
  odbcDriver,
]

export const sqlserverConfigSchema = serverConfigSchema.extend({
  password: z.string().min(1).max(10_000),
  driver: z
    .enum(drivers)
    .nullish()
    .transform((driver) => driver ?? drivers[0]),
})
export type SqlserverConfig = z.infer<typeof sqlserverConfigSchema>

export const sqlserverManifest: DriverManifest<'sqlserver'> = {
  kind: 'sqlserver',
  name: 'SQL Server',
  dialect: kindDialects.sqlserver,
  defaultPort: 1433,
  fields,
  configSchema: sqlserverConfigSchema,
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: false, schemas: true, synonyms: true },
  placeFields: ['host', 'port', 'database'],
  note: 'Use a login whose only role is db_datareader.',
  library: 'tedious',
}
