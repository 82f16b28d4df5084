import { kindDialects } from '@parlance/contract'
import { z } from 'zod'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field } from '../manifest-fields.ts'
import { serverConfigSchema } from '../server/fields.ts'

const byFlight = { field: 'driver_type', is: ['flight', 'jdbc'] }
const byOdbc = { field: 'driver_type', is: ['odbc'] }
export const flightPort = 32_010
export const legacyPort = 31_010
const defaultOdbcDriver = 'Dremio ODBC Driver'

const fields: ManifestField[] = [
  field('driver_type', 'Driver type', 'select', {
    required: true,
    options: choices({ flight: 'Arrow Flight', jdbc: 'JDBC', odbc: 'ODBC' }),
    hint: 'JDBC needs no Java: it is served by the Arrow Flight port, 32010 where the port is left at 31010.',
    sets: { flight: { port: flightPort }, jdbc: { port: legacyPort }, odbc: { port: legacyPort } },
  }),
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: legacyPort, hint: '32010 for Arrow Flight.' }),
  field('database', 'Database', 'text', {
    required: true,
    hint: 'The space or source whose tables are asked; DREMIO for all of them.',
  }),
  field('schema_name', 'Schema', 'text', { hint: 'A folder in it, such as sales.europe; empty for all of them.' }),
  field('username', 'Username', 'text', { required: true, hint: '$token to sign in with an access token alone.' }),
  field('password', 'Password', 'password', {
    required: true,
    secret: true,
    hint: 'A password or a personal access token.',
  }),
  field('driver', 'ODBC driver name', 'text', {
    defaultValue: defaultOdbcDriver,
    visibleWhen: byOdbc,
    requiredWhen: byOdbc,
    hint: 'As odbcinst.ini has it. The server needs unixODBC, this driver, and: npm install odbc',
  }),
  field('disable_tls', 'Disable TLS', 'checkbox', { defaultValue: false }),
  field('tls_ca', 'CA certificate', 'textarea', {
    visibleWhen: byFlight,
    hint: 'PEM text of the authority that signed the server certificate; empty for the public ones.',
  }),
  field('use_direct_flight', 'Use Flight directly', 'checkbox', {
    defaultValue: false,
    visibleWhen: byFlight,
    hint: 'Reads results where the server says, if that is the same host.',
  }),
]

const flag = z
  .boolean()
  .nullish()
  .transform((given) => given ?? false)

export const dremioConfigSchema = z.strictObject({
  driver_type: z.enum(['flight', 'jdbc', 'odbc']),
  host: serverConfigSchema.shape.host,
  port: serverConfigSchema.shape.port,
  database: serverConfigSchema.shape.database,
  schema_name: serverConfigSchema.shape.schema_name,
  username: serverConfigSchema.shape.username,
  password: z.string().min(1).max(10_000),
  driver: z
    .string()
    .trim()
    .max(255)
    // A path would let the driver manager load any library on the server's disk (R14).
    .regex(/^[\w .()+-]*$/, 'Not the name of an ODBC driver')
    .nullish()
    .transform((name) => name || defaultOdbcDriver),
  disable_tls: flag,
  tls_ca: serverConfigSchema.shape.tls_ca,
  use_direct_flight: flag,
})

export const dremioManifest: DriverManifest<'dremio'> = {
  kind: 'dremio',
  name: 'Dremio',
  dialect: kindDialects.dremio,
  defaultPort: legacyPort,
  fields,
  configSchema: dremioConfigSchema,
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: false, schemas: true, synonyms: false },
  // Each driver type has its own port.
  placeFields: ['host'],
  note: 'Arrow Flight listens on port 32010, the other drivers on 31010. Use an account that can only read: Dremio has no read-only session.',
  advice: {
    reach: {
      any: 'Check host and port: Arrow Flight listens on 32010, ODBC on 31010; and that no firewall stands in between.',
      unsupported: 'Do as the message says, or choose another driver type.',
    },
    'sign-in': {
      any: 'Check user name and password. An access token goes into the password, with the user name $token.',
      'missing-object': 'Check the space, source or folder: its name and its capitals, or leave the schema empty.',
    },
  },
  library: '@grpc/grpc-js apache-arrow',
}
