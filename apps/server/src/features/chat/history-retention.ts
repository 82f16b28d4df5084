import type { AppContext } from '../../context/context.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { deleteSessions } from './delete-sessions.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A start is not the moment for it. */
const firstAfterMs = 5 * 60 * 1000

/** Conversations are kept as long as the edition says, counted from their last use (OP-24). */
export interface HistoryRetention {
  /**
   * Deletes what is older than the installed license keeps; nothing without a valid one, nothing that is being answered.
   * @returns how many conversations were deleted
   */
  run(): Promise<number>
  /** Runs soon and then once a day, until it is closed. */
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
  const stop = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> = Promise.resolve()

  async function run(): Promise<number> {
    const days = await license.historyDays()
    if (days === null) return 0
    const until = new Date(now().getTime() - days * dayMs - 1).toISOString()
    const old = { column: 'last_accessed', until, keepsRunning: true } as const
    const deleted = await deleteSessions(store, old, { removeFiles, signal: stop.signal })
    if (deleted > 0) {
      await audit.record({ action: 'session.expire', outcome: 'allowed', userId: null, detail: { days, deleted } })
    }
    return deleted
  }

  function runAfter(milliseconds: number): void {
    timer = setTimeout(() => {
      running = run()
        .catch((error: unknown) => log.error({ err: error }, 'old conversations could not be deleted'))
        .finally(() => {
          if (!stop.signal.aborted) runAfter(dayMs)
        })
    }, milliseconds).unref()
  }

  return {
    run,
    start: () => runAfter(firstAfterMs),
    close: async () => {
      stop.abort()
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
