import type { DatabaseConfiguration } from '@parlance/contract'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import { mayUse } from './policy.ts'
import { presentConnection } from './present.ts'
import { findActiveId, findConnection, listConnections, setActiveId } from './store.ts'
import type { ConnectionDetails } from './store.ts'

/** Which connections a person may use, and which one they have selected. */
export interface SelectionService {
  /** Every connection that the caller may use. */
  list(principal: Principal): Promise<DatabaseConfiguration[]>
  /** @throws AppError connection_not_found, also for one that the caller may not use */
  get(principal: Principal, id: string): Promise<DatabaseConfiguration>
  /** The caller's selection, else the first tested connection that they may use; null when there is none. */
  getActive(principal: Principal): Promise<DatabaseConfiguration | null>
  /** @throws AppError connection_not_found, connection_untested */
  setActive(principal: Principal, id: string): Promise<DatabaseConfiguration>
  /** The row of a connection that the caller may use. @throws AppError connection_not_found */
  usable(principal: Principal, id: string): Promise<ConnectionDetails>
}

export function createSelection({ store, now }: AppContext): SelectionService {
  async function usable(principal: Principal, id: string): Promise<ConnectionDetails> {
    const details = await findConnection(store.db, principal.userId, id)
    if (details === null || !mayUse(principal, details.connection, details.isGranted)) {
      throw new AppError('connection_not_found')
    }
    return details
  }

  async function listUsable(principal: Principal): Promise<ConnectionDetails[]> {
    const all = await listConnections(store.db, principal.userId)
    return all.filter(({ connection, isGranted }) => mayUse(principal, connection, isGranted))
  }

  async function activeAmong(principal: Principal, usableOnes: ConnectionDetails[]): Promise<string | null> {
    const selected = await findActiveId(store.db, principal.userId)
    const tested = usableOnes.map(({ connection }) => connection).filter(({ is_valid }) => is_valid === 1)
    return (tested.find(({ id }) => id === selected) ?? tested[0])?.id ?? null
  }

  return {
    usable,
    list: async (principal) => {
      const details = await listUsable(principal)
      const active = await activeAmong(principal, details)
      return details.map((each) => presentConnection(each, principal, active))
    },
    get: async (principal, id) => {
      const details = await usable(principal, id)
      return presentConnection(details, principal, await activeAmong(principal, await listUsable(principal)))
    },
    getActive: async (principal) => {
      const details = await listUsable(principal)
      const active = await activeAmong(principal, details)
      const found = details.find(({ connection }) => connection.id === active)
      return found === undefined ? null : presentConnection(found, principal, active)
    },
    setActive: async (principal, id) => {
      const details = await usable(principal, id)
      if (details.connection.is_valid === 0) throw new AppError('connection_untested')
      await setActiveId(store.db, principal.userId, id, now().toISOString())
      return presentConnection(details, principal, id)
    },
  }
}
