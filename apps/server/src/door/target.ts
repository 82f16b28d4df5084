import { message } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { ServerParts } from './server-parts.ts'

/** The database and area of a question. */
export interface QueryTarget {
  connectionId: string
  areaId: string | null
}

export interface QueryTargets {
  /**
   * Resolves the named database, or the caller's selected one, and the area that applies there.
   * @throws AppError no_database, connection_not_found, connection_untested, and the area's own
   */
  find: (principal: Principal, wanted: { connectionId: string | null; areaId: string | null }) => Promise<QueryTarget>
}

export function createQueryTargets({ connections, areas }: Pick<ServerParts, 'connections' | 'areas'>): QueryTargets {
  return {
    find: async (principal, wanted) => {
      const connection =
        wanted.connectionId === null
          ? await connections.getActive(principal)
          : await connections.place(principal, wanted.connectionId)
      if (!connection) throw new AppError('no_database')
      if (!connection.is_valid) throw new AppError('connection_untested', { detail: untestedText })
      const { areaId } = await areas.resolve(principal, { connectionId: connection.id, areaId: wanted.areaId })
      return { connectionId: connection.id, areaId }
    },
  }
}

const untestedText = message(
  'This database configuration has not been tested yet. Please go to Database Management to test the connection before using it.',
)
