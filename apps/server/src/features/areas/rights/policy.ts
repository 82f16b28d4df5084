import type { Principal } from '../../../http/principal.ts'
import type { AreaBasics } from '../store/area-store.ts'

type AccessFields = Pick<AreaBasics, 'id' | 'ownerId' | 'visibility' | 'isGranted'>

/** A limited API token reaches only the areas that it names. */
function isInReach({ limits }: Principal, { id }: { id: string }): boolean {
  return limits?.areaIds?.has(id) !== false
}

/** An API token that is limited to areas cannot ask outside of areas. */
export function mayUseAllTables({ limits }: Principal): boolean {
  return (limits?.areaIds ?? null) === null
}

/** Users may ask in their own areas, in public ones, and in restricted ones that were granted to them. */
export function mayUse(principal: Principal, area: AccessFields): boolean {
  if (!isInReach(principal, area)) return false
  if (ownsIt(principal, area) || area.visibility === 'public') return true
  return area.visibility === 'restricted' && (area.isGranted || principal.role === 'ADMIN')
}

/** Administrators see every area, including private ones that they may not use. */
export function maySee(principal: Principal, area: AccessFields): boolean {
  return isInReach(principal, area) && (principal.role === 'ADMIN' || mayUse(principal, area))
}

/** The owner and administrators can change and delete an area. */
export function mayEdit(principal: Principal, area: Pick<AccessFields, 'id' | 'ownerId'>): boolean {
  return isInReach(principal, area) && (principal.role === 'ADMIN' || ownsIt(principal, area))
}

/** The owner and administrators grant access to a restricted area. */
export function mayManageAccess(
  principal: Principal,
  area: Pick<AccessFields, 'id' | 'ownerId' | 'visibility'>,
): boolean {
  return area.visibility === 'restricted' && mayEdit(principal, area)
}

/** Administrators see every owner's name. Other users see it for public and restricted areas that aren't theirs. */
export function seesOwner(principal: Principal, area: Pick<AccessFields, 'ownerId' | 'visibility'>): boolean {
  return principal.role === 'ADMIN' || (area.visibility !== 'private' && !ownsIt(principal, area))
}

/**
 * Adds whether the user is approved for the area's protected tables. Administrators always are, but its rules still
 * apply.
 */
export function metBy<A extends Pick<AreaBasics, 'isReachApproved'>>(principal: Principal, area: A): A {
  return principal.role === 'ADMIN' ? { ...area, isReachApproved: true } : area
}

export function ownsIt(principal: Principal, { ownerId }: Pick<AccessFields, 'ownerId'>): boolean {
  return ownerId === principal.userId
}
