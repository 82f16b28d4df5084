import type { AttributeConflict } from '@parlance/contract'
import type { GroupRow, UserRow } from '../store/schema.ts'
import { readActiveUsers } from './active-users.ts'
import type { ActiveUser } from './active-users.ts'
import { effectiveUsers, readAttributes } from './effective-user.ts'
import { membersOf } from './memberships.ts'
import type { Handle } from './memberships.ts'

export interface ConflictingUser extends Pick<UserRow, 'id' | 'email'> {
  conflicts: AttributeConflict[]
}

/** Finds the active users who lack an attribute because their groups disagree, by email address. */
export async function findConflictingUsers(db: Handle): Promise<ConflictingUser[]> {
  const groups = await db.selectFrom('user_groups').select(['id', 'attributes']).execute()
  const disagreeing = groupsThatDisagree(groups)
  const users = disagreeing.length === 0 ? [] : await usersOfSeveral(db, disagreeing)
  const effectiveOf = await effectiveUsers(db, users)
  return users
    .map((user) => ({ id: user.id, email: user.email, conflicts: effectiveOf(user).conflicts }))
    .filter(({ conflicts }) => conflicts.length > 0)
}

/** Lists the groups that give an attribute another value than some other group does. */
function groupsThatDisagree(groups: Pick<GroupRow, 'id' | 'attributes'>[]): string[] {
  const given = groups.flatMap((group) =>
    Object.entries(readAttributes(group)).map(([key, value]) => ({ id: group.id, key, value })),
  )
  const differing = [...Map.groupBy(given, ({ key }) => key).values()].filter(
    (values) => new Set(values.map(({ value }) => value)).size > 1,
  )
  return [...new Set(differing.flat().map(({ id }) => id))]
}

/** Reads the active members of several of these groups, by email address. */
async function usersOfSeveral(db: Handle, groupIds: string[]): Promise<ActiveUser[]> {
  const members = await db
    .selectFrom(membersOf(db, groupIds).as('members'))
    .select('members.user_id')
    .groupBy('members.user_id')
    .having((member) => member.fn.countAll<number>(), '>', 1)
    .execute()
  const users = await readActiveUsers(
    db,
    members.map(({ user_id: id }) => id),
  )
  return users.toSorted((one, other) => (one.email_key < other.email_key ? -1 : 1))
}
