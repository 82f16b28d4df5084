import type { Principal } from '../../../http/principal.ts'
import type { AreaStanding } from '../store/area-store.ts'

type Standing = Pick<AreaStanding, 'ownerId' | 'visibility' | 'isGranted'>

/** Questions run in an area of one's own, in a public one, and in a restricted one that was granted. */
export function mayUse(principal: Principal, area: Standing): boolean {
  if (ownsIt(principal, area) || area.visibility === 'public') return true
  return area.visibility === 'restricted' && (area.isGranted || principal.role === 'ADMIN')
}

/** Administrators see every area, also private ones in which they may not ask. */
export function maySee(principal: Principal, area: Standing): boolean {
  return principal.role === 'ADMIN' || mayUse(principal, area)
}

/** Its owner and administrators change and delete an area. */
export function mayEdit(principal: Principal, area: Pick<Standing, 'ownerId'>): boolean {
  return principal.role === 'ADMIN' || ownsIt(principal, area)
}

/** Access to a restricted area is granted by its owner and by administrators. */
export function mayManageAccess(principal: Principal, area: Pick<Standing, 'ownerId' | 'visibility'>): boolean {
  return area.visibility === 'restricted' && mayEdit(principal, area)
}

/** Administrators see every owner's name, others that of public and restricted areas which are not theirs. */
export function seesOwner(principal: Principal, area: Pick<Standing, 'ownerId' | 'visibility'>): boolean {
  return principal.role === 'ADMIN' || (area.visibility !== 'private' && !ownsIt(principal, area))
}

/** An area with whether this person was let in to its protected tables; every administrator is, as far as its rules go. */
export function metBy<A extends Pick<AreaStanding, 'isReachApproved'>>(principal: Principal, area: A): A {
  return principal.role === 'ADMIN' ? { ...area, isReachApproved: true } : area
}

export function ownsIt(principal: Principal, { ownerId }: Pick<Standing, 'ownerId'>): boolean {
  return ownerId === principal.userId
}
