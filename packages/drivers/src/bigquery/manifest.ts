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

export const bigqueryManifest: DriverManifest = {
  kind: 'bigquery',
  name: 'BigQuery',
  dialect: 'bigquery',
  defaultPort: null,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: true, synonyms: false },
  note: 'The service account needs the roles BigQuery Data Viewer and BigQuery Job User.',
  library: '@google-cloud/bigquery',
}
