import type { Principal } from '../http/principal.ts'
import type { ServerParts } from './server-parts.ts'

/** The owner of the place where a query ran. */
interface QueryPlaceOwners {
  /** The business area's owner; null if the query ran in no area. */
  area: { ownerId: string | null } | null
  ownsConnection: boolean
}

/** Whether a user may currently read what was done behind a question in a place: the SQL that ran, and prompts. */
export type ReadsExecutedSql = (
  principal: Principal,
  place: { connectionId: string | null; areaId: string | null },
) => Promise<boolean>

/** Looks up the owner of the place on every call, and decides with `mayReadExecutedSql`. */
export function createReadsExecutedSql({ areas, connections }: Pick<ServerParts, 'areas' | 'connections'>) {
  const reads: ReadsExecutedSql = async (principal, { connectionId, areaId }) => {
    if (connectionId === null) return false
    const area = areaId === null ? null : { ownerId: await areas.ownerOf(areaId) }
    const ownsConnection = await connections.place(principal, connectionId).then(
      (connection) => connection.is_owner,
      () => false,
    )
    return mayReadExecutedSql(principal, { area, ownsConnection })
  }
  return reads
}

/**
 * The rewritten SQL reveals how rows and columns are protected, and a prompt what an area's owner wrote, so only administrators and the place's owner may read
 * it: the owner of the business area, or of the database if there is no area.
 */
export function mayReadExecutedSql(principal: Principal, { area, ownsConnection }: QueryPlaceOwners): boolean {
  if (principal.role === 'ADMIN') return true
  return area === null ? ownsConnection : area.ownerId === principal.userId
}
