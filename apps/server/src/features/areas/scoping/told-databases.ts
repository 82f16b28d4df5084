import type { Principal } from '../../../http/principal.ts'
import type { ConnectionsService } from '../../connections/service.ts'

/** Whether somebody may know a database by its name and what is in it. */
export type IsTold = (connectionId: string) => boolean

/** Administrators are told of every database of an application, owners of an area of those that they may use. */
export async function databasesToldTo(
  principal: Principal,
  connections: Pick<ConnectionsService, 'usableIds'>,
): Promise<IsTold> {
  if (principal.role === 'ADMIN') return () => true
  const usable = await connections.usableIds(principal)
  return (connectionId) => usable.has(connectionId)
}
