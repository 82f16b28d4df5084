import type { AreaAccessChange } from '@parlance/contract'
import { sql } from 'kysely'
import type { Flag } from '../store/schema/flag.ts'
import { groupIdsOf, memberships, membersOf } from './memberships.ts'
import type { Handle } from './memberships.ts'

/** Lists the restricted connections that a user may use: granted to them, or to one of their groups. */
export function grantedConnections(db: Handle, userId: string) {
  return db
    .selectFrom('connection_access')
    .select('connection_access.connection_id')
    .where('connection_access.user_id', '=', userId)
    .union(
      db
        .selectFrom('group_access')
        .select((grant) => grant.ref('group_access.connection_id').$notNull().as('connection_id'))
        .where('group_access.connection_id', 'is not', null)
        .where('group_access.group_id', 'in', groupIdsOf(db, userId)),
    )
}

/** Lists the users who may use a restricted connection: it was granted to them, or to one of their groups. */
export function connectionGrantees(db: Handle, connectionId: string) {
  return db
    .selectFrom('connection_access')
    .select('connection_access.user_id')
    .where('connection_access.connection_id', '=', connectionId)
    .union(
      db
        .selectFrom(
          membersOf(
            db,
            db
              .selectFrom('group_access')
              .select('group_access.group_id')
              .where('group_access.connection_id', '=', connectionId)
              .$asScalar(),
          ).as('members'),
        )
        .select('members.user_id'),
    )
}

/** Lists the restricted areas that a user may use, and whether a grant also covers protected tables. */
export function grantedAreas(db: Handle, userId: string) {
  const grants = db
    .selectFrom('area_access')
    .select(['area_access.area_id', 'area_access.is_approved'])
    .where('area_access.user_id', '=', userId)
    .unionAll(
      db
        .selectFrom('group_access')
        .select((grant) => [grant.ref('group_access.area_id').$notNull().as('area_id'), approved])
        .where('group_access.area_id', 'is not', null)
        .where('group_access.group_id', 'in', groupIdsOf(db, userId)),
    )
  return db
    .selectFrom(grants.as('grants'))
    .select(['grants.area_id', (select) => select.fn.max('grants.is_approved').as('is_approved')])
    .groupBy('grants.area_id')
}

/** Counts what was granted to these users or to their groups, by user. */
export async function countGrants(
  db: Handle,
  ids: string[],
): Promise<{ areas: Map<string, number>; databases: Map<string, number> }> {
  if (ids.length === 0) return { areas: new Map(), databases: new Map() }
  const throughGroups = db
    .selectFrom('group_access')
    .innerJoin(memberships(db).as('members'), 'members.group_id', 'group_access.group_id')
    .where('members.user_id', 'in', ids)
  const areas = db
    .selectFrom('area_access')
    .select((grant) => ['area_access.user_id', grant.ref('area_access.area_id').$castTo<string | null>().as('id')])
    .where('area_access.user_id', 'in', ids)
    .union(throughGroups.select(['members.user_id', 'group_access.area_id as id']).where('area_id', 'is not', null))
  const databases = db
    .selectFrom('connection_access')
    .select((grant) => [
      'connection_access.user_id',
      grant.ref('connection_access.connection_id').$castTo<string | null>().as('id'),
    ])
    .where('connection_access.user_id', 'in', ids)
    .union(
      throughGroups
        .select(['members.user_id', 'group_access.connection_id as id'])
        .where('connection_id', 'is not', null),
    )
  const count = async (grants: typeof areas | typeof databases) => {
    const rows = await db
      .selectFrom(grants.as('grants'))
      .select(['grants.user_id', (grant) => grant.fn.countAll<number>().as('count')])
      .groupBy('grants.user_id')
      .execute()
    return new Map(rows.map((row) => [row.user_id, Number(row.count)]))
  }
  return { areas: await count(areas), databases: await count(databases) }
}

/** Lists what a user may use through groups: the groups' names, by the ID of the connection or the area. */
export async function grantsOfGroups(db: Handle, userId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('group_access')
    .innerJoin('user_groups', 'user_groups.id', 'group_access.group_id')
    .select(['group_access.connection_id', 'group_access.area_id', 'user_groups.name'])
    .where('group_access.group_id', 'in', groupIdsOf(db, userId))
    .orderBy('user_groups.name_key')
    .execute()
  const names = new Map<string, string[]>()
  for (const { connection_id: connectionId, area_id: areaId, name } of rows) {
    const id = connectionId ?? areaId ?? ''
    names.set(id, [...(names.get(id) ?? []), name])
  }
  return names
}

/** Only administrators grant areas to groups. */
const approved = sql<Flag>`1`.as('is_approved')

export const noAccessChange: AreaAccessChange = { add: [], remove: [], add_groups: [], remove_groups: [] }

/**
 * Lists the users who may use a restricted area after a change to its access list, and whether a grant also covers
 * protected tables. Leaves out the users whom the change adds by name.
 */
export function areaGrantees(db: Handle, areaId: string, change: AreaAccessChange = noAccessChange) {
  const direct = db
    .selectFrom('area_access')
    .select(['area_access.user_id', 'area_access.is_approved'])
    .where('area_access.area_id', '=', areaId)
  const listed = change.remove.length === 0 ? direct : direct.where('area_access.user_id', 'not in', change.remove)
  const members = db
    .selectFrom(membersOf(db, grantedGroups(db, areaId, change).$asScalar()).as('members'))
    .select(['members.user_id', approved])
  return db
    .selectFrom(listed.unionAll(members).as('grants'))
    .select(['grants.user_id', (select) => select.fn.max('grants.is_approved').as('is_approved')])
    .groupBy('grants.user_id')
}

/** Whether a user may use a restricted area after a change to its access list. */
export async function isAreaGranted(
  db: Handle,
  { areaId, userId, change }: { areaId: string; userId: string; change: AreaAccessChange },
): Promise<boolean> {
  if (change.add.includes(userId)) return true
  const row = await areaGrantees(db, areaId, change).where('grants.user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

function grantedGroups(db: Handle, areaId: string, { add_groups: added, remove_groups: removed }: AreaAccessChange) {
  const stored = db
    .selectFrom('group_access')
    .select('group_access.group_id')
    .where('group_access.area_id', '=', areaId)
  const left = removed.length === 0 ? stored : stored.where('group_access.group_id', 'not in', removed)
  if (added.length === 0) return left
  return left.union(db.selectFrom('user_groups').select('user_groups.id as group_id').where('id', 'in', added))
}
