import { message } from '@parlance/contract'
import type { Catalogue, CatalogueChanges, CatalogueStatus } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { readAgain } from '../../store/read-once.ts'
import type { Principal } from '../../http/principal.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { CatalogueCache } from './cache.ts'
import { createRefresher } from './refresher.ts'
import type { Kept } from './refresher.ts'
import { findCatalogue, findRefresh, loadCatalogue } from './store.ts'
import type { CatalogueRow } from './store.ts'

export { fullName } from './changes.ts'

/** A changed file with fewer tables is read again before the question. A larger one is read in the background. */
const quickTables = 500
/** How long to wait before retrying a database that could not be read. */
const retryMs = 5 * 60_000
const replacedAttempts = 5

export interface CatalogService {
  /**
   * Returns a database's catalog. The first use reads the database. Later uses read the store, and replace an old
   * reading in the background. The same reading is the same object, so that it can be a cache key.
   * @throws AppError connection_not_found, database_unreachable
   */
  get(connectionId: string): Promise<Catalogue>
  /** Reads the database again now. */
  refresh(connectionId: string): Promise<Catalogue>
  /**
   * Refreshes the catalog for a user. Without `wait`, it continues after the answer.
   * @throws AppError connection_not_found, connection_untested, forbidden
   */
  refreshFor(principal: Principal, connectionId: string, wait: boolean): Promise<CatalogueStatus>
  /**
   * Reports the age of the reading, whether one is running, and what changed.
   * @throws AppError connection_not_found, forbidden
   */
  status(principal: Principal, connectionId: string): Promise<CatalogueStatus>
}

const beingReadText = message('The tables of this database are being read. Try again in a moment.')
const unreadText = message('Could not read the tables. Try again.')

export function createCatalogService(context: AppContext, connections: ConnectionsService): CatalogService {
  const { store, now, log, config } = context
  const catalogues = new CatalogueCache<Catalogue>()
  const refresher = createRefresher(context, connections, known)

  /** A reading may be replaced between reading its row and its tables. Then use the next one. */
  async function known(connectionId: string, found: CatalogueRow | null = null): Promise<Kept | null> {
    for (let attempt = 0; attempt < replacedAttempts; attempt += 1) {
      if (attempt > 0) readAgain()
      const row = (attempt === 0 ? found : null) ?? (await findCatalogue(store.db, connectionId))
      if (row === null) return null
      const catalogue = await catalogues.get(row, () => loadCatalogue(store.db, row))
      if (catalogue !== null) return { row, catalogue }
    }
    throw new AppError('unavailable', { detail: beingReadText })
  }

  async function refresh(connectionId: string): Promise<Catalogue> {
    const read = await refresher.refresh(connectionId)
    readAgain()
    const kept = read ?? (await known(connectionId))
    if (kept === null) throw new AppError('database_unreachable', { detail: unreadText })
    catalogues.set(kept.row, kept.catalogue)
    return kept.catalogue
  }

  function refreshInBackground(connectionId: string): void {
    refresh(connectionId).catch((error: unknown) =>
      log.warn({ err: error, connection: connectionId }, 'could not refresh a catalog'),
    )
  }

  /** Returns the row of a stored reading, which can be used now. An old one is refreshed in the background. */
  async function ensureFresh(connectionId: string): Promise<CatalogueRow | null> {
    const row = await findCatalogue(store.db, connectionId)
    if (row === null) {
      await refresh(connectionId)
      return null
    }
    const version = await connections.sourceVersion(connectionId)
    const isChanged = version !== null && version !== row.fingerprint
    const isOld = now().getTime() - Date.parse(row.introspected_at) >= config.catalogueMaxAgeMs
    if (isChanged && row.table_count < quickTables) {
      await refresh(connectionId)
      return null
    }
    if ((isChanged || isOld) && !(await failedLately(connectionId))) refreshInBackground(connectionId)
    return row
  }

  async function failedLately(connectionId: string): Promise<boolean> {
    const failedAt = (await findRefresh(store.db, connectionId))?.error_at ?? null
    return failedAt !== null && now().getTime() - Date.parse(failedAt) < retryMs
  }

  async function status(connectionId: string): Promise<CatalogueStatus> {
    const row = await findCatalogue(store.db, connectionId)
    const reading = await findRefresh(store.db, connectionId)
    const isReading = reading !== null && reading.owner !== null && reading.lease_until >= now().toISOString()
    return {
      id: connectionId,
      config_id: connectionId,
      refreshed_at: row?.introspected_at ?? null,
      table_count: row?.table_count ?? null,
      column_count: row?.column_count ?? null,
      refresh: isReading ? { started_at: reading.started_at, tables_seen: reading.tables_seen } : null,
      error: reading?.error ?? null,
      error_at: reading?.error_at ?? null,
      changes: row?.changes ? (JSON.parse(row.changes) as CatalogueChanges) : null,
    }
  }

  connections.onRead(async (connectionId, read) => {
    const kept = await refresher.keep(connectionId, read)
    if (kept !== null) catalogues.set(kept.row, kept.catalogue)
  })

  return {
    get: async (connectionId) => {
      const row = await ensureFresh(connectionId)
      return (await known(connectionId, row))?.catalogue ?? refresh(connectionId)
    },
    refresh,
    refreshFor: async (principal, connectionId, wait) => {
      await connections.requireRefreshable(principal, connectionId)
      const { is_valid: isTested } = await connections.get(principal, connectionId)
      if (!isTested) throw new AppError('connection_untested')
      if (wait) await refresh(connectionId)
      else if (!refresher.isRunning(connectionId)) refreshInBackground(connectionId)
      return status(connectionId)
    },
    status: async (principal, connectionId) => {
      await connections.requireRefreshable(principal, connectionId)
      return status(connectionId)
    },
  }
}
