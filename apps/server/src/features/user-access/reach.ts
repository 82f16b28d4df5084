import { message } from '@parlance/contract'
import type { UserReach } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { AreasService } from '../areas/service.ts'
import type { AuditService } from '../audit/service.ts'
import type { ConnectionsService } from '../connections/service.ts'
import type { UsersService } from '../users/service.ts'

/** Shows administrators what a user can reach, without acting as them. */
export interface UserReachService {
  /**
   * Lists the databases and areas that a user can use, and the attributes and limits that apply. Private databases of
   * other users are only counted, as everywhere. Records that the administrator looked.
   * @throws AppError not_found
   */
  read(admin: Principal, userId: string): Promise<UserReach>
}

export interface UserReachDependencies {
  users: Pick<UsersService, 'find' | 'effective'>
  connections: Pick<ConnectionsService, 'list'>
  areas: Pick<AreasService, 'listUsable'>
  audit: Pick<AuditService, 'recordLook'>
}

export function createUserReachService({ users, connections, areas, audit }: UserReachDependencies): UserReachService {
  return {
    read: async (admin, userId) => {
      const user = await users.find(userId)
      if (user === null)
        throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
      const { principal: person, dailyLimit, monthlyLimit } = await users.effective(user)
      const known = new Set((await connections.list(admin)).map(({ id }) => id))
      const databases = await connections.list(person)
      const seen = databases.filter(({ id }) => known.has(id))
      const usable = await areas.listUsable(person)
      await audit.recordLook(
        {
          action: 'user.review-access',
          outcome: 'allowed',
          userId: admin.userId,
          targetKind: 'user',
          targetId: userId,
        },
        [userId],
      )
      return {
        user_id: userId,
        username: user.username || user.email,
        email: user.email,
        role: user.role,
        can_sign_in: user.status === 'A' && user.is_active === 1,
        tenant_id: person.tenantId,
        tenant_name: person.tenantName,
        dept_id: person.deptId,
        attributes: person.attributes,
        daily_query_limit: dailyLimit,
        monthly_query_limit: monthlyLimit,
        databases: seen.map(({ id, name, visibility }) => ({ config_id: id, name, visibility })),
        private_databases: databases.length - seen.length,
        areas: usable.map((area) => ({
          area_id: area.area_id,
          area_name: area.area_name,
          visibility: area.visibility,
          databases: seen
            .filter(({ application_id }) => application_id === area.application_id)
            .map(({ id, name }) => ({ config_id: id, name })),
        })),
      }
    },
  }
}
