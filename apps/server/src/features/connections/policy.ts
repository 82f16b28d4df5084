import type { Principal } from '../../http/principal.ts'
import type { ConnectionRow } from '../../store/schema.ts'

/** A connection may be used by everyone when public, by its owner, and by those it was granted to when restricted. */
export function mayUse(principal: Principal, connection: ConnectionRow, isGranted: boolean): boolean {
  if (connection.owner_id === principal.userId) return true
  if (connection.visibility === 'public') return true
  return connection.visibility === 'restricted' && (isGranted || principal.role === 'ADMIN')
}

/** Access to a restricted connection is managed by its owner and by administrators. */
export function mayManageAccess(principal: Principal, connection: ConnectionRow): boolean {
  if (connection.visibility !== 'restricted') return false
  return principal.role === 'ADMIN' || connection.owner_id === principal.userId
}
