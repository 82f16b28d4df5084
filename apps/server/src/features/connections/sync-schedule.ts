import type { CopyState } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'
import type { Connector } from './connector.ts'
import { syncConnection } from './sync-connection.ts'

const everyMs = 60_000

/**
 * Copies data again when its interval has passed. Each process handles the copies in its own data folder. The log next
 * to a copy says when it was last tried, so processes that share a folder don't repeat each other's work.
 */
export function startSyncSchedule(context: AppContext, connector: Connector): PeriodicJob {
  return startPeriodicJob(context.log, { failure: 'could not sync the copies of Google Sheets', everyMs }, () =>
    syncDue(context, connector),
  )
}

/** Updates every tested copy that is due, one after the other. A failure does not stop the others. */
export async function syncDue(context: AppContext, connector: Connector): Promise<void> {
  const tested = await context.store.db.selectFrom('connections').selectAll().where('is_valid', '=', 1).execute()
  for (const connection of tested.filter((row) => intervalOf(row) > 0)) {
    try {
      const copying = await connector.copying(connection)
      if (copying === null) continue
      const state = await copying.copier.state(copying.folder)
      if (isDue(connection, state, context.now())) await syncConnection(context, connector, connection)
    } catch (error) {
      context.log.warn({ err: error, connection: connection.id }, 'could not sync a copy of Google Sheets')
    }
  }
}

/** A failure waits as long as a success does. */
function isDue(connection: ConnectionRow, { isSyncing, history }: CopyState, now: Date): boolean {
  const [latest] = history
  const age = latest === undefined ? Infinity : now.getTime() - Date.parse(latest.finishedAt)
  return !isSyncing && age >= intervalOf(connection) * 60_000
}

function intervalOf(connection: ConnectionRow): number {
  const interval: unknown = JSON.parse(connection.config)['auto_sync_interval']
  return typeof interval === 'number' ? interval : 0
}
