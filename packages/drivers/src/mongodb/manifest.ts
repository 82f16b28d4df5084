import { kindDialects, message } from '@parlance/contract'
import { z } from 'zod'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { field } from '../manifest-fields.ts'
import { serverConfigSchema, serverFields } from '../server/fields.ts'

const defaultSource = 'admin'

const authSource = field('auth_source', 'Authentication database', 'text', {
  defaultValue: defaultSource,
  hint: 'For LDAP accounts, enter $external and add ?mechanism=PLAIN to the username.',
})

const fields: ManifestField[] = [
  ...serverFields(27_017, null).map((one) => {
    if (one.name === 'host') return { ...one, hint: 'The host of the BI Connector.' }
    return one.name === 'password' ? { ...one, required: true } : one
  }),
  authSource,
]

export const mongodbConfigSchema = serverConfigSchema.extend({
  password: z.string().min(1).max(10_000),
  auth_source: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .max(255)
        .regex(/^[^?&=\s]+$/, message('Enter the name of a database, without spaces or any of ? & =').text),
    ])
    .nullish()
    .transform((source) => (source ? source : defaultSource)),
})
export type MongodbConfig = z.infer<typeof mongodbConfigSchema>

export const mongodbManifest: DriverManifest<'mongodb'> = {
  kind: 'mongodb',
  name: 'MongoDB',
  dialect: kindDialects.mongodb,
  defaultPort: 27_017,
  fields,
  configSchema: mongodbConfigSchema,
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: false, schemas: false, synonyms: false },
  placeFields: ['host', 'port', 'database'],
  note: 'MongoDB needs a BI Connector. Enter the host and port of the connector.',
  advice: {
    reach: {
      any: 'Enter the host and port of the BI Connector (mongosqld, usually port 3307), not those of MongoDB.',
    },
    'sign-in': {
      auth: 'Check the username, password, and authentication database. The connector must run with --auth.',
      unsupported: 'Use an account that signs in with SCRAM-SHA-1 or SCRAM-SHA-256.',
    },
  },
}
