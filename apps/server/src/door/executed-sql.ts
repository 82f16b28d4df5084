import type { Principal } from '../http/principal.ts'

/** Whose the place is that a query ran in. */
export interface QueryPlaceOwners {
  /** The business area's owner; null: it ran in no area. */
  area: { ownerId: string | null } | null
  ownsConnection: boolean
}

/**
 * The rewritten SQL tells how rows and columns are protected, so it is shown to administrators and to whom the place
 * belongs: the business area, or the database where there is no area.
 */
export function mayReadExecutedSql(principal: Principal, { area, ownsConnection }: QueryPlaceOwners): boolean {
  if (principal.role === 'ADMIN') return true
  return area === null ? ownsConnection : area.ownerId === principal.userId
}
