import { kindDialects } from '@parlance/contract'
import type { DriverManifest, ManifestField } from '../contract.ts'
import { field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('project_id', 'Project', 'text', { required: true }),
  field('dataset', 'Dataset', 'text', { required: true }),
  field('credentials_path', 'Credentials file', 'file', { hint: 'Path to the service account key on the server.' }),
  field('credentials_json', 'Service account key (JSON)', 'password', {
    secret: true,
    hint: 'The JSON text of the key, instead of a file. It is stored encrypted.',
  }),
  field('maximum_gigabytes', 'Maximum data per query (GB)', 'number', {
    defaultValue: 100,
    hint: 'Parlance refuses larger queries before they run, so they cost nothing. 0 means no limit.',
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
  endpointOf: ({ project_id: project, dataset }) => `${String(project ?? '')}.${String(dataset ?? '')}`,
  note: 'The service account needs the roles BigQuery Data Viewer and BigQuery Job User.',
  advice: {
    resolve: {
      any: 'Check the path to the credentials file. It must be a path on the server, not on your computer.',
      permission: 'Give the account that runs Parlance read access to the credentials file.',
      'missing-object': 'Enter the project ID, and the name of the dataset without the project.',
    },
    reach: { any: 'Check that this server can reach googleapis.com on port 443, then try again.' },
    'sign-in': {
      any: 'Create a new JSON key for the service account in the Google Cloud console, then enter it here.',
      permission: 'Grant the service account BigQuery Job User on the project and BigQuery Data Viewer on the dataset.',
      'missing-object': 'Check the project and the dataset, and that the service account can access both.',
      limit: 'Wait until the project’s quota resets, or request a higher quota.',
    },
  },
  library: '@google-cloud/bigquery',
}
