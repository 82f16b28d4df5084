import { kindDialects, message } from '@parlance/contract'
import { z } from 'zod'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field } from '../manifest-fields.ts'
import { serverConfigSchema } from '../server/fields.ts'

const connectionTypes = ['sid', 'service_name'] as const
const tlsModes = ['disable', 'verify'] as const

const fields: ManifestField[] = [
  field('host', 'Host', 'text', { required: true }),
  field('port', 'Port', 'number', { required: true, defaultValue: 1521 }),
  field('database', 'Database', 'text', { required: true, hint: 'Used as the SID if the SID is empty.' }),
  field('schema_name', 'Schema', 'text', {
    hint: 'Leave empty for the account’s schema and every schema it can read. Usually uppercase.',
  }),
  field('username', 'Username', 'text', { required: true }),
  field('password', 'Password', 'password', { required: true, secret: true }),
  field('oracle_connection_type', 'Connection type', 'select', {
    defaultValue: 'sid',
    options: choices({ sid: 'SID', service_name: 'Service name' }),
  }),
  field('sid', 'SID', 'text', { visibleWhen: { field: 'oracle_connection_type', is: ['sid'] } }),
  field('service_name', 'Service name', 'text', {
    visibleWhen: { field: 'oracle_connection_type', is: ['service_name'] },
    requiredWhen: { field: 'oracle_connection_type', is: ['service_name'] },
  }),
  field('use_thick_mode', 'Mode', 'radio', {
    defaultValue: false,
    options: [
      { value: false, label: 'Thin' },
      { value: true, label: 'Thick' },
    ],
    hint: 'Use Thick Mode for Native Network Encryption errors.',
    sets: { true: { disable_oob: false } },
  }),
  field('disable_oob', 'Disable out-of-band breaks', 'checkbox', {
    defaultValue: false,
    visibleWhen: { field: 'use_thick_mode', is: [false] },
    hint: 'Has no effect, because the client library never sends out-of-band breaks.',
  }),
  field('oracle_client_lib_dir', 'Client library folder', 'file', {
    visibleWhen: { field: 'use_thick_mode', is: [true] },
    hint: 'A folder on this server, inside a folder that the operator allowed.',
  }),
  field('tls', 'TLS', 'select', {
    defaultValue: 'disable',
    options: choices({ disable: 'Never', verify: 'Always, and check the certificate (TCPS)' }),
    visibleWhen: { field: 'use_thick_mode', is: [false] },
  }),
  field('tls_ca', 'CA certificate', 'textarea', {
    visibleWhen: { field: 'tls', is: ['verify'] },
    hint: 'PEM text of the authority that signed the server certificate. Leave empty for public authorities.',
  }),
]

/** A name in a connect descriptor. It cannot contain anything that reads as another part of the descriptor (R14). */
const connectNameSchema = z
  .string()
  .trim()
  .max(255)
  .regex(/^[\p{L}\p{N}_$#.-]*$/u, message('Use only letters, digits, and _ $ # . -').text)
  .nullish()
  .transform((name) => (name === '' ? null : (name ?? null)))

const switchSchema = z
  .boolean()
  .nullish()
  .transform((isOn) => isOn ?? false)

export const oracleConfigSchema = serverConfigSchema.extend({
  password: z.string().min(1).max(10_000),
  oracle_connection_type: z
    .enum(connectionTypes)
    .nullish()
    .transform((type) => type ?? 'sid'),
  sid: connectNameSchema,
  service_name: connectNameSchema,
  use_thick_mode: switchSchema,
  disable_oob: switchSchema,
  oracle_client_lib_dir: z
    .string()
    .trim()
    .max(4096)
    .nullish()
    .transform((folder) => (folder === '' ? null : (folder ?? null))),
  tls: z
    .enum(tlsModes)
    .nullish()
    .transform((mode) => mode ?? 'disable'),
})
export type OracleConfig = z.infer<typeof oracleConfigSchema>

export const oracleManifest: DriverManifest<'oracle'> = {
  kind: 'oracle',
  name: 'Oracle',
  dialect: kindDialects.oracle,
  defaultPort: 1521,
  fields,
  configSchema: oracleConfigSchema,
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: false, schemas: true, synonyms: true },
  // One listener serves several databases, and a database has several names: they share one place.
  placeFields: ['host', 'port'],
  note: 'Thin mode needs nothing else. Thick mode needs the Oracle client libraries on this server. All Oracle connections of a server share one mode, which the first connection sets until a restart.',
  advice: {
    reach: {
      unsupported:
        'Choose the mode that this server already uses, or restart the server to change the mode. Old releases of Oracle need thick mode.',
    },
    'sign-in': {
      'missing-object':
        'Check the SID or service name. The listener does not know it. To list both, run: lsnrctl services',
    },
  },
  library: 'oracledb',
}
