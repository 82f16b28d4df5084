import { userStates } from '@parlance/contract'
import type { UserPage, UserSearchQuery } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { LicenseService } from '../license/service.ts'
import { countGrants } from '../../effective-rights/granted.ts'
import { effectiveUsers } from '../../effective-rights/effective-user.ts'
import { countStates, findUserPage } from './find-users.ts'
import { presentManagedUser } from './present.ts'

/** Finds users for administrators, a page at a time. */
export interface UserDirectory {
  search(query: UserSearchQuery): Promise<UserPage>
}

export function createUserDirectory(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { license }: { license: Pick<LicenseService, 'isPremium'> },
): UserDirectory {
  return {
    search: async (query) => {
      const moment = now()
      const { users, matching } = await findUserPage(store.db, query, moment)
      const grants = await countGrants(
        store.db,
        users.map(({ id }) => id),
      )
      const counted = await countStates(store.db, moment)
      const effectiveOf = await effectiveUsers(store.db, users)
      const isPremium = await license.isPremium()
      return {
        users: users.map((user) => ({
          ...presentManagedUser(user, { isPremium, now: moment, effective: effectiveOf(user) }),
          state: user.state,
          last_active_at: user.last_active_at,
          invited_at: user.invited_at,
          invitation_expires_at: user.invitation_expires_at,
          granted_areas: grants.areas.get(user.id) ?? 0,
          granted_databases: grants.databases.get(user.id) ?? 0,
        })),
        matching,
        total: userStates.reduce((sum, state) => sum + (counted[state] ?? 0), 0),
        states: {
          active: (counted.active ?? 0) + (counted.limit_reached ?? 0),
          inactive: counted.inactive ?? 0,
          pending: counted.pending ?? 0,
          invited: counted.invited ?? 0,
          limit_reached: counted.limit_reached ?? 0,
        },
      }
    },
  }
}
