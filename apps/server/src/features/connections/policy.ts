import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'

/** A connection may be used by everyone when public, by its owner, and by those it was granted to when restricted. */
export function mayUse(principal: Principal, connection: ConnectionRow, isGranted: boolean): boolean {
  if (ownsIt(principal, connection)) return true
  if (connection.visibility === 'public') return true
  return connection.visibility === 'restricted' && (isGranted || principal.role === 'ADMIN')
}

/** Administrators change connections: their own, and those of others that they may use. */
export function mayManage(principal: Principal): boolean {
  return principal.role === 'ADMIN'
}

/** The catalogue is read again by administrators and by the owner. */
export function mayRefresh(principal: Principal, connection: ConnectionRow): boolean {
  return principal.role === 'ADMIN' || connection.owner_id === principal.userId
}

/** Access to a restricted connection is managed by its owner and by administrators. */
export function mayManageAccess(principal: Principal, connection: ConnectionRow): boolean {
  if (connection.visibility !== 'restricted') return false
  return principal.role === 'ADMIN' || connection.owner_id === principal.userId
}

/** What the installation itself made belongs to its administrators. */
export function ownsIt(principal: Principal, connection: ConnectionRow): boolean {
  if (connection.owner_id === null) return principal.role === 'ADMIN'
  return connection.owner_id === principal.userId
}
