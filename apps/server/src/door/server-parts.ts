import type { Catalogue } from '@parlance/contract'
import type { Principal } from '../http/principal.ts'
import type { UserRow } from '../store/schema.ts'
import type { LentConnection, QueryScope } from './contract.ts'

/**
 * What the door asks of the server's features, which are above it. `app.ts` passes them in. They answer with data and
 * check access; what follows from their answers is decided in the door.
 */
export interface ServerParts {
  users: {
    find(userId: string): Promise<UserRow | null>
    principalOf(user: UserRow): Principal
  }
  connections: {
    /** @throws AppError connection_not_found, also for one that the caller may not use */
    get(principal: Principal, connectionId: string): Promise<PlacedConnection>
    /** The caller's selection; null without any. */
    getActive(principal: Principal): Promise<PlacedConnection | null>
    /** Checks access and lends. @throws AppError connection_not_found, connection_untested, database_unreachable */
    open(principal: Principal, connectionId: string): Promise<LentConnection>
  }
  catalog: { get(connectionId: string): Promise<Catalogue> }
  areas: {
    /** @throws AppError area_not_found, area_unavailable, area_required */
    resolve(principal: Principal, place: { connectionId: string; areaId: string | null }): Promise<QueryScope>
    /** Null for an area without an owner, and for one that is gone. */
    ownerOf(areaId: string): Promise<string | null>
  }
  protection: {
    /** @throws AppError database_unreachable while no engine said which database this is */
    requireIdentified(connectionId: string): Promise<void>
  }
  audit: { record(record: QueryRecord): Promise<void> }
}

/** A connection as the door sees it before anything is asked of it. */
interface PlacedConnection {
  id: string
  /** Whether it passed its test. */
  is_valid: boolean
  is_owner: boolean
}

/** What the audit log gets of one query. */
export interface QueryRecord {
  action: 'query.run'
  outcome: 'allowed' | 'denied' | 'failed'
  userId: string
  targetKind: 'connection'
  targetId: string
  /** Names, counts and codes only (R21). */
  detail: Record<string, string | number | null>
}
