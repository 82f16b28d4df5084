import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import { leaseOwner } from '../../lib/lease-owner.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'
import type { AuditService } from '../audit/service.ts'
import { openSinkSecret } from './sink-secret.ts'
import { listSinks, settingsOf, storedError, storeProgress, takeLease, type SinkRow } from './sink-store.ts'
import { sendSyslog } from './syslog.ts'
import { postRecords } from './webhook.ts'
import type { AuditEntry, AuditSinkSettings } from '@parlance/contract'

/** Records in memory at a time. */
const batchSize = 100
/** Batches of one run, so that a change of the sink takes effect soon. */
const mostBatches = 50
const everyMs = 5_000
/**
 * Younger records wait: another process may still be writing one with an earlier time, which the position of the sink
 * must not pass.
 */
const settledAfterMs = 10_000
const firstPauseMs = 10_000
const longestPauseMs = 60 * 60_000

export interface SinkTarget {
  settings: AuditSinkSettings
  secret: string | null
}

export interface Delivery {
  /** Sends to each sink what it has not received. Never fails: a failure is stored and tried again later. */
  run(signal?: AbortSignal): Promise<void>
  /** @throws AppError bad_request with what went wrong */
  send(target: SinkTarget, records: AuditEntry[], signal?: AbortSignal): Promise<void>
  start(): void
  close(): Promise<void>
}

export interface DeliveryDependencies {
  audit: Pick<AuditService, 'readAfter'>
  fetchFrom: typeof globalThis.fetch
}

export function createDelivery(context: AppContext, { audit, fetchFrom }: DeliveryDependencies): Delivery {
  const { store, now, log, keys } = context
  const owner = leaseOwner()
  let job: PeriodicJob | null = null

  async function send({ settings, secret }: SinkTarget, records: AuditEntry[], signal?: AbortSignal): Promise<void> {
    if (settings.kind === 'syslog') return sendSyslog(settings, records, signal)
    return postRecords(fetchFrom, { url: settings.url, secret, records, now: now(), signal })
  }

  async function deliver(row: SinkRow, signal: AbortSignal | undefined): Promise<void> {
    if (row.next_try_at !== null && row.next_try_at > now().toISOString()) return
    const secret = openSinkSecret(keys, row)
    const isStopped = () => signal?.aborted === true
    let position = { at: row.cursor_at, id: row.cursor_id }
    for (let batch = 0; batch < mostBatches && !isStopped(); batch += 1) {
      const until = new Date(now().getTime() - settledAfterMs).toISOString()
      const records = await audit.readAfter(position, { until, limit: batchSize })
      const last = records.at(-1)
      if (last === undefined || !(await takeLease(store.db, row, owner, now()))) break
      try {
        await send({ settings: settingsOf(row), secret }, records, signal)
      } catch (error) {
        // A run that is stopped did not fail. It sends the batch again after the start.
        if (!isStopped()) await storeFailure(row, error)
        return
      }
      position = { at: last.at, id: last.id }
      const done = { failures: 0, last_error: null, failed_at: null, next_try_at: null }
      const progress = { cursor_at: last.at, cursor_id: last.id, sent_at: now().toISOString(), ...done }
      await storeProgress(store.db, row, owner, progress)
    }
    await storeProgress(store.db, row, owner, { leased_by: null, leased_until: null })
  }

  async function storeFailure(row: SinkRow, error: unknown): Promise<void> {
    const known = error instanceof AppError ? error : new AppError('internal', { cause: error })
    log.warn({ err: error, sink: row.id }, 'could not send the audit log')
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(row.failures, 20))
    await storeProgress(store.db, row, owner, {
      failures: row.failures + 1,
      last_error: storedError(known.text),
      failed_at: now().toISOString(),
      next_try_at: new Date(now().getTime() + pause).toISOString(),
      leased_by: null,
      leased_until: null,
    })
  }

  async function run(signal?: AbortSignal): Promise<void> {
    const active = (await listSinks(store.db)).filter(({ is_active: isActive }) => isActive === 1)
    await Promise.all(active.map((row) => deliver(row, signal)))
  }

  return {
    run,
    send,
    start: () => {
      job ??= startPeriodicJob(log, { failure: 'could not send the audit log', everyMs }, run)
    },
    close: async () => job?.close(),
  }
}
