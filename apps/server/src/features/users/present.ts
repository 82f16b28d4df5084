import type { ManagedUser, User } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import type { UserRow } from '../../store/schema.ts'

/** What a person may see of their own account. */
export function presentUser(row: UserRow, isPremium: boolean): User {
  return {
    user_id: row.id,
    email: row.email,
    username: row.username,
    organization: row.organization,
    role: row.role,
    status: row.status,
    is_active: row.is_active === 1,
    is_premium: isPremium,
    tenant_name: row.tenant_name,
    created_at: row.created_at,
    last_login_at: row.last_login_at,
  }
}

/** What an administrator sees of an account, with its limits and use. */
export function presentManagedUser(row: UserRow, isPremium: boolean): ManagedUser {
  return {
    ...presentUser(row, isPremium),
    daily_query_limit: row.daily_query_limit,
    monthly_query_limit: row.monthly_query_limit,
    daily_query_count: row.daily_query_count,
    monthly_query_count: row.monthly_query_count,
    daily_query_reset_at: row.daily_query_reset_at,
    monthly_query_reset_at: row.monthly_query_reset_at,
  }
}

/** Who a request acts as. */
export function principalOf(row: UserRow): Principal {
  return {
    userId: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    deptId: row.dept_id,
    attributes: JSON.parse(row.attributes) as Record<string, string>,
  }
}
