import { message } from '@parlance/contract'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { UserRow } from '../../../store/schema.ts'
import type { ConnectionsService } from '../../connections/service.ts'
import type { UsersService } from '../../users/service.ts'
import type { AreaAccessService } from '../editing/area-access.ts'
import type { AreaRecord } from '../store/area-record.ts'

interface KnownUsers {
  users: Pick<UsersService, 'find'>
  areas: { access: Pick<AreaAccessService, 'isListed'> }
}

/**
 * Finds the user of a preview. Owners who aren't administrators know themselves and the users on the access list.
 * @throws AppError not_found, also for a user that the viewer may not know
 */
export async function requireKnown(
  { users, areas }: KnownUsers,
  viewer: Principal,
  area: AreaRecord,
  userId: string,
): Promise<UserRow> {
  const mayKnow =
    viewer.role === 'ADMIN' || userId === viewer.userId || (await areas.access.isListed(viewer, area, userId))
  const user = mayKnow ? await users.find(userId) : null
  if (user !== null) return user
  throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
}

/** Whether a user may use a connection. */
export async function canUse(
  connections: Pick<ConnectionsService, 'get'>,
  person: Principal,
  { id }: { id: string },
): Promise<boolean> {
  return connections.get(person, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

/** Whether a user may sign in. */
export function isActive({ status, is_active }: UserRow): boolean {
  return status === 'A' && is_active === 1
}
