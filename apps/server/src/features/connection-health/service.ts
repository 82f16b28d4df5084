import type { CheckInterval } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { startPeriodicJob, type PeriodicJob } from '../../lib/periodic-job.ts'
import type { ConnectionRow } from '../../store/schema.ts'
import type { AuditService } from '../audit/service.ts'
import type { CheckOutcome, ConnectionsService } from '../connections/service.ts'
import type { EmailService } from '../email/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { reportChanges } from './report.ts'
import { claimDue, endClaim, makeAllDue, rememberChange } from './store.ts'

const minuteMs = 60_000
/** How often to look for checks that are due. */
const everyMs = minuteMs
const firstAfterMs = minuteMs / 2
/** Longer than any check takes, also with a whole test after it. */
const leaseMs = 10 * minuteMs
/** The checks that run at a time in one process, so that a failing network does not open many sockets. */
const atOnce = 4
const intervalMs: Record<Exclude<CheckInterval, 'off'>, number> = { hourly: 60 * minuteMs, daily: 24 * 60 * minuteMs }
/** A failure is confirmed soon, and a failed connection is checked more often, so that it is ready again soon. */
const confirmMs = minuteMs
const failedMs = 5 * minuteMs

/** Scheduled checks of connections, and the emails about what changed. */
export interface ConnectionHealth {
  interval(): Promise<CheckInterval>
  /** A new interval makes every check due. */
  setInterval(interval: CheckInterval, by: string): Promise<void>
  /** Checks every connection that is due, a few at a time, and reports changes. */
  checkDue(signal: AbortSignal): Promise<void>
  /** Begins to check from time to time. */
  start(): void
  close(): Promise<void>
}

export interface ConnectionHealthDependencies {
  connections: Pick<ConnectionsService, 'health'>
  settings: Pick<SettingsService, 'get' | 'set'>
  audit: Pick<AuditService, 'record'>
  email: Pick<EmailService, 'queue' | 'deliver'>
}

export function createConnectionHealth(
  context: AppContext,
  { connections, settings, audit, email }: ConnectionHealthDependencies,
): ConnectionHealth {
  const { store, now, log } = context
  let job: PeriodicJob | null = null
  const momentAfter = (ms: number): string => new Date(now().getTime() + ms).toISOString()
  const interval = () => settings.get('connection_checks')

  async function checkOne(row: ConnectionRow, everyIntervalMs: number): Promise<void> {
    let outcome: CheckOutcome | null = null
    try {
      outcome = await connections.health.check(row.id)
      if (outcome === 'failed' || outcome === 'recovered') {
        await rememberChange(store.db, row, outcome)
        const result = outcome === 'failed' ? 'failed' : 'allowed'
        const target = { targetKind: 'connection', targetId: row.id } as const
        await audit.record({ action: 'connection.check', outcome: result, userId: null, ...target })
      }
    } catch (error) {
      log.warn({ err: error, connection: row.id }, 'could not check a connection')
    } finally {
      await endClaim(store.db, row.id, momentAfter(spread(delayAfter(row, outcome, everyIntervalMs))))
    }
  }

  async function checkDue(signal: AbortSignal): Promise<void> {
    const chosen = await interval()
    if (chosen === 'off') return
    const lanes = Array.from({ length: atOnce }, async () => {
      while (!signal.aborted) {
        const row = await claimDue(store.db, { now: momentAfter(0), until: momentAfter(leaseMs) })
        if (row === null) return
        await checkOne(row, intervalMs[chosen])
      }
    })
    await Promise.all(lanes)
    await reportChanges(context, email)
  }

  return {
    interval,
    setInterval: async (next, by) => {
      const before = await interval()
      await settings.set('connection_checks', next, by)
      if (next !== before) await makeAllDue(store.db)
    },
    checkDue,
    start: () => {
      job ??= startPeriodicJob(log, { failure: 'could not check connections', everyMs, firstAfterMs }, checkDue)
    },
    close: async () => job?.close(),
  }
}

function delayAfter(
  { is_valid: isValid }: ConnectionRow,
  outcome: CheckOutcome | null,
  everyIntervalMs: number,
): number {
  if (outcome === 'doubtful') return confirmMs
  const isFailing = outcome === 'failed' || (isValid === 0 && outcome === 'same')
  return isFailing ? Math.min(failedMs, everyIntervalMs) : everyIntervalMs
}

/** Spreads checks over a tenth of their interval, so that they don't all come due at once. */
function spread(ms: number): number {
  return ms * (0.95 + 0.1 * Math.random())
}
