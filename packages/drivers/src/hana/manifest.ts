import { kindDialects } from '@parlance/contract'
import { z } from 'zod'
import type { DriverManifest } from '../contract.ts'
import { serverConfigSchema, serverFields } from '../server/fields.ts'

const fields = serverFields(30_015, 'Leave empty for the account’s schema and every schema it can read.').map((one) =>
  one.name === 'password' ? { ...one, required: true } : one,
)

export const hanaConfigSchema = serverConfigSchema.extend({ password: z.string().min(1).max(10_000) })
export type HanaConfig = z.infer<typeof hanaConfigSchema>

export const hanaManifest: DriverManifest<'hana'> = {
  kind: 'hana',
  name: 'SAP HANA',
  dialect: kindDialects.hana,
  defaultPort: 30_015,
  fields,
  configSchema: hanaConfigSchema,
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: false, schemas: true, synonyms: true },
  placeFields: ['host', 'port', 'database'],
  note: 'For a tenant database, enter the SQL port of that tenant.',
  advice: {
    'sign-in': {
      'missing-object':
        'Check the port: each tenant database has its own SQL port. Then check the names, which are usually uppercase.',
    },
  },
  library: 'hdb',
}
