import { randomUUID } from 'node:crypto'
import type { AuditEntry, AuditFilter, AuditPage, AuditQuery } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { currentScope } from '../../http/request-scope.ts'
import { readCsv } from './csv-export.ts'
import { auditActions } from './route-actions.ts'
import { findTargetName } from './target-name.ts'
import { decodeCursor, encodeCursor, insertRecord, listRecords } from './store.ts'

export interface AuditRecord {
  /** A noun and a verb: `user.login`, `query.run`, `connection.test`. */
  action: string
  outcome: AuditEntry['outcome']
  /** Null for the signed-in user. */
  userId: string | null
  targetKind?: string | null
  targetId?: string | null
  /** The target's name. If absent and the target still exists, it is looked up. */
  targetName?: string | null
  /** Only names, counts and codes, never values, predicates or secrets (R21). */
  detail?: Record<string, string | number | boolean | null>
  /** The address of the running request by default. */
  address?: string | null
  requestId?: string | null
}

export interface AuditService {
  /**
   * Records an action with the address and id of the running request. Never fails the action: a record that cannot be
   * written is logged instead.
   */
  record(record: AuditRecord): Promise<void>
  /**
   * Records that someone looked at other users' access: once in ten minutes for the same target and connection, and
   * again when users appear who weren't recorded yet. Never fails, like `record`.
   * @param people the IDs of the users
   */
  recordLook(record: AuditRecord & { userId: string }, people: string[]): Promise<void>
  /** Lists records, newest first. @throws AppError bad_request for an unknown cursor */
  list(query: AuditQuery): Promise<AuditPage>
  /** Exports every record that matches the filter as CSV, newest first, page by page. */
  exportCsv(filter: AuditFilter): AsyncGenerator<string>
}

/** Milliseconds in which the same person looking at the same users again is the same look. */
const lookWindow = 10 * 60_000

export function createAuditService({ store, log, now }: Pick<AppContext, 'store' | 'log' | 'now'>): AuditService {
  async function targetNameOf({ targetKind, targetId }: AuditRecord): Promise<string | null> {
    return targetKind && targetId ? findTargetName(store.db, targetKind, targetId) : null
  }

  /** The log itself remembers, so all server processes know what one of them recorded. */
  async function peopleSeen({ action, userId, targetId, detail }: AuditRecord & { userId: string }): Promise<string[]> {
    const from = new Date(now().getTime() - lookWindow).toISOString()
    const filter = { action, user_id: userId, outcome: 'allowed' as const, from }
    const recent = await listRecords(store.db, filter, { after: null, limit: 1000 })
    return recent
      .filter((each) => each.target_id === (targetId ?? null) && each.detail['connection'] === detail?.['connection'])
      .flatMap((each) => String(each.detail['people'] ?? '').split(' '))
  }

  const service: AuditService = {
    recordLook: async (record, people) => {
      const seen = await peopleSeen(record).catch((): string[] => [])
      const added = people.filter((id) => !seen.includes(id))
      if (seen.length > 0 && added.length === 0) return void currentScope()?.recorded.add(record.action)
      return service.record({ ...record, detail: { ...record.detail, people: added.join(' ') } })
    },
    record: async (record) => {
      const scope = currentScope()
      scope?.recorded.add(record.action)
      try {
        await insertRecord(store.db, {
          id: randomUUID(),
          at: now().toISOString(),
          user_id: record.userId ?? scope?.userId ?? null,
          action: record.action,
          target_kind: record.targetKind ?? null,
          target_id: record.targetId ?? null,
          target_name: record.targetName ?? (await targetNameOf(record)),
          outcome: record.outcome,
          detail: JSON.stringify(record.detail ?? {}),
          address: record.address ?? scope?.address ?? null,
          request_id: record.requestId ?? scope?.requestId ?? null,
        })
      } catch (error) {
        log.error({ err: error, action: record.action }, 'could not write an audit record')
      }
    },
    list: async ({ cursor, limit, ...filter }) => {
      const after = cursor === undefined ? null : decodeCursor(cursor)
      const records = await listRecords(store.db, filter, { after, limit: limit + 1 })
      const page = records.slice(0, limit)
      const last = page.at(-1)
      const hasMore = records.length > limit && last !== undefined
      return { records: page, next_cursor: hasMore ? encodeCursor(last) : null, actions: auditActions }
    },
    exportCsv: (filter) => readCsv((after, limit) => listRecords(store.db, filter, { after, limit })),
  }
  return service
}
