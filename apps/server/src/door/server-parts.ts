import type { AuditDetail, Catalogue } from '@parlance/contract'
import type { Principal } from '../http/principal.ts'
import type { UserRow } from '../store/schema.ts'
import type { LentConnection, QueryScope } from './contract.ts'

/**
 * What the door needs from the server's features, which are in a higher layer. `app.ts` passes them in. They return
 * data and check access; the door decides what follows from it.
 */
export interface ServerParts {
  users: {
    /** Finds the account with the attributes that apply to it now. Null if there is none. */
    findNow(userId: string): Promise<{ user: UserRow; principal: Principal } | null>
  }
  connections: {
    /** @throws AppError connection_not_found, also for one that the caller may not use */
    place(principal: Principal, connectionId: string): Promise<PlacedConnection>
    /** The caller's selection; null if none. */
    getActive(principal: Principal): Promise<PlacedConnection | null>
    /** Checks access and lends. @throws AppError connection_not_found, connection_untested, database_unreachable */
    open(principal: Principal, connectionId: string): Promise<LentConnection>
    /** Lends without a user. @throws AppError connection_not_found, connection_untested, database_unreachable */
    openForServer(connectionId: string): Promise<LentConnection>
  }
  catalog: { get(connectionId: string): Promise<Catalogue> }
  areas: {
    /** @throws AppError area_not_found, area_unavailable, area_required */
    resolve(principal: Principal, place: { connectionId: string; areaId: string | null }): Promise<QueryScope>
    /** Null for an area without an owner, and for a deleted area. */
    ownerOf(areaId: string): Promise<string | null>
  }
  protection: {
    /** @throws AppError database_unreachable until an engine has identified this database */
    requireIdentified(connectionId: string): Promise<void>
  }
  audit: { record(record: QueryRecord): Promise<void> }
}

/** A connection as the door sees it before sending it anything. */
export interface PlacedConnection {
  id: string
  /** Whether it passed its test. */
  is_valid: boolean
  is_owner: boolean
}

/** The audit log's record of one query. */
export interface QueryRecord {
  action: 'query.run'
  outcome: 'allowed' | 'denied' | 'failed'
  userId: string
  targetKind: 'connection'
  targetId: string
  targetName: string | null
  /** Names, counts, and codes only (R21). */
  detail: AuditDetail
}
