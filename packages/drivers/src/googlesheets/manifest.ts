import { kindDialects } from '@parlance/contract'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { choices, field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('spreadsheet_id', 'Spreadsheet ID', 'text', { required: true }),
  field('auth_type', 'Authentication', 'select', {
    defaultValue: 'service_account',
    options: choices({ service_account: 'Service account', oauth2: 'OAuth 2' }),
  }),
  field('credentials_path', 'Credentials file', 'file', {
    required: true,
    hint: 'Path to the credentials file on the server.',
  }),
  field('sync_on_connect', 'Sync on connect', 'checkbox', { defaultValue: true }),
  field('auto_sync_interval', 'Sync interval (minutes)', 'number', {
    defaultValue: 0,
    hint: '0 turns automatic sync off.',
  }),
]

/** Sheets are copied into a SQLite file on the server, and queries read that file. */
export const googlesheetsManifest: DriverManifest<'googlesheets'> = {
  kind: 'googlesheets',
  name: 'Google Sheets',
  dialect: kindDialects.googlesheets,
  defaultPort: null,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: false, synonyms: false },
  placeFields: ['spreadsheet_id'],
  endpointOf: () => 'docs.google.com',
  note: 'Share the spreadsheet with the email address of the service account. Parlance copies its sheets into a file on this server.',
  advice: {
    resolve: {
      any: 'Check the path to the credentials file. It must be a path on the server, not on your computer.',
      permission: 'Give the account that runs Parlance read access to the credentials file.',
    },
    reach: {
      any: 'Check that this server can reach googleapis.com on port 443, then try again.',
      limit: 'Wait a minute and try again. Move sheets that never change to another spreadsheet.',
    },
    'sign-in': {
      any: 'Create a new JSON key in the Google Cloud console, save the file on the server, and enter its path.',
      permission: 'Share the spreadsheet with the account, and enable the Google Sheets API in its project.',
      'missing-object': 'Check the spreadsheet ID. It is the part of the address between /d/ and /edit.',
    },
  },
  library: '@googleapis/sheets',
}
