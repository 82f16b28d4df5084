import { formatMessage, joinMessages, message, patternOf, wireMessage } from '@parlance/contract'
import type { Message, MessageValues, SyncHistory } from '@parlance/contract'
import { DriverError, type SyncReport } from '@parlance/drivers'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { Connector } from './connector.ts'
import { rememberFinding } from './store.ts'

export interface SyncOutcome {
  success: boolean
  message: string
  error: string | null
  /** Of the error if there is one, else of the message. */
  pattern?: string
  values?: MessageValues
}

/**
 * Copies a connection's data again, for kinds that are copied before they can be queried. A failure is an outcome, and
 * the old copy stays.
 * @throws AppError bad_request for every other kind
 */
export async function syncConnection(
  { store }: AppContext,
  connector: Connector,
  connection: ConnectionRow,
): Promise<SyncOutcome> {
  const copying = await connector.copying(connection)
  if (copying === null) {
    throw new AppError('bad_request', {
      detail: message('Only Google Sheets connections can be synced. Parlance queries this database directly.'),
    })
  }
  await rememberFinding(store.db, connection, { sync_status: 'syncing' })
  try {
    const report = await copying.copier.sync(copying.config, copying.folder)
    const last_synced = report.finishedAt
    await rememberFinding(store.db, connection, { sync_status: 'synced', last_synced })
    return { success: true, ...wireMessage(describeCopy(report)), error: null }
  } catch (error) {
    await rememberFinding(store.db, connection, { sync_status: 'error' })
    if (!(error instanceof DriverError)) throw error
    return { success: false, message: '', error: error.message, ...patternOf(error.text) }
  }
}

function describeCopy({ tableCount, rowCount, warnings }: SyncReport): Message {
  const counts = message(
    '{tables, plural, one {# table} other {# tables}}, {rows, plural, one {# row} other {# rows}}.',
    { tables: tableCount, rows: rowCount },
  )
  return joinMessages([counts, ...warnings])
}

/**
 * The time of the copy in use. Null for a kind that is queried directly. A driver may copy automatically when it
 * connects, and this updates the row.
 */
export async function copyVersion(
  { store }: AppContext,
  connector: Connector,
  connection: ConnectionRow,
): Promise<string | null> {
  const copying = await connector.copying(connection).catch(() => null)
  if (copying === null) return null
  const { isSyncing, lastSynced: last_synced, history } = await copying.copier.state(copying.folder)
  const [latest] = history
  if (isSyncing || latest === undefined) return last_synced
  const sync_status = latest.error === null ? 'synced' : 'error'
  if (sync_status !== connection.sync_status || last_synced !== connection.last_synced) {
    await rememberFinding(store.db, connection, { last_synced, sync_status })
  }
  return last_synced
}

/** Lists the last syncs of this server's copy. Empty for a kind that is queried directly. */
export async function readSyncHistory(connector: Connector, connection: ConnectionRow): Promise<SyncHistory> {
  const copying = await connector.copying(connection)
  const { history } = copying === null ? { history: [] } : await copying.copier.state(copying.folder)
  return history.map(({ startedAt, finishedAt, tableCount, rowCount, warnings, error }) => ({
    started_at: startedAt,
    finished_at: finishedAt,
    table_count: tableCount,
    row_count: rowCount,
    warnings: warnings.map((warning) => formatMessage(warning)),
    warning_messages: warnings,
    error: error && formatMessage(error),
    ...(error && patternOf(error)),
  }))
}

/** Whether the copy is older than its interval in minutes. 0 turns it off. */
export function isSyncDue(connection: ConnectionRow, now: Date): boolean {
  const interval: unknown = JSON.parse(connection.config)['auto_sync_interval']
  if (typeof interval !== 'number' || interval <= 0) return false
  const last = connection.last_synced === null ? 0 : Date.parse(connection.last_synced)
  return now.getTime() - last >= interval * 60_000
}
