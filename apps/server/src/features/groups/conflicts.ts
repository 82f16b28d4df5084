import type { GroupConflict } from '@parlance/contract'
import { findConflictingUsers } from '../../effective-rights/conflicting-users.ts'
import type { Handle } from '../../effective-rights/memberships.ts'

/** The most users to name for one conflict. */
const named = 5

/** Finds the attributes that active members don't have because their groups disagree, by the ID of each group. */
export async function findConflicts(db: Handle): Promise<Map<string, GroupConflict[]>> {
  const found = new Map<string, Map<string, GroupConflict>>()
  for (const user of await findConflictingUsers(db)) {
    for (const { key, values } of user.conflicts) {
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
