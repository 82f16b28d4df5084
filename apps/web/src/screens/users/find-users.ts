import type { Account } from '../../api/users.ts'

export const userFilters = ['all', 'active', 'inactive', 'pending'] as const
export type UserFilter = (typeof userFilters)[number]

/** Whether an account matches a status filter: pending ones are neither active nor inactive. */
export function isIn(filter: UserFilter, { isPending, is_active: isActive }: Account): boolean {
  if (filter === 'all') return true
  if (filter === 'pending') return isPending
  return !isPending && isActive === (filter === 'active')
}

/** Searches by email, name, organization and role. */
export function findUsers(users: Account[], search: string): Account[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return users
  return users.filter(({ email, username, organization, role }) =>
    [email, username, organization, role ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
}
