import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { AreasService } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { ExampleDetails } from './store.ts'

type Place = Pick<ExampleDetails, 'area_id' | 'connection_id'>

/** Decides who may approve the examples of a place, and who may still ask there. Reads the store at every call. */
export function exampleRights({
  connections,
  areas,
}: {
  connections: Pick<ConnectionsService, 'get'>
  areas: Pick<AreasService, 'ownerOf' | 'requireUsable'>
}) {
  /** Administrators decide about every area's examples. Owners decide only while they may use the database. */
  async function mayDecide(principal: Principal, { area_id, connection_id }: Place): Promise<boolean> {
    const isAdmin = principal.role === 'ADMIN'
    if (area_id !== null && isAdmin) return true
    const connection = await connections.get(principal, connection_id).catch(() => null)
    if (connection === null) return false
    if (area_id !== null) return (await areas.ownerOf(area_id)) === principal.userId
    return isAdmin || connection.is_owner
  }

  /**
   * Checks that the caller may ask there now.
   * @throws AppError connection_not_found, area_not_found, area_unavailable
   */
  async function requireReach(principal: Principal, { area_id, connection_id }: Place): Promise<void> {
    await connections.get(principal, connection_id)
    if (area_id !== null) await areas.requireUsable(principal, { connectionId: connection_id, areaId: area_id })
  }

  const mayReach = (principal: Principal, place: Place): Promise<boolean> =>
    requireReach(principal, place).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )

  return { mayDecide, mayReach, requireReach }
}

export type ExampleRights = ReturnType<typeof exampleRights>
