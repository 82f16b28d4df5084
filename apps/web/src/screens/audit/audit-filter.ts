import { auditOutcomes, type AuditFilter } from '../../api/audit.ts'

/** The filters in the address; days are in the reader's time zone, both inclusive. */
export interface AuditSearch {
  user?: string | undefined
  action?: string | undefined
  outcome?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The server request; leaves out invalid days and outcomes. */
export function filterOf({ user, action, outcome, from, to }: AuditSearch): AuditFilter {
  const known = auditOutcomes.find((candidate) => candidate === outcome)
  const since = from === undefined ? null : startOf(from, 0)
  const until = to === undefined ? null : startOf(to, 1)
  return {
    ...(user !== undefined && { user_id: user }),
    ...(action !== undefined && { action }),
    ...(known !== undefined && { outcome: known }),
    ...(since !== null && { from: since }),
    ...(until !== null && { to: until }),
  }
}

/** When a day begins in the reader's time zone, shifted by `daysLater` days. */
function startOf(day: string, daysLater: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (parts === null) return null
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + daysLater)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
