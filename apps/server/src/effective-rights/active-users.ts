import { partsOf } from '../lib/parts-of.ts'
import type { UserRow } from '../store/schema.ts'
import type { OwnValues } from './effective-user.ts'
import type { Handle } from './memberships.ts'

export type ActiveUser = OwnValues & Pick<UserRow, 'email' | 'email_key' | 'role'>

/**
 * Reads those of the users who may sign in. The list of their IDs comes from an earlier query, because PostgreSQL plans
 * a single query of members and users badly.
 */
export async function readActiveUsers(db: Handle, ids: readonly string[]): Promise<ActiveUser[]> {
  const users: ActiveUser[] = []
  for (const part of partsOf(ids)) {
    const found = await db
      .selectFrom('users')
      .select(['id', 'email', 'email_key', 'role', 'attributes', 'daily_query_limit', 'monthly_query_limit'])
      .where('status', '=', 'A')
      .where('is_active', '=', 1)
      .where('id', 'in', part)
      .execute()
    users.push(...found)
  }
  return users
}
