import { message, patternOf, wireMessage } from '@parlance/contract'
import type { AccessChange, UpdateUserAccessResponse, UserAccess } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { grantsOfGroups } from '../../effective-rights/granted.ts'
import type { UserRow } from '../../store/schema.ts'
import type { AreasService } from '../areas/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { UsersService } from '../users/service.ts'

/** Manages one user's access to the restricted databases and business areas that the caller manages. */
export interface UserAccessService {
  /** @throws AppError not_found */
  get(admin: Principal, userId: string): Promise<UserAccess>
  /** Applies each change independently. The answer lists the ones that failed. @throws AppError not_found */
  update(admin: Principal, userId: string, changes: AccessChange[]): Promise<UpdateUserAccessResponse>
}

export interface UserAccessDependencies {
  users: Pick<UsersService, 'find'>
  connections: Pick<ConnectionsService, 'list' | 'access'>
  areas: Pick<AreasService, 'listAccess' | 'setAccess'>
}

export function createUserAccessService(
  { log, store }: Pick<AppContext, 'log' | 'store'>,
  { users, connections, areas }: UserAccessDependencies,
): UserAccessService {
  async function requireUser(id: string): Promise<UserRow> {
    const user = await users.find(id)
    if (user === null)
      throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
    return user
  }

  async function get(admin: Principal, userId: string): Promise<UserAccess> {
    const { id } = await requireUser(userId)
    const granted = await connections.access.grantedTo(id)
    const through = await grantsOfGroups(store.db, id)
    const managed = (await connections.list(admin)).filter(
      ({ visibility, can_manage_access }) => visibility === 'restricted' && can_manage_access,
    )
    return {
      user_id: id,
      databases: managed.map((database) => ({
        id: database.id,
        config_id: database.id,
        name: database.name,
        description: database.description,
        db_type: database.db_type,
        owner_name: database.owner_name,
        is_owner: database.user_id === id,
        has_access: database.user_id === id || granted.has(database.id),
        groups: through.get(database.id) ?? [],
      })),
      business_areas: (await areas.listAccess(admin, id)).map((area) => ({
        ...area,
        groups: through.get(area.area_id) ?? [],
      })),
    }
  }

  async function apply(admin: Principal, user: UserRow, { type, id, has_access }: AccessChange): Promise<void> {
    if (type === 'business_area') return areas.setAccess(admin, id, { userId: user.id, hasAccess: has_access })
    if (has_access) await connections.access.grant(admin, id, user.email)
    else if ((await connections.access.grantedTo(user.id)).has(id)) await connections.access.revoke(admin, id, user.id)
    // Revoking missing access succeeds, but the list call checks that the caller may manage this database.
    else await connections.access.list(admin, id)
  }

  return {
    get,
    update: async (admin, userId, changes) => {
      const user = await requireUser(userId)
      const names = namesOf(await get(admin, userId))
      const failed: UpdateUserAccessResponse['failed'] = []
      for (const change of changes) {
        try {
          await apply(admin, user, change)
        } catch (error) {
          const known = error instanceof AppError ? error : new AppError('internal', { cause: error })
          if (known.code === 'internal')
            log.error({ err: error, user: userId }, 'could not change the access of a user')
          const { type, id } = change
          const name = names.get(`${type} ${id}`) ?? id
          failed.push({ type, id, name, detail: known.detail, ...patternOf(known.text), code: known.code })
        }
      }
      const succeeded = changes.length - failed.length
      return { total: changes.length, succeeded, ...messageOf(succeeded, changes.length), failed }
    },
  }
}

function namesOf({ databases, business_areas }: UserAccess): Map<string, string> {
  return new Map([
    ...databases.map(({ id, name }) => [`database ${id}`, name] as const),
    ...business_areas.map(({ area_id, area_name }) => [`business_area ${area_id}`, area_name] as const),
  ])
}

function messageOf(succeeded: number, total: number): Pick<UpdateUserAccessResponse, 'message' | 'pattern' | 'values'> {
  if (succeeded === total) return { message: null }
  if (succeeded === 0) return wireMessage(message('Failed to save any changes.'))
  return wireMessage(
    message('Some changes could not be saved. {succeeded} of {total} changes were successful.', { succeeded, total }),
  )
}
