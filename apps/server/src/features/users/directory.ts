import { byteOrderMark, csvHeader, csvLines, userStates } from '@parlance/contract'
import type { ListedUser, ResultColumn, UserFilter, UserPage, UserSearchQuery } from '@parlance/contract'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { findConflictingUsers } from '../../effective-rights/conflicting-users.ts'
import { countGrants } from '../../effective-rights/granted.ts'
import { effectiveUsers } from '../../effective-rights/effective-user.ts'
import { countStates, findUserPage } from './find-users.ts'
import { presentManagedUser } from './present.ts'

/** Finds users for administrators, a page at a time. */
export interface UserDirectory {
  search(query: UserSearchQuery): Promise<UserPage>
  /** Exports every user that matches as CSV, by name, page by page. Records that the administrator did. */
  exportCsv(admin: Principal, filter: UserFilter): Promise<AsyncGenerator<string>>
}

const exportedPage = 500
const columns = [
  { name: 'email', kind: 'text' },
  { name: 'username', kind: 'text' },
  { name: 'organization', kind: 'text' },
  { name: 'role', kind: 'text' },
  { name: 'state', kind: 'text' },
  { name: 'daily_query_count', kind: 'integer' },
  { name: 'daily_query_limit', kind: 'integer' },
  { name: 'monthly_query_count', kind: 'integer' },
  { name: 'monthly_query_limit', kind: 'integer' },
  { name: 'granted_areas', kind: 'integer' },
  { name: 'granted_databases', kind: 'integer' },
  { name: 'last_active_at', kind: 'text' },
  { name: 'created_at', kind: 'text' },
] as const satisfies { name: keyof ListedUser; kind: ResultColumn['kind'] }[]

export function createUserDirectory(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  { license, audit }: { license: Pick<LicenseService, 'isPremium'>; audit: Pick<AuditService, 'record'> },
): UserDirectory {
  async function search(query: UserSearchQuery): Promise<UserPage> {
    const moment = now()
    const { users, matching } = await findUserPage(store.db, query, moment)
    const grants = await countGrants(
      store.db,
      users.map(({ id }) => id),
    )
    const counted = await countStates(store.db, moment)
    const effectiveOf = await effectiveUsers(store.db, users)
    const conflicting = await findConflictingUsers(store.db)
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
        is_connected: Boolean(user.is_connected),
      })),
      matching,
      conflicting: conflicting.length,
      total: userStates.reduce((sum, state) => sum + (counted[state] ?? 0), 0),
      states: {
        active: (counted.active ?? 0) + (counted.limit_reached ?? 0),
        inactive: counted.inactive ?? 0,
        pending: counted.pending ?? 0,
        invited: counted.invited ?? 0,
        limit_reached: counted.limit_reached ?? 0,
      },
    }
  }

  async function* lines(filter: UserFilter): AsyncGenerator<string> {
    yield byteOrderMark + csvHeader(csvColumns)
    for (let page = 1; ; page += 1) {
      const { users } = await search({ ...filter, sort: 'name', order: 'asc', page, page_size: exportedPage })
      if (users.length > 0) yield csvLines(users.map(csvRow), csvColumns)
      if (users.length < exportedPage) return
    }
  }

  return {
    search,
    exportCsv: async (admin, filter) => {
      const detail = { filters: Object.keys(filter).join(', ') }
      await audit.record({ action: 'user.export', outcome: 'allowed', userId: admin.userId, detail })
      return lines(filter)
    },
  }
}

const csvColumns: ResultColumn[] = columns.map((column) => ({ ...column, dataType: column.kind }))

function csvRow(user: ListedUser): (string | number | null)[] {
  return columns.map(({ name }) => user[name])
}
