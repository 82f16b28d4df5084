import type { ManagedUser, User } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import { readAttributes } from '../../effective-rights/effective-user.ts'
import type { EffectiveUser } from '../../effective-rights/effective-user.ts'
import type { UserRow } from '../../store/schema.ts'
import { countersAt } from './usage.ts'

/** Presents a user's own account. */
export function presentUser(row: UserRow, isPremium: boolean): User {
  return {
    user_id: row.id,
    email: row.email,
    username: row.username || row.email,
    organization: row.organization || 'Unknown',
    role: row.role,
    status: row.status,
    is_active: row.is_active === 1,
    is_premium: isPremium,
    tenant_name: row.tenant_name,
    created_at: row.created_at,
    last_login_at: row.last_login_at,
  }
}

/** Presents an account to an administrator, with its own values, those that apply, and its current use. */
export function presentManagedUser(
  row: UserRow,
  { isPremium, now, effective }: { isPremium: boolean; now: Date; effective: EffectiveUser },
): ManagedUser {
  const counters = countersAt(row, now)
  const user = presentUser(row, isPremium)
  return {
    ...user,
    user_name: user.username,
    daily_query_limit: row.daily_query_limit,
    monthly_query_limit: row.monthly_query_limit,
    daily_query_count: counters.daily_query_count,
    monthly_query_count: counters.monthly_query_count,
    // There is nothing to reset before the first question.
    daily_query_reset_at: row.daily_query_reset_at === null ? null : counters.daily_query_reset_at,
    monthly_query_reset_at: row.monthly_query_reset_at === null ? null : counters.monthly_query_reset_at,
    tenant_id: row.tenant_id,
    dept_id: row.dept_id,
    attributes: readAttributes(row),
    groups: effective.groups.map(({ id, name }) => ({ group_id: id, name })),
    effective_daily_query_limit: effective.dailyLimit,
    effective_monthly_query_limit: effective.monthlyLimit,
    effective_attributes: effective.attributes,
    attribute_conflicts: effective.conflicts,
    value_sources: effective.sources,
    updated_at: versionOf(row),
  }
}

/** The time of an administrator's last change to the account, or of its creation. */
export function versionOf(row: UserRow): string {
  return row.updated_at ?? row.created_at
}

/** The user that a request acts as, with the attributes that apply to them now. */
export function principalOf(row: UserRow, { attributes }: Pick<EffectiveUser, 'attributes'>): Principal {
  return {
    userId: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    deptId: row.dept_id,
    attributes,
    limits: null,
  }
}
