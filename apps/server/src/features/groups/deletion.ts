import type { GroupDeletion } from '@parlance/contract'
import { readActiveUsers } from '../../effective-rights/active-users.ts'
import type { ActiveUser } from '../../effective-rights/active-users.ts'
import { effectiveUsers } from '../../effective-rights/effective-user.ts'
import { membersOf } from '../../effective-rights/memberships.ts'
import type { Handle } from '../../effective-rights/memberships.ts'
import { listGrants } from './store.ts'
import type { GroupGrant } from './store.ts'

/** Works out what the active members lose if a group is deleted, and nothing else gives it to them. */
export async function describeDeletion(db: Handle, groupId: string): Promise<GroupDeletion> {
  const listed = await membersOf(db, [groupId]).execute()
  const members = await readActiveUsers(
    db,
    listed.map(({ user_id: id }) => id),
  )
  const effectiveOf = await effectiveUsers(db, members)
  const keys: string[] = []
  let limits = 0
  for (const member of members) {
    const [before, after] = [effectiveOf(member), effectiveOf(member, groupId)]
    keys.push(...Object.keys(before.attributes).filter((key) => !Object.hasOwn(after.attributes, key)))
    if (before.dailyLimit !== after.dailyLimit || before.monthlyLimit !== after.monthlyLimit) limits += 1
  }
  const lost = Map.groupBy(keys, (key) => key)
  const grants = Object.groupBy(await listGrants(db, [groupId]), ({ kind }) => kind)
  const others = new Set((await listOtherGrants(db, groupId)).map(({ id, user_id }) => `${id} ${user_id}`))
  return {
    member_count: members.length,
    databases: lossesOf(grants.database, members, others),
    business_areas: lossesOf(grants.business_area, members, others),
    attributes: [...lost].map(([name, { length }]) => ({ name, user_count: length })),
    limit_user_count: limits,
  }
}

/** Administrators and owners use it without a grant. */
function lossesOf(grants: GroupGrant[] = [], members: ActiveUser[], others: ReadonlySet<string>) {
  return grants
    .map(({ id, name, owner_id: ownerId }) => {
      const losing = members.filter(
        (member) => member.role !== 'ADMIN' && member.id !== ownerId && !others.has(`${id} ${member.id}`),
      )
      return { name, user_count: losing.length }
    })
    .filter(({ user_count }) => user_count > 0)
}

/** Lists who has a grant of what this group is granted, by name or from another group. */
async function listOtherGrants(db: Handle, groupId: string): Promise<{ id: string; user_id: string }[]> {
  const grants = db.selectFrom('group_access').where('group_access.group_id', '=', groupId)
  const databases = grants.select('group_access.connection_id')
  const areas = grants.select('group_access.area_id')
  const named = await db
    .selectFrom('connection_access')
    .select(['connection_access.connection_id as id', 'connection_access.user_id'])
    .where('connection_access.connection_id', 'in', databases)
    .unionAll(
      db
        .selectFrom('area_access')
        .select(['area_access.area_id as id', 'area_access.user_id'])
        .where('area_access.area_id', 'in', areas),
    )
    .execute()
  const others = await db
    .selectFrom('group_access')
    .select((grant) => [
      'group_access.group_id',
      grant.fn.coalesce('group_access.connection_id', 'group_access.area_id').$notNull().as('id'),
    ])
    .where('group_access.group_id', '!=', groupId)
    .where((grant) =>
      grant.or([grant('group_access.connection_id', 'in', databases), grant('group_access.area_id', 'in', areas)]),
    )
    .execute()
  if (others.length === 0) return named
  // Two steps, because PostgreSQL plans a single query badly.
  const groupIds = [...new Set(others.map((grant) => grant.group_id))]
  const members = Map.groupBy(await membersOf(db, groupIds).execute(), (member) => member.group_id)
  return named.concat(
    others.flatMap(({ id, group_id: other }) => (members.get(other) ?? []).map(({ user_id }) => ({ id, user_id }))),
  )
}
