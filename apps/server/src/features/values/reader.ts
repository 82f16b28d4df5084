import { AppError } from '../../lib/errors.ts'
import type { AuditDetail } from '@parlance/contract'
import type { AuditService } from '../audit/service.ts'
import { buildIndex, leaseMs, LostLease, newLease } from './build-index.ts'
import type { IndexParts } from './build-index.ts'
import { deleteUnused, failLease, takeLease } from './store.ts'
import type { IndexCandidate } from './store.ts'

/** Reads values of databases under a lease, and records how each reading ended. */
export interface ValueReader {
  /** Concurrent calls share one reading. Does nothing while another process reads. Never rejects for a failed reading. */
  read(candidate: Pick<IndexCandidate, 'id' | 'revision'>): Promise<void>
  /** Stops running readings and waits for their end. */
  close(): Promise<void>
}

export function createReader(parts: IndexParts, audit: Pick<AuditService, 'record'>): ValueReader {
  const { store, now, log } = parts.context
  const running = new Map<string, Promise<void>>()
  const stop = new AbortController()
  const momentAfter = (ms: number) => new Date(now().getTime() + ms).toISOString()

  async function read({ id, revision }: Pick<IndexCandidate, 'id' | 'revision'>): Promise<void> {
    const lease = newLease(id)
    if (!(await takeLease(store.db, lease, { now: momentAfter(0), until: momentAfter(leaseMs) }))) return
    try {
      const totals = await buildIndex(parts, lease, { revision, signal: stop.signal })
      if (totals === null) throw new LostLease(changedText)
      const { column_count: columns, value_count: values, skipped_count: skipped } = totals
      await record(id, 'allowed', { columns, values, skipped })
    } catch (error) {
      await failLease(store.db, lease, describe(error), momentAfter(0))
      await deleteUnused(store.db, id)
      if (error instanceof LostLease || stop.signal.aborted) return
      log.warn({ err: error, connection: id }, 'could not read the values of a database')
      await record(id, 'failed', error instanceof AppError ? { code: error.code } : {})
    }
  }

  async function record(id: string, outcome: 'allowed' | 'failed', detail: AuditDetail) {
    const target = { targetKind: 'connection', targetId: id } as const
    await audit.record({ action: 'connection.read-values', outcome, userId: null, ...target, detail })
  }

  return {
    read: (candidate) => {
      const known = running.get(candidate.id)
      if (known !== undefined) return known
      const reading = read(candidate).finally(() => running.delete(candidate.id))
      running.set(candidate.id, reading)
      return reading
    },
    close: async () => {
      stop.abort()
      await Promise.all(running.values())
    },
  }
}

const changedText = 'The connection changed while its values were read.'

/** For administrators and owners. An AppError's text is safe for everyone (R21). */
function describe(error: unknown): string {
  if (error instanceof LostLease) return changedText
  return error instanceof AppError
    ? error.detail
    : 'Could not read the values. Check the connection, then read them again.'
}
