import { auditGroups, auditOutcomes, type AuditFilter } from '../../api/audit.ts'
import { startOfDay } from '../../lib/start-of-day.ts'

/** The filters in the address; days are in the reader's time zone, both inclusive. */
export interface AuditSearch {
  user?: string | undefined
  group?: string | undefined
  action?: string | undefined
  /** The ID of what the records are about. */
  target?: string | undefined
  outcome?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** The text to search for. */
  q?: string | undefined
}

/** No filters. */
export const noFilters = {
  user: undefined,
  group: undefined,
  action: undefined,
  target: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
} as const satisfies Record<keyof AuditSearch, undefined>

/** The server request; leaves out invalid days, groups, and outcomes. */
export function filterOf({ user, group, action, target, outcome, from, to, q }: AuditSearch): AuditFilter {
  const known = auditOutcomes.find((candidate) => candidate === outcome)
  const knownGroup = auditGroups.find((candidate) => candidate === group)
  const since = startOfDay(from, 0)
  const until = startOfDay(to, 1)
  const search = q?.trim() ?? ''
  return {
    ...(user !== undefined && { user_id: user }),
    ...(knownGroup !== undefined && { group: knownGroup }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target_id: target }),
    ...(known !== undefined && { outcome: known }),
    ...(since !== null && { from: since }),
    ...(until !== null && { to: until }),
    ...(search !== '' && { search }),
  }
}
