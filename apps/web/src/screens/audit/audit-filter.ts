import { auditGroups, auditOutcomes, type AuditFilter } from '../../api/audit.ts'

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
  const since = from === undefined ? null : startOf(from, 0)
  const until = to === undefined ? null : startOf(to, 1)
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

/** When a day begins in the reader's time zone, shifted by `daysLater` days. */
function startOf(day: string, daysLater: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (parts === null) return null
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + daysLater)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
