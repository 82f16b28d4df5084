import type { UserState } from '@parlance/contract'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../store/schema.ts'
import { groupIdsOf } from './memberships.ts'
import type { Handle } from './memberships.ts'

/* What the list of users filters and sorts by, as SQL that both kinds of store understand. */

/** Whether a user's name, email address, or organization contains a text. */
export function isNamed(users: ExpressionBuilder<Database, 'users'>, search: string): Expression<SqlBool> {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const columns = ['users.username', 'users.email', 'users.organization'] as const
  return users.or(columns.map((column) => sql<boolean>`lower(${users.ref(column)}) like ${pattern} escape '\\'`))
}

export function stateOf(db: Handle, now: Date) {
  return sql<UserState>`case
    when users.status = 'N' then 'pending'
    when users.is_active = 0 and exists (
      select 1 from invitations where invitations.user_id = users.id and invitations.used_at is null
    ) then 'invited'
    when users.is_active = 0 then 'inactive'
    when ${hasReachedLimit(db, now)} then 'limit_reached'
    else 'active' end`
}

/** Whether the user's own limit is reached, otherwise the highest of their groups. Null: unlimited. */
function hasReachedLimit(db: Handle, now: Date) {
  const ofGroups = db
    .selectFrom('user_groups')
    .select((group) => group.fn.max('user_groups.daily_query_limit').as('limit'))
    .where('user_groups.id', 'in', groupIdsOf(db, sql.ref<string>('users.id')))
  // Who asked less than the lowest limit of all groups has reached none of them. This is read once for all users, and
  // the groups only of those who asked more.
  const lowest = db
    .selectFrom('user_groups')
    .select((group) => group.fn.min('user_groups.daily_query_limit').as('limit'))
  return sql<boolean>`case
    when users.daily_query_limit is not null then ${questionsToday(now)} >= users.daily_query_limit
    when ${questionsToday(now)} >= ${lowest} then ${questionsToday(now)} >= ${ofGroups}
    else false end`
}

export function questionsToday(now: Date) {
  return sql<number>`(case when users.daily_query_reset_at > ${now.toISOString()} then users.daily_query_count else 0 end)`
}

/** The newest question or sign-in. Conversations may have been deleted. */
export const lastActive = sql<string | null>`(select case
    when users.last_login_at is null or asked.at > users.last_login_at then coalesce(asked.at, users.last_login_at)
    else users.last_login_at end
  from (select max(sessions.last_accessed) as at from sessions where sessions.user_id = users.id) as asked)`

export const shownName = sql<string>`lower(case when users.username = '' then users.email else users.username end)`

/** The output column of `stateOf`, for grouping. */
export const selectedState = sql.ref<UserState>('state')
