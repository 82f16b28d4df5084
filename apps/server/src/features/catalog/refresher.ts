import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Catalogue, CatalogueChanges } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ConnectionsService } from '../connections/service.ts'
import { findChanges } from './changes.ts'
import { endLease, findRefresh, keepCatalogue, renewLease, seizeLease, takeLease } from './store.ts'
import type { CatalogueRow } from './store.ts'

const leaseMs = 30_000
const heartbeatMs = 5_000
const progressMs = 500
const pollMs = 200

/** A catalog and the row that names its generation. */
export interface Kept {
  row: CatalogueRow
  catalogue: Catalogue
}

export interface Refresher {
  /**
   * Reads a database's own catalog and stores it. Concurrent calls share one reading, even across processes.
   * @returns null if another reading was stored instead, or the settings changed meanwhile
   * @throws AppError as the database refuses
   */
  refresh(connectionId: string): Promise<Kept | null>
  /** Stores a catalog that another caller has read. */
  keep(connectionId: string, read: { catalogue: Catalogue; revision: number }): Promise<Kept | null>
  isRunning(connectionId: string): boolean
}

/** @param known the last stored reading, for comparison; null if there is none */
export function createRefresher(
  { store, now, log }: AppContext,
  connections: Pick<ConnectionsService, 'introspect' | 'sourceVersion'>,
  known: (connectionId: string) => Promise<Kept | null>,
): Refresher {
  const running = new Map<string, Promise<Kept | null>>()
  const leaseEnd = () => new Date(now().getTime() + leaseMs).toISOString()

  function refresh(connectionId: string): Promise<Kept | null> {
    const current = running.get(connectionId)
    if (current !== undefined) return current
    const reading = refreshNow(connectionId).finally(() => running.delete(connectionId))
    running.set(connectionId, reading)
    return reading
  }

  async function refreshNow(connectionId: string): Promise<Kept | null> {
    const lease = { connectionId, owner: randomUUID() }
    const isMine = await takeLease(store.db, { ...lease, now: now().toISOString(), until: leaseEnd() })
    if (!isMine) return waitForOther(connectionId)
    const progress = reportProgress(lease)
    try {
      const fingerprint = await connections.sourceVersion(connectionId)
      const read = await connections.introspect(connectionId, progress.seen)
      const kept = await write(lease, { ...read, fingerprint })
      await endLease(store.db, lease, { error: null, now: now().toISOString() })
      return kept
    } catch (error) {
      await endLease(store.db, lease, { error: describe(error), now: now().toISOString() })
      throw error
    } finally {
      progress.stop()
    }
  }

  async function write(
    { connectionId, owner }: { connectionId: string; owner: string },
    read: { catalogue: Catalogue; revision: number; fingerprint: string | null },
  ): Promise<Kept | null> {
    const at = now().toISOString()
    const before = await known(connectionId)
    const changes: CatalogueChanges | null =
      before === null
        ? null
        : findChanges(
            { catalogue: before.catalogue, at: before.row.introspected_at },
            { catalogue: read.catalogue, at },
          )
    const row = await keepCatalogue(store, { connectionId, generation: owner, introspectedAt: at, changes, ...read })
    return row === null ? null : { row, catalogue: read.catalogue }
  }

  /** The other process's reading is as new as ours would be. */
  async function waitForOther(connectionId: string): Promise<null> {
    for (;;) {
      const refreshRow = await findRefresh(store.db, connectionId)
      if (refreshRow === null || refreshRow.owner === null || refreshRow.lease_until < now().toISOString()) break
      await sleep(pollMs)
    }
    return null
  }

  /** Writes up to twice a second, and occasionally without progress, to renew the lease. */
  function reportProgress(lease: { connectionId: string; owner: string }) {
    let tablesSeen = 0
    let writtenAt = 0
    const report = () => {
      writtenAt = Date.now()
      renewLease(store.db, lease, { lease_until: leaseEnd(), tables_seen: tablesSeen }).catch((error: unknown) =>
        log.warn({ err: error }, 'could not save the progress of a catalog refresh'),
      )
    }
    const timer = setInterval(report, heartbeatMs).unref()
    return {
      seen: (count: number) => {
        tablesSeen = count
        if (Date.now() - writtenAt > progressMs) report()
      },
      stop: () => clearInterval(timer),
    }
  }

  return {
    refresh,
    keep: async (connectionId, read) => {
      const lease = { connectionId, owner: randomUUID() }
      await seizeLease(store.db, { ...lease, now: now().toISOString(), until: leaseEnd() })
      const fingerprint = await connections.sourceVersion(connectionId)
      const kept = await write(lease, { ...read, fingerprint })
      await endLease(store.db, lease, { error: null, now: now().toISOString() })
      return kept
    },
    isRunning: (connectionId) => running.has(connectionId),
  }
}

/** For administrators and owners. An AppError's text is safe for everyone (R21). */
function describe(error: unknown): string {
  return error instanceof AppError
    ? error.detail
    : 'Could not read the tables. Check the connection, then refresh the catalog.'
}
