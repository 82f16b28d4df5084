import { auditGroupOf } from '@parlance/contract'
import type { AuditAction, AuditChange, AuditDetail, AuditEntry, AuditTargetKind } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { orderedId } from '../../lib/ordered-id.ts'
import { currentScope } from '../../http/request-scope.ts'
import type { NewRecord } from './store.ts'
import { findTargetName } from './target-name.ts'

export interface AuditRecord {
  action: AuditAction
  outcome: AuditEntry['outcome']
  /** Null for the signed-in user. */
  userId: string | null
  targetKind?: AuditTargetKind | null
  targetId?: string | null
  /** The target's name. If absent and the target still exists, it is looked up. */
  targetName?: string | null
  /** Only names, counts and codes, never values, predicates or secrets (R21). */
  detail?: AuditDetail
  /** What the action changed: see `changesBetween`. */
  changes?: AuditChange[]
  /** The address of the running request by default. */
  address?: string | null
  requestId?: string | null
}

/** Completes records with what the running request and the store know. Looks up each target's name once. */
export async function rowsOf(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  records: AuditRecord[],
): Promise<NewRecord[]> {
  const scope = currentScope()
  const names = new Map<string, string | null>()
  const nameOf = async ({ targetKind, targetId }: AuditRecord) => {
    if (!targetKind || !targetId) return null
    const name = names.get(`${targetKind} ${targetId}`) ?? (await findTargetName(store.db, targetKind, targetId))
    names.set(`${targetKind} ${targetId}`, name)
    return name
  }
  const rows: NewRecord[] = []
  for (const record of records) {
    rows.push({
      id: orderedId(),
      at: now().toISOString(),
      user_id: record.userId ?? scope?.userId ?? null,
      action: record.action,
      action_group: auditGroupOf(record.action),
      target_kind: record.targetKind ?? null,
      target_id: record.targetId ?? null,
      target_name: record.targetName ?? (await nameOf(record)),
      outcome: record.outcome,
      detail: JSON.stringify(record.detail ?? {}),
      changes: record.changes === undefined ? null : JSON.stringify(record.changes),
      address: record.address ?? scope?.address ?? null,
      request_id: record.requestId ?? scope?.requestId ?? null,
    })
  }
  return rows
}
