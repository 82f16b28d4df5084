import type { Catalogue } from '@parlance/contract'
import type { AppContext } from '../../../context/context.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CatalogService } from '../../catalog/service.ts'
import type { TestedDatabase } from '../store/area-record.ts'
import { listTestedDatabases } from '../store/area-store.ts'

/** The tested databases of one application, with details of each. */
export interface KnownDatabases {
  read: { database: TestedDatabase; catalogue: Catalogue }[]
  /** Tested databases whose tables cannot be read now. */
  unread: TestedDatabase[]
}

/** @param isWanted leaves out databases; by default, none */
export type ReadDatabases = (
  applicationId: string,
  isWanted?: (database: TestedDatabase) => boolean,
) => Promise<KnownDatabases>

/** Reads details of an application's databases. One that cannot be reached is listed separately instead of failing. */
export function createDatabaseReader(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  catalog: Pick<CatalogService, 'get'>,
): ReadDatabases {
  return async (applicationId, isWanted = () => true) => {
    const known: KnownDatabases = { read: [], unread: [] }
    for (const database of (await listTestedDatabases(store.db, applicationId)).filter(isWanted)) {
      try {
        known.read.push({ database, catalogue: await catalog.get(database.connectionId) })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error, connection: database.connectionId }, 'could not read the tables of a database')
        known.unread.push(database)
      }
    }
    return known
  }
}
