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
    hint: 'Path of the key file on the server.',
  }),
  field('sync_on_connect', 'Sync on connect', 'checkbox', { defaultValue: true }),
  field('auto_sync_interval', 'Sync every (minutes)', 'number', { defaultValue: 0, hint: '0 switches it off.' }),
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
  note: 'Share the spreadsheet with the e-mail address of the service account. Its sheets are copied into a file on this server.',
  advice: {
    resolve: {
      any: 'Check the path of the credentials file: it is a path on the server, not on your computer.',
      permission: 'Give the account that runs Parlance the right to read the credentials file.',
    },
    reach: {
      any: 'Check that this server may reach googleapis.com on port 443, and try again.',
      limit: 'Wait a minute and try again. Sheets that never change are better kept in a spreadsheet of their own.',
    },
    'sign-in': {
      any: 'Make a new JSON key in the Google Cloud console, save the whole file on the server, and enter its path.',
      permission: 'Share the spreadsheet with the account, and enable the Google Sheets API in its project.',
      'missing-object': 'Check the spreadsheet ID: the part of its address between /d/ and /edit.',
    },
  },
  library: '@googleapis/sheets',
}
