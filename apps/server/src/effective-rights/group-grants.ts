import { message } from '@parlance/contract'
import type { GrantedGroup } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import { membersOf } from './memberships.ts'
import type { Handle } from './memberships.ts'

/** What groups are granted: a connection or an area. The other one is null. */
export interface GrantTarget {
  connection_id: string | null
  area_id: string | null
}

/** A group that got or lost access. */
export interface ChangedGroup {
  id: string
  name: string
}

export interface ChangedGroups {
  granted: ChangedGroup[]
  revoked: ChangedGroup[]
}

export const connectionTarget = (id: string): GrantTarget => ({ connection_id: id, area_id: null })
export const areaTarget = (id: string): GrantTarget => ({ connection_id: null, area_id: id })

/** Counts the members of these groups who may sign in. @returns a function that gives the count of one group */
export async function countMembers(db: Handle, groupIds: string[]): Promise<(groupId: string) => number> {
  if (groupIds.length === 0) return () => 0
  const rows = await db
    .selectFrom(membersOf(db, groupIds).as('members'))
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('users.status', '=', 'A')
    .where('users.is_active', '=', 1)
    .select(['members.group_id', (select) => select.fn.countAll<number>().as('count')])
    .groupBy('members.group_id')
    .execute()
  const counts = new Map(rows.map(({ group_id: id, count }) => [id, Number(count)]))
  return (groupId) => counts.get(groupId) ?? 0
}

/** Lists the groups that may use a connection or an area, by name. */
export async function listGrantedGroups(db: Handle, target: GrantTarget): Promise<GrantedGroup[]> {
  const groups = await grantsOf(db, target).execute()
  const countOf = await countMembers(
    db,
    groups.map(({ id }) => id),
  )
  return groups.map(({ id, name }) => ({ group_id: id, name, member_count: countOf(id) }))
}

/** Counts the groups that may use a connection or an area. */
export async function countGrantedGroups(db: Handle, target: GrantTarget): Promise<number> {
  return (await grantsOf(db, target).execute()).length
}

/**
 * Grants and revokes access as a part of a transaction. What a group already has is left out of the result. The caller
 * has checked that an administrator may do it.
 * @throws AppError not_found for a group that doesn't exist
 */
export async function changeGrantedGroups(
  db: Handle,
  target: GrantTarget,
  { add, remove, by, now }: { add: string[]; remove: string[]; by: string; now: string },
): Promise<ChangedGroups> {
  const wanted = [...new Set(add)].filter((id) => !remove.includes(id))
  const found =
    wanted.length === 0
      ? []
      : await db.selectFrom('user_groups').select(['id', 'name']).where('id', 'in', wanted).execute()
  if (found.length < wanted.length) throw groupNotFound()
  const before = await grantsOf(db, target).execute()
  const granted = found.filter(({ id }) => !before.some((group) => group.id === id))
  const revoked = before.filter(({ id }) => remove.includes(id))
  const rows = granted.map(({ id }) => ({ ...target, group_id: id, granted_by: by, created_at: now }))
  if (rows.length > 0) await db.insertInto('group_access').values(rows).execute()
  if (revoked.length > 0) {
    const ids = revoked.map(({ id }) => id)
    await db
      .deleteFrom('group_access')
      .where((grant) =>
        grant.or([grant('connection_id', '=', target.connection_id), grant('area_id', '=', target.area_id)]),
      )
      .where('group_id', 'in', ids)
      .execute()
  }
  return { granted, revoked }
}

/** The error for a group that doesn't exist. */
export function groupNotFound(): AppError {
  return new AppError('not_found', { detail: message('This group does not exist. Reload the list of groups.') })
}

/** No row has the null of a target, because nothing equals null. */
function grantsOf(db: Handle, target: GrantTarget) {
  return db
    .selectFrom('group_access')
    .innerJoin('user_groups', 'user_groups.id', 'group_access.group_id')
    .select(['user_groups.id', 'user_groups.name'])
    .where((grant) =>
      grant.or([
        grant('group_access.connection_id', '=', target.connection_id),
        grant('group_access.area_id', '=', target.area_id),
      ]),
    )
    .orderBy('user_groups.name_key')
}
