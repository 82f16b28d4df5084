import type { Principal } from '../../../http/principal.ts'
import type { ConnectionsService } from '../../connections/service.ts'

/** Whether a user may know a database's name and contents. */
export type IsVisible = (connectionId: string) => boolean

/** Administrators see every database of an application. Owners of an area see those that they may use. */
export async function databaseVisibilityFor(
  principal: Principal,
  connections: Pick<ConnectionsService, 'usableIds'>,
): Promise<IsVisible> {
  if (principal.role === 'ADMIN') return () => true
  const usable = await connections.usableIds(principal)
  return (connectionId) => usable.has(connectionId)
}
