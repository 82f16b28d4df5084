import type { AppContext } from '../../context/context.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { deleteSessions } from './delete-sessions.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Leaves the startup free of this work. */
const firstAfterMs = 5 * 60 * 1000

/** Deletes conversations after the retention time of the edition, counted from their last use (OP-24). */
export interface HistoryRetention {
  /**
   * Deletes what is older than the installed license allows. Deletes nothing without a valid license, and nothing that
   * is being answered.
   * @returns how many conversations were deleted
   */
  run(): Promise<number>
  /** Runs soon and then once a day until it is closed. */
  start(): void
  close(): Promise<void>
}

export interface HistoryRetentionDependencies {
  license: Pick<LicenseService, 'historyDays'>
  audit: AuditService
  removeFiles: (sessionIds: string[]) => Promise<void>
}

export function createHistoryRetention(
  { store, now, log }: Pick<AppContext, 'store' | 'now' | 'log'>,
  { license, audit, removeFiles }: HistoryRetentionDependencies,
): HistoryRetention {
  let job: PeriodicJob | null = null

  async function run(signal?: AbortSignal): Promise<number> {
    const days = await license.historyDays()
    if (days === null) return 0
    const until = new Date(now().getTime() - days * dayMs - 1).toISOString()
    const old = { column: 'last_accessed', until, keepsRunning: true } as const
    const deleted = await deleteSessions(store, old, { removeFiles, signal })
    if (deleted > 0) {
      await audit.record({ action: 'session.expire', outcome: 'allowed', userId: null, detail: { days, deleted } })
    }
    return deleted
  }

  return {
    run,
    start: () => {
      const times = { everyMs: dayMs, firstAfterMs }
      job ??= startPeriodicJob(log, { failure: 'could not delete old conversations', ...times }, run)
    },
    close: async () => job?.close(),
  }
}
