import { dialectFacts, dialectOfKind, message } from '@parlance/contract'
import type { ValueIndexStatus } from '@parlance/contract'
import type { StoredValues } from '../../agent/stored-values.ts'
import { AppError } from '../../lib/errors.ts'
import { startPeriodicJob } from '../../lib/periodic-job.ts'
import type { PeriodicJob } from '../../lib/periodic-job.ts'
import type { Principal } from '../../http/principal.ts'
import type { AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { IndexParts } from './build-index.ts'
import { retentionMs } from './limits.ts'
import { createReader } from './reader.ts'
import { deleteUnused, expire, findIndex, listCandidates, setOn } from './store.ts'
import type { IndexCandidate, ValueIndexRow } from './store.ts'
import { createStoredValues } from './stored-values.ts'

/** How often to look for databases whose values must be read. */
const pollMs = 60_000
const firstPollMs = 10_000
/** A database that changes all the time is not read more often. */
const leastAgeMs = 60 * 60_000
/** How long to wait before retrying a database whose values could not be read. */
const retryMs = 60 * 60_000

/** Stored facts and texts of connected databases. */
export interface ValuesService {
  /** For lookups on behalf of users, which check the rules. */
  stored: StoredValues
  /** @throws AppError connection_not_found, forbidden */
  status(principal: Principal, connectionId: string): Promise<ValueIndexStatus>
  /** Switches reading on or off. Off also deletes what is stored. @throws AppError connection_not_found, forbidden */
  change(principal: Principal, connectionId: string, isOn: boolean): Promise<ValueIndexStatus>
  /**
   * Reads the values again. Without `wait`, it continues after the answer.
   * @throws AppError connection_not_found, connection_untested, forbidden, bad_request if it is switched off
   */
  refresh(principal: Principal, connectionId: string, wait: boolean): Promise<ValueIndexStatus>
  /** Reads the values of every database that is due, one after the other, and deletes expired ones. */
  readDue(signal: AbortSignal): Promise<void>
  /** Begins to read due databases from time to time. */
  start(): void
  close(): Promise<void>
}

/** The services that stored values need. */
export interface ValuesDependencies extends Omit<IndexParts, 'context'> {
  connections: Pick<ConnectionsService, 'get' | 'requireRefreshable'>
  audit: Pick<AuditService, 'record'>
}

export function createValuesService(
  context: IndexParts['context'],
  { connections, audit, ...parts }: ValuesDependencies,
): ValuesService {
  const { store, now, log } = context
  const reader = createReader({ context, ...parts }, audit)
  let job: PeriodicJob | null = null
  const momentAfter = (ms: number) => new Date(now().getTime() + ms).toISOString()

  async function candidateOf(connectionId: string): Promise<IndexCandidate | null> {
    return (await listCandidates(store.db)).find(({ id }) => id === connectionId) ?? null
  }

  async function status(principal: Principal, connectionId: string): Promise<ValueIndexStatus> {
    await connections.requireRefreshable(principal, connectionId)
    const { db_type: kind } = await connections.get(principal, connectionId)
    return present(connectionId, await findIndex(store.db, connectionId), { kind, now: momentAfter(0) })
  }

  async function readDue(signal: AbortSignal): Promise<void> {
    for (const id of await expire(store.db, momentAfter(-retentionMs))) await deleteUnused(store.db, id)
    for (const candidate of await listCandidates(store.db)) {
      if (signal.aborted) return
      if (isDue(candidate, now().getTime())) await reader.read(candidate)
    }
  }

  return {
    stored: createStoredValues(context),
    status,
    change: async (principal, connectionId, isOn) => {
      await connections.requireRefreshable(principal, connectionId)
      await setOn(store.db, connectionId, isOn)
      if (!isOn) await deleteUnused(store.db, connectionId)
      return status(principal, connectionId)
    },
    refresh: async (principal, connectionId, wait) => {
      const { is_on: isOn } = await status(principal, connectionId)
      if (!isOn) throw new AppError('bad_request', { detail: offText })
      const candidate = await candidateOf(connectionId)
      if (candidate === null) throw new AppError('connection_untested')
      const reading = reader.read(candidate)
      if (wait) await reading
      else reading.catch((error: unknown) => log.error({ err: error }, 'could not read the values of a database'))
      return status(principal, connectionId)
    },
    readDue,
    start: () => {
      const times = { failure: 'could not read the values of databases', everyMs: pollMs, firstAfterMs: firstPollMs }
      job ??= startPeriodicJob(log, times, readDue)
    },
    close: async () => {
      await Promise.all([reader.close(), job?.close()])
    },
  }
}

const offText = message('Stored values are switched off for this connection. Switch them on first.')

/** Reading a database that bills its queries must be switched on. */
function isOn(index: ValueIndexRow | null, kind: string): boolean {
  const dialect = dialectOfKind(kind)
  return index === null ? dialect !== null && !dialectFacts[dialect].billsQueries : index.is_on === 1
}

/** Whether values must be read: for the first time, after the tables were read again, or for other settings. */
function isDue({ index, kind, revision, introspectedAt }: IndexCandidate, now: number): boolean {
  if (!isOn(index, kind)) return false
  const failedAt = index?.error_at ?? null
  if (failedAt !== null && now - Date.parse(failedAt) < retryMs) return false
  if (index === null || index.built_at === null || index.revision !== revision) return true
  return introspectedAt > index.built_at && now - Date.parse(index.built_at) >= leastAgeMs
}

function present(
  id: string,
  index: ValueIndexRow | null,
  { kind, now }: { kind: string; now: string },
): ValueIndexStatus {
  return {
    id,
    config_id: id,
    is_on: isOn(index, kind),
    built_at: index?.built_at ?? null,
    column_count: index?.column_count ?? 0,
    value_count: index?.value_count ?? 0,
    size_bytes: index?.byte_count ?? 0,
    skipped_count: index?.skipped_count ?? 0,
    is_running: index !== null && index.owner !== null && (index.lease_until ?? '') >= now,
    error: index?.error ?? null,
    error_at: index?.error_at ?? null,
  }
}
