import type { UserPage } from '@parlance/contract'
import type { UserListRequest } from '../../api/user-directory.ts'

export const userFilters = ['all', 'active', 'inactive', 'pending'] as const
export type UserFilter = (typeof userFilters)[number]

/** The states that each status filter of the cards finds: pending ones are neither active nor inactive. */
export const stateOf = {
  all: undefined,
  active: 'active',
  inactive: 'deactivated',
  pending: 'pending',
} as const satisfies Record<UserFilter, UserListRequest['state']>

/** How many of all accounts match each status filter. */
export function countsOf({ total, states }: Pick<UserPage, 'total' | 'states'>): Record<UserFilter, number> {
  return {
    all: total,
    active: states.active,
    inactive: states.inactive + states.invited,
    pending: states.pending,
  }
}
