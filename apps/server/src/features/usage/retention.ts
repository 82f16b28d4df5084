import type { AppContext } from '../../context/context.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Leaves the startup free of this work. */
const firstAfterMs = 6 * 60 * 1000
/** Whole months before the current one, so that each month can be compared with the same one of the year before. */
const keptMonths = 13

/** Deletes what models used in months that no one compares any more. Running budgets need none of it. */
export interface UsageRetention {
  /** @returns how many rows of days were deleted */
  run(): Promise<number>
  /** Runs soon and then once a day until it is closed. */
  start(): void
  close(): Promise<void>
}

export function createUsageRetention({ store, now, log }: Pick<AppContext, 'store' | 'now' | 'log'>): UsageRetention {
  let job: PeriodicJob | null = null

  async function run(): Promise<number> {
    const firstKept = firstKeptDay(now())
    await store.db.deleteFrom('budget_counters').where('starts_on', '<', firstKept).execute()
    const { numDeletedRows } = await store.db.deleteFrom('usage_days').where('day', '<', firstKept).executeTakeFirst()
    return Number(numDeletedRows)
  }

  return {
    run,
    start: () => {
      const times = { everyMs: dayMs, firstAfterMs }
      job ??= startPeriodicJob(log, { failure: 'could not delete old usage of models', ...times }, run)
    },
    close: async () => job?.close(),
  }
}

/** The first day, UTC, of the oldest month that is kept. */
function firstKeptDay(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keptMonths, 1)).toISOString().slice(0, 10)
}
