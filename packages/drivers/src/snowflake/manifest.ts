import { kindDialects } from '@parlance/contract'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field, schemaOf } from '../manifest-fields.ts'

const byPassword = { field: 'sign_in', is: ['password'] }
const byKey = { field: 'sign_in', is: ['key'] }

const fields: ManifestField[] = [
  field('account', 'Account', 'text', { required: true }),
  field('warehouse', 'Warehouse', 'text'),
  field('database', 'Database', 'text', { required: true }),
  field('schema_name', 'Schema', 'text', { hint: 'Only its tables are shown; empty: those of all schemas.' }),
  field('role', 'Role', 'text', { hint: 'Choose one that can only read: Snowflake has no read-only session.' }),
  field('username', 'Username', 'text', { required: true }),
  field('sign_in', 'Sign in by', 'select', {
    defaultValue: 'password',
    options: choices({ password: 'Password or access token', key: 'Key pair' }),
  }),
  field('password', 'Password', 'password', { secret: true, visibleWhen: byPassword, requiredWhen: byPassword }),
  field('private_key', 'Private key', 'password', {
    secret: true,
    visibleWhen: byKey,
    requiredWhen: byKey,
    hint: 'The text of the PEM file, encrypted or not; it is stored encrypted.',
  }),
  field('private_key_passphrase', 'Passphrase of the key', 'password', { secret: true, visibleWhen: byKey }),
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
  note: 'The account is the part of your Snowflake address before .snowflakecomputing.com.',
  advice: {
    resolve: {
      any: 'Enter the account as in your Snowflake address, before .snowflakecomputing.com, with its region if it has one.',
    },
    reach: {
      any: 'Check the account and its region, and that this server may reach snowflakecomputing.com on port 443.',
      unsupported: 'Enter a warehouse that the role may use, and let it resume by itself.',
      limit: 'Raise the quota of the warehouse’s resource monitor, or enter another warehouse.',
    },
    'sign-in': {
      any: 'Check user name and password, access token or key. Snowflake may ask for a second factor: use a key pair.',
      'missing-object':
        'Check account and region, database and role: one of them does not exist, or the role may not see it.',
      permission:
        'Have this server’s address allowed in the account’s network policy, and the role granted to the user.',
    },
  },
  library: 'snowflake-sdk',
}
