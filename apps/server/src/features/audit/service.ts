import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'

export interface AuditRecord {
  /** Noun and verb: `user.login`, `query.run`, `connection.test`. */
  action: string
  outcome: 'allowed' | 'denied' | 'failed'
  userId: string | null
  targetKind?: string | null
  targetId?: string | null
  /** Names, counts and codes only: no values, predicates or secrets (R21). */
  detail?: Record<string, string | number | boolean | null>
  requestId?: string | null
}

export interface AuditService {
  /** Never fails the action that it records: a record that cannot be written is logged instead. */
  record(record: AuditRecord): Promise<void>
}

export function createAuditService({ store, log, now }: AppContext): AuditService {
  return {
    record: async (record) => {
      try {
        await store.db
          .insertInto('audit_log')
          .values({
            id: randomUUID(),
            at: now().toISOString(),
            user_id: record.userId,
            action: record.action,
            target_kind: record.targetKind ?? null,
            target_id: record.targetId ?? null,
            outcome: record.outcome,
            detail: JSON.stringify(record.detail ?? {}),
            request_id: record.requestId ?? null,
          })
          .execute()
      } catch (error) {
        log.error({ err: error, action: record.action }, 'an audit record could not be written')
      }
    },
  }
}
