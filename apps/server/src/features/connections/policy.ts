import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'

/**
 * Everyone may use a public connection. Otherwise its owner may, and users whom a restricted one was granted to. A
 * limited API token may use only those that it names.
 */
export function mayUse(principal: Principal, connection: ConnectionRow, isGranted: boolean): boolean {
  if (principal.limits?.connectionIds?.has(connection.id) === false) return false
  if (ownsIt(principal, connection)) return true
  if (connection.visibility === 'public') return true
  return connection.visibility === 'restricted' && (isGranted || principal.role === 'ADMIN')
}

/** Administrators change their own connections, and other users' connections that they may use. */
export function mayManage(principal: Principal): boolean {
  return principal.role === 'ADMIN'
}

/** Administrators and the owner may refresh the catalog. */
export function mayRefresh(principal: Principal, connection: ConnectionRow): boolean {
  return principal.role === 'ADMIN' || connection.owner_id === principal.userId
}

/** Administrators and the owner manage access to a restricted connection. */
export function mayManageAccess(principal: Principal, connection: ConnectionRow): boolean {
  if (connection.visibility !== 'restricted') return false
  return principal.role === 'ADMIN' || connection.owner_id === principal.userId
}

/** Connections that the installation created belong to its administrators. */
export function ownsIt(principal: Principal, connection: ConnectionRow): boolean {
  if (connection.owner_id === null) return principal.role === 'ADMIN'
  return connection.owner_id === principal.userId
}
