import type { Principal } from '../http/principal.ts'
import type { ServerParts } from './server-parts.ts'

/** Whose the place is that a query ran in. */
interface QueryPlaceOwners {
  /** The business area's owner; null: it ran in no area. */
  area: { ownerId: string | null } | null
  ownsConnection: boolean
}

/** Whether a user may now read what the database ran for a question that was asked in a place. */
export type ReadsExecutedSql = (
  principal: Principal,
  place: { connectionId: string | null; areaId: string | null },
) => Promise<boolean>

/** Reads whose the place is at every call, and decides by `mayReadExecutedSql`. */
export function createReadsExecutedSql({ areas, connections }: Pick<ServerParts, 'areas' | 'connections'>) {
  const reads: ReadsExecutedSql = async (principal, { connectionId, areaId }) => {
    if (connectionId === null) return false
    const area = areaId === null ? null : { ownerId: await areas.ownerOf(areaId) }
    const ownsConnection = await connections.get(principal, connectionId).then(
      (connection) => connection.is_owner,
      () => false,
    )
    return mayReadExecutedSql(principal, { area, ownsConnection })
  }
  return reads
}

/**
 * The rewritten SQL shows how rows and columns are protected, so only administrators and the owner of the place may read
 * it: of the business area, or of the database where there is no area.
 */
export function mayReadExecutedSql(principal: Principal, { area, ownsConnection }: QueryPlaceOwners): boolean {
  if (principal.role === 'ADMIN') return true
  return area === null ? ownsConnection : area.ownerId === principal.userId
}
