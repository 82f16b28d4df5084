import type { ConnectionUse, DatabaseConfiguration } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { PlacedConnection } from '../../door/server-parts.ts'
import { mayUse } from './policy.ts'
import { presentConnection } from './present.ts'
import { findActiveId, findConnectionOrFile, listConnections, listUses, setActiveId } from './store.ts'
import type { ConnectionDetails, Handle } from './store.ts'

/** Decides which connections a user may use, and which one is selected. */
export interface SelectionService {
  /** Lists every connection that the caller may use. */
  list(principal: Principal): Promise<DatabaseConfiguration[]>
  /** Lists how each of those connections is used. */
  uses(principal: Principal): Promise<ConnectionUse[]>
  /** Lists the ids of every connection that the caller may use. */
  usableIds(principal: Principal): Promise<ReadonlySet<string>>
  /** What the door must know before a query. @throws AppError connection_not_found, also if the caller may not use it */
  place(principal: Principal, id: string): Promise<PlacedConnection>
  /** @throws AppError connection_not_found, also if the caller may not use it */
  get(principal: Principal, id: string): Promise<DatabaseConfiguration>
  /**
   * Returns the caller's selection, tested or not. Without one, returns the first tested connection that the caller may
   * use, or null.
   */
  getActive(principal: Principal): Promise<DatabaseConfiguration | null>
  /** @throws AppError connection_not_found, connection_untested */
  setActive(principal: Principal, id: string): Promise<DatabaseConfiguration>
  /** Returns the row of a connection that the caller may use. @throws AppError connection_not_found */
  usable(principal: Principal, id: string): Promise<ConnectionDetails>
}

export function createSelection({ store, now }: AppContext): SelectionService {
  async function usable(principal: Principal, id: string): Promise<ConnectionDetails> {
    const details = await findConnectionOrFile(store.db, principal.userId, id)
    if (details === null || !mayUse(principal, details.connection, details.isGranted)) {
      throw new AppError('connection_not_found')
    }
    return details
  }

  const usableIds = async (principal: Principal) =>
    new Set((await listUsable(store.db, principal)).map(({ connection }) => connection.id))

  return {
    usable,
    list: async (principal) => {
      const details = await listUsable(store.db, principal)
      const active = await activeAmong(store.db, principal, details)
      return details.map((each) => presentConnection(each, principal, active))
    },
    usableIds,
    place: async (principal, id) => {
      const { connection } = await usable(principal, id)
      return { id, is_valid: connection.is_valid === 1, is_owner: connection.owner_id === principal.userId }
    },
    uses: async (principal) => {
      const usableOnes = await usableIds(principal)
      return (await listUses(store.db)).filter(({ id }) => usableOnes.has(id))
    },
    get: async (principal, id) => {
      const details = await usable(principal, id)
      return presentConnection(details, principal, await activeIdOf(store.db, principal))
    },
    getActive: async (principal) => {
      const details = await listUsable(store.db, principal)
      const active = await activeAmong(store.db, principal, details)
      const found = details.find(({ connection }) => connection.id === active)
      return found === undefined ? null : presentConnection(found, principal, active)
    },
    setActive: async (principal, id) => {
      const details = await usable(principal, id)
      if (details.connection.session_id !== null) throw new AppError('connection_not_found')
      if (details.connection.is_valid === 0) throw new AppError('connection_untested')
      await setActiveId(store.db, principal.userId, id, now().toISOString())
      return presentConnection(details, principal, id)
    },
  }
}

/** Returns the id of the caller's effective selection, or null. */
export async function activeIdOf(db: Handle, principal: Principal): Promise<string | null> {
  return activeAmong(db, principal, await listUsable(db, principal))
}

async function listUsable(db: Handle, principal: Principal): Promise<ConnectionDetails[]> {
  const all = await listConnections(db, principal.userId)
  return all.filter(({ connection, isGranted }) => mayUse(principal, connection, isGranted))
}

async function activeAmong(db: Handle, principal: Principal, usable: ConnectionDetails[]): Promise<string | null> {
  const selected = await findActiveId(db, principal.userId)
  const connections = usable.map(({ connection }) => connection)
  const found = connections.find(({ id }) => id === selected) ?? connections.find(({ is_valid }) => is_valid === 1)
  return found?.id ?? null
}
