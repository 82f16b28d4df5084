import type { AppContext } from '../../context/context.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'
import type { AuditService } from '../audit/service.ts'
import type { SettingsService } from '../settings/service.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Leaves the startup free of this work. */
const firstAfterMs = 7 * 60 * 1000
/** Records that one statement deletes, so that none blocks others for long. */
const step = 500

/** Deletes records of the audit log that are older than the setting allows. */
export interface AuditRetention {
  /** @returns how many records were deleted */
  run(signal?: AbortSignal): Promise<number>
  /** Runs soon and then once a day until it is closed. */
  start(): void
  close(): Promise<void>
}

export function createAuditRetention(
  { store, now, log }: Pick<AppContext, 'store' | 'now' | 'log'>,
  { settings, audit }: { settings: Pick<SettingsService, 'get'>; audit: Pick<AuditService, 'record'> },
): AuditRetention {
  let job: PeriodicJob | null = null

  /** Several processes can delete at once, because each step is its own statement. Each records what it deleted itself. */
  async function run(signal?: AbortSignal): Promise<number> {
    const days = await settings.get('audit_retention_days')
    if (days === null) return 0
    const until = new Date(now().getTime() - days * dayMs).toISOString()
    let deleted = 0
    for (let last = step; last === step && signal?.aborted !== true;) {
      const { numDeletedRows } = await store.db
        .deleteFrom('audit_log')
        .where('id', 'in', (inner) =>
          inner.selectFrom('audit_log').select('id').where('at', '<', until).orderBy('at').limit(step),
        )
        .executeTakeFirst()
      last = Number(numDeletedRows)
      deleted += last
    }
    if (deleted > 0) {
      await audit.record({ action: 'audit.expire', outcome: 'allowed', userId: null, detail: { days, deleted } })
    }
    return deleted
  }

  return {
    run,
    start: () => {
      const times = { everyMs: dayMs, firstAfterMs }
      job ??= startPeriodicJob(log, { failure: 'could not delete old audit records', ...times }, run)
    },
    close: async () => job?.close(),
  }
}
