import type { GroupConflict } from '@parlance/contract'
import { effectiveUsers, readAttributes } from '../../effective-rights/effective-user.ts'
import { memberships } from '../../effective-rights/memberships.ts'
import type { Handle } from '../../effective-rights/memberships.ts'
import type { GroupRow } from '../../store/schema.ts'

/** The most users to name for one conflict. */
const named = 5

/** Finds the attributes that active members don't have because their groups disagree, by the ID of each group. */
export async function findConflicts(db: Handle, groups: GroupRow[]): Promise<Map<string, GroupConflict[]>> {
  const found = new Map<string, Map<string, GroupConflict>>()
  const disagreeing = groupsThatDisagree(groups)
  const users = disagreeing.length === 0 ? [] : await usersOfSeveral(db, disagreeing)
  const effectiveOf = await effectiveUsers(db, users)
  for (const user of users) {
    for (const { key, values } of effectiveOf(user).conflicts) {
      for (const { group_id: groupId } of values) {
        const ofGroup = found.get(groupId) ?? new Map<string, GroupConflict>()
        found.set(groupId, ofGroup)
        const conflict = ofGroup.get(key) ?? { key, values: [], user_count: 0, users: [] }
        ofGroup.set(key, conflict)
        const known = new Set(conflict.values.map((value) => value.group_id))
        conflict.values.push(...values.filter((value) => !known.has(value.group_id)))
        conflict.user_count += 1
        if (conflict.users.length < named) conflict.users.push({ user_id: user.id, email: user.email })
      }
    }
  }
  return new Map([...found].map(([id, conflicts]) => [id, [...conflicts.values()]]))
}

/** Lists the groups that give an attribute another value than some other group does. */
function groupsThatDisagree(groups: GroupRow[]): string[] {
  const given = groups.flatMap((group) =>
    Object.entries(readAttributes(group)).map(([key, value]) => ({ id: group.id, key, value })),
  )
  const differing = [...Map.groupBy(given, ({ key }) => key).values()].filter(
    (values) => new Set(values.map(({ value }) => value)).size > 1,
  )
  return [...new Set(differing.flat().map(({ id }) => id))]
}

function usersOfSeveral(db: Handle, groupIds: string[]) {
  const ofSeveral = db
    .selectFrom(memberships(db).as('members'))
    .select('members.user_id')
    .where('members.group_id', 'in', groupIds)
    .groupBy('members.user_id')
    .having((member) => member.fn.countAll<number>(), '>', 1)
  return db
    .selectFrom('users')
    .select(['id', 'email', 'attributes', 'daily_query_limit', 'monthly_query_limit'])
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .where('id', 'in', ofSeveral)
    .orderBy('email_key')
    .execute()
}
