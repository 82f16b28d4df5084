import { kindDialects } from '@parlance/contract'
import { z } from 'zod'
import type { DriverManifest } from '../contract.ts'

export const sqliteManifest: DriverManifest<'sqlite'> = {
  kind: 'sqlite',
  name: 'SQLite',
  dialect: kindDialects.sqlite,
  defaultPort: null,
  fields: [
    {
      name: 'database',
      label: 'Database file',
      input: 'file',
      required: true,
      secret: false,
      defaultValue: './database.db',
      hint: 'Path to the file on the server. Parlance opens it read-only.',
    },
  ],
  configSchema: z.strictObject({ database: z.string().trim().min(1).max(4096) }),
  capabilities: { cancel: true, readOnlySession: true, statementTimeout: true, schemas: false, synonyms: false },
  placeFields: [],
  note: 'Nothing to install. Rows are read from a file on this server.',
}
