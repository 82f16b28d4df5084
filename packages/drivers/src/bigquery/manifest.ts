import { kindDialects } from '@parlance/contract'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('project_id', 'Project', 'text', { required: true }),
  field('dataset', 'Dataset', 'text', { required: true }),
  field('credentials_path', 'Credentials file', 'file', { hint: 'Path of the service account key on the server.' }),
  field('credentials_json', 'Or the key itself', 'password', {
    secret: true,
    hint: 'The JSON text of the service account key; it is stored encrypted.',
  }),
  field('maximum_gigabytes', 'Most data one query may read (GB)', 'number', {
    defaultValue: 100,
    hint: 'A query that would read more is refused before it runs and costs nothing. 0: no limit.',
  }),
]

export const bigqueryManifest: DriverManifest<'bigquery'> = {
  kind: 'bigquery',
  name: 'BigQuery',
  dialect: kindDialects.bigquery,
  defaultPort: null,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: true, synonyms: false },
  placeFields: ['project_id'],
  note: 'The service account needs the roles BigQuery Data Viewer and BigQuery Job User.',
  advice: {
    resolve: {
      any: 'Check the path of the credentials file: it is a path on the server, not on your computer.',
      permission: 'Give the account that runs Parlance the right to read the credentials file.',
      'missing-object':
        'Check project and dataset: the ID of the project, and the name of the dataset without the project.',
    },
    reach: { any: 'Check that this server may reach googleapis.com on port 443, and try again.' },
    'sign-in': {
      any: 'Make a new JSON key for the service account in the Google Cloud console, and enter the whole file.',
      permission: 'Give the service account BigQuery Job User on the project and BigQuery Data Viewer on the dataset.',
      'missing-object': 'Check project and dataset: there is none of this name, or the service account may not see it.',
      limit: 'Wait until the quota of the project is renewed, or have it raised.',
    },
  },
  library: '@google-cloud/bigquery',
}
