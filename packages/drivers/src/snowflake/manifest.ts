import { kindDialects } from '@parlance/contract'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field, schemaOf } from '../manifest-fields.ts'
import { snowflakeHost } from './host.ts'

const byPassword = { field: 'sign_in', is: ['password'] }
const byKey = { field: 'sign_in', is: ['key'] }

const fields: ManifestField[] = [
  field('account', 'Account', 'text', { required: true }),
  field('warehouse', 'Warehouse', 'text'),
  field('database', 'Database', 'text', { required: true }),
  field('schema_name', 'Schema', 'text', {
    hint: 'Only tables in this schema are shown. Leave empty for all schemas.',
  }),
  field('role', 'Role', 'text', { hint: 'Snowflake has no read-only sessions, so choose a role that can only read.' }),
  field('username', 'Username', 'text', { required: true }),
  field('sign_in', 'Sign-in method', 'select', {
    defaultValue: 'password',
    options: choices({ password: 'Password or access token', key: 'Key pair' }),
  }),
  field('password', 'Password', 'password', { secret: true, visibleWhen: byPassword, requiredWhen: byPassword }),
  field('private_key', 'Private key', 'password', {
    secret: true,
    visibleWhen: byKey,
    requiredWhen: byKey,
    hint: 'The text of the PEM file, with or without encryption. It is stored encrypted.',
  }),
  field('private_key_passphrase', 'Key passphrase', 'password', { secret: true, visibleWhen: byKey }),
]

export const snowflakeManifest: DriverManifest<'snowflake'> = {
  kind: 'snowflake',
  name: 'Snowflake',
  dialect: kindDialects.snowflake,
  defaultPort: null,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: false, statementTimeout: true, schemas: true, synonyms: false },
  placeFields: ['account', 'database'],
  endpointOf: ({ account }) => snowflakeHost(String(account ?? '')),
  note: 'The account is the part of your Snowflake address before .snowflakecomputing.com.',
  advice: {
    resolve: {
      any: 'Enter the part of your Snowflake address before .snowflakecomputing.com, including the region if there is one.',
    },
    reach: {
      any: 'Check the account and its region, and that this server can reach snowflakecomputing.com on port 443.',
      unsupported: 'Enter a warehouse that the role can use, and turn on AUTO_RESUME for it.',
      limit: 'Raise the quota of the warehouse’s resource monitor, or enter another warehouse.',
    },
    'sign-in': {
      any: 'Check the username and the password, access token, or key. If Snowflake asks for a second factor, use a key pair.',
      'missing-object':
        'Check the account, region, database, and role. One of them does not exist, or the role cannot access it.',
      permission: 'Allow this server’s address in the account’s network policy, and grant the role to the user.',
    },
  },
  library: 'snowflake-sdk',
}
