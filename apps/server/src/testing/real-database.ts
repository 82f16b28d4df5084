import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDataFolder } from '../../../../packages/contract/src/testing/test-data.ts'
import type { AreaApp } from './area-app.ts'

export { testDataReason } from '../../../../packages/contract/src/testing/test-data.ts'

export interface RealDatabase {
  id: string
  applicationId: string
  /** The copy that the app reads. */
  path: string
}

/** A tested, public copy of a real SQLite database in its own application; null without the test data. */
export async function connectReal(
  app: AreaApp,
  name: 'chinook' | 'northwind' | 'sakila',
): Promise<RealDatabase | null> {
  const folder = testDataFolder()
  if (folder === null) return null
  const path = join(app.context.config.dataDir, `${name}.sqlite`)
  copyFileSync(join(folder, name, `${name}.sqlite`), path)
  const applicationId = (await app.call(app.admin, 'POST', 'applications', { name })).json<{ id: string }>().id
  const form = { name, db_type: 'sqlite', database: path, application_id: applicationId, visibility: 'public' }
  return { id: (await app.createTested(form)).id, applicationId, path }
}
