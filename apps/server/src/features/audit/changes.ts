import type { AuditChange, AuditField, AuditValue } from '@parlance/contract'

/**
 * Lists the fields whose values differ, for `AuditRecord.changes`. Only for names, counts, and codes: use
 * `hiddenChange` for a secret, a predicate, or a value (R21).
 */
export function changesBetween(
  before: Partial<Record<AuditField, AuditValue>>,
  after: Partial<Record<AuditField, AuditValue>>,
): AuditChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field as AuditField] ?? null
    return old === value ? [] : [{ field, is_hidden: false, before: old, after: value }]
  })
}

/** A field that changed, whose values the log must not contain. */
export function hiddenChange(field: AuditField): AuditChange {
  return { field, is_hidden: true, before: null, after: null }
}
