import type { GroupDeletion } from '@parlance/contract'
import { effectiveUsers } from '../../effective-rights/effective-user.ts'
import { memberships } from '../../effective-rights/memberships.ts'
import type { Handle } from '../../effective-rights/memberships.ts'
import { membersQuery } from './store.ts'

type Member = Awaited<ReturnType<typeof listActiveMembers>>[number]

/** Something that a group's members may use. */
interface Granted {
  id: string
  name: string
  owner_id: string | null
}

/** Works out what the active members lose if a group is deleted, and nothing else gives it to them. */
export async function describeDeletion(db: Handle, groupId: string): Promise<GroupDeletion> {
  const members = await listActiveMembers(db, groupId)
  const [now, later] = [await effectiveUsers(db, members), await effectiveUsers(db, members, groupId)]
  const keys: string[] = []
  let limits = 0
  for (const member of members) {
    const [before, after] = [now(member), later(member)]
    keys.push(...Object.keys(before.attributes).filter((key) => !Object.hasOwn(after.attributes, key)))
    if (before.dailyLimit !== after.dailyLimit || before.monthlyLimit !== after.monthlyLimit) limits += 1
  }
  const lost = Map.groupBy(keys, (key) => key)
  return {
    member_count: members.length,
    databases: lossesOf(await databasesOf(db, groupId), await otherUsersOfDatabases(db, groupId), members),
    business_areas: lossesOf(await areasOf(db, groupId), await otherUsersOfAreas(db, groupId), members),
    attributes: [...lost].map(([name, { length }]) => ({ name, user_count: length })),
    limit_user_count: limits,
  }
}

/** Administrators and owners use it without a grant. */
function lossesOf(granted: Granted[], others: { id: string; user_id: string }[], members: Member[]) {
  const keep = new Set(others.map(({ id, user_id }) => `${id} ${user_id}`))
  return granted
    .map(({ id, name, owner_id: ownerId }) => {
      const losing = members.filter(
        (member) => member.role !== 'ADMIN' && member.id !== ownerId && !keep.has(`${id} ${member.id}`),
      )
      return { name, user_count: losing.length }
    })
    .filter(({ user_count }) => user_count > 0)
}

function listActiveMembers(db: Handle, groupId: string) {
  return membersQuery(db, groupId)
    .where('users.status', '=', 'A')
    .where('users.is_active', '=', 1)
    .select(['users.id', 'users.role', 'users.attributes', 'users.daily_query_limit', 'users.monthly_query_limit'])
    .execute()
}

function databasesOf(db: Handle, groupId: string): Promise<Granted[]> {
  return db
    .selectFrom('group_access')
    .innerJoin('connections', 'connections.id', 'group_access.connection_id')
    .select(['connections.id', 'connections.name', 'connections.owner_id'])
    .where('group_access.group_id', '=', groupId)
    .where('connections.visibility', '=', 'restricted')
    .orderBy('connections.name')
    .execute()
}

function areasOf(db: Handle, groupId: string): Promise<Granted[]> {
  return db
    .selectFrom('group_access')
    .innerJoin('areas', 'areas.id', 'group_access.area_id')
    .select(['areas.id', 'areas.name', 'areas.owner_id'])
    .where('group_access.group_id', '=', groupId)
    .where('areas.visibility', '=', 'restricted')
    .orderBy('areas.name')
    .execute()
}

function otherUsersOfDatabases(db: Handle, groupId: string) {
  return db
    .selectFrom('connection_access')
    .select(['connection_access.connection_id as id', 'connection_access.user_id'])
    .unionAll(
      throughOtherGroups(db, groupId)
        .where('group_access.connection_id', 'is not', null)
        .select((grant) => [grant.ref('group_access.connection_id').$notNull().as('id'), 'members.user_id']),
    )
    .execute()
}

function otherUsersOfAreas(db: Handle, groupId: string) {
  return db
    .selectFrom('area_access')
    .select(['area_access.area_id as id', 'area_access.user_id'])
    .unionAll(
      throughOtherGroups(db, groupId)
        .where('group_access.area_id', 'is not', null)
        .select((grant) => [grant.ref('group_access.area_id').$notNull().as('id'), 'members.user_id']),
    )
    .execute()
}

/** Selects the grants of other groups for what this group is granted, with their members. */
function throughOtherGroups(db: Handle, groupId: string) {
  return db
    .selectFrom('group_access')
    .innerJoin(memberships(db).as('members'), 'members.group_id', 'group_access.group_id')
    .where('group_access.group_id', '!=', groupId)
}
