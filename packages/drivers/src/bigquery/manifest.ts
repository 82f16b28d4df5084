import type { DriverManifest, ManifestField } from '../contract.ts'
import { field, schemaOf } from '../manifest-fields.ts'

const fields: ManifestField[] = [
  field('project_id', 'Project', 'text', { required: true }),
  field('dataset', 'Dataset', 'text', { required: true }),
  field('credentials_path', 'Credentials file', 'file', { hint: 'Path of the service account key on the server.' }),
]

export const bigqueryManifest: DriverManifest = {
  kind: 'bigquery',
  name: 'BigQuery',
  dialect: 'bigquery',
  defaultPort: null,
  fields,
  configSchema: schemaOf(fields),
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: true, synonyms: false },
}
