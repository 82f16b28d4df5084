import { kindDialects, message } from '@parlance/contract'
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
    hint: 'JDBC needs no Java. It uses Arrow Flight: if you leave the port at 31010, Parlance connects to 32010.',
    sets: { flight: { port: flightPort }, jdbc: { port: legacyPort }, odbc: { port: legacyPort } },
  }),
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: legacyPort, hint: 'Arrow Flight uses 32010.' }),
  field('database', 'Database', 'text', {
    required: true,
    hint: 'The space or source to query. Enter DREMIO for all of them.',
  }),
  field('schema_name', 'Schema', 'text', {
    hint: 'A folder in that space or source, such as sales.europe. Leave empty for all folders.',
  }),
  field('username', 'Username', 'text', { required: true, hint: 'Enter $token to sign in with only an access token.' }),
  field('password', 'Password', 'password', {
    required: true,
    secret: true,
    hint: 'A password or a personal access token.',
  }),
  field('driver', 'ODBC driver name', 'text', {
    defaultValue: defaultOdbcDriver,
    visibleWhen: byOdbc,
    requiredWhen: byOdbc,
    hint: 'The name in odbcinst.ini. The server needs unixODBC, this driver, and: npm install odbc',
  }),
  field('disable_tls', 'Disable TLS', 'checkbox', { defaultValue: false }),
  field('tls_ca', 'CA certificate', 'textarea', {
    visibleWhen: byFlight,
    hint: 'PEM text of the authority that signed the server certificate. Leave empty for public authorities.',
  }),
  field('use_direct_flight', 'Use direct Flight endpoints', 'checkbox', {
    defaultValue: false,
    visibleWhen: byFlight,
    hint: 'Reads results from the endpoint that the server names, if it is on the same host.',
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
    .regex(/^[\w .()+-]*$/, message('Use only letters, digits, spaces, and . _ ( ) + - in the name.').text)
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
  note: 'Arrow Flight uses port 32010, and ODBC uses 31010. Dremio has no read-only sessions, so use an account that can only read.',
  advice: {
    reach: {
      any: 'Check the host and port, and that no firewall blocks them. Arrow Flight uses port 32010, and ODBC uses 31010.',
      unsupported: 'Follow the error message, or choose another driver type.',
    },
    'sign-in': {
      any: 'Check the username and password. To use an access token, enter $token as the username and the token as the password.',
      'missing-object': 'Check the spelling and case of the space, source, or folder, or leave the schema empty.',
    },
  },
  library: '@grpc/grpc-js apache-arrow',
}
