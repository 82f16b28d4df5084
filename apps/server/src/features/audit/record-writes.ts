import type { RecordWrite } from '../../http/write-records.ts'
import { routeActions } from './route-actions.ts'
import type { AuditRecord, AuditService } from './service.ts'

/**
 * Records every request that may change something, unless the feature already recorded the same action with more
 * detail. Refused requests without a sign-in are left out, because they would let anyone fill the disk.
 */
export function createWriteRecorder(audit: AuditService): RecordWrite {
  return async ({ route, status, userId, params, bodyText, answeredId, recorded, refusal }) => {
    const known = routeActions[route]
    // A test finds a route that is missing in the table.
    if (known === null || known === undefined) return
    const { action, target = null, param = 'id', field, isRecordedByFeature = false } = known
    const outcome = outcomeOf(status)
    if (isRecordedByFeature && outcome === 'allowed') return
    if (recorded.has(action) || (userId === null && outcome !== 'allowed')) return
    await audit.record({
      action,
      outcome,
      userId,
      targetKind: target,
      targetId:
        target === null ? null : (params[param] ?? idOf(field === undefined ? null : bodyText(field)) ?? answeredId),
      detail: outcome === 'allowed' ? {} : { status, code: refusal?.code ?? null, reason: refusal?.text ?? null },
    })
  }
}

/** Anything else that a client sent in place of an ID could be a user's own words, which the log must not contain. */
function idOf(text: string | null): string | null {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null
}

/** Other users' resources answer 404, so 404 is a refusal as well. */
function outcomeOf(status: number): AuditRecord['outcome'] {
  if (status < 400) return 'allowed'
  return [401, 403, 404, 429].includes(status) ? 'denied' : 'failed'
}
