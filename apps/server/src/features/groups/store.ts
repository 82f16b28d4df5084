import { sql } from 'kysely'
import type { GroupSource } from '@parlance/contract'
import { memberCounts } from '../../effective-rights/group-grants.ts'
import { memberships } from '../../effective-rights/memberships.ts'
import type { Handle } from '../../effective-rights/memberships.ts'
import { partsOf } from '../../lib/parts-of.ts'
import type { GroupRow } from '../../store/schema.ts'

export interface Page {
  search?: string | undefined
  offset: number
  limit: number
}

/** A group with what the list shows of it. */
export interface GroupParts {
  row: GroupRow
  domains: string[]
  memberCount: number
  databases: { id: string; name: string }[]
  areas: { id: string; name: string }[]
}

export async function findGroup(db: Handle, id: string): Promise<GroupRow | null> {
  return (await db.selectFrom('user_groups').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lists every group by name. */
export async function listGroups(db: Handle): Promise<GroupRow[]> {
  return db.selectFrom('user_groups').selectAll().orderBy('name_key').execute()
}

/** Lists one page of the groups whose name or description contains a text. */
export async function listGroupPage(db: Handle, { search, offset, limit }: Page) {
  const pattern = containing(search)
  const query = db
    .selectFrom('user_groups')
    .where((group) =>
      group.or([
        sql<boolean>`${group.ref('name_key')} like ${pattern} escape '\\'`,
        sql<boolean>`lower(${group.ref('description')}) like ${pattern} escape '\\'`,
      ]),
    )
  const { total } = await query.select((group) => group.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query.selectAll().orderBy('name_key').limit(limit).offset(offset).execute()
  return { total: Number(total), rows }
}

/** Adds what the list shows of groups, with one query for each part. */
export async function readParts(db: Handle, rows: GroupRow[]): Promise<GroupParts[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const domains = Map.groupBy(await domainsOf(db, ids), (each) => each.group_id)
  const counts = await memberCounts(db).where('members.group_id', 'in', ids).execute()
  const countOf = new Map(counts.map(({ group_id, count }) => [group_id, Number(count)]))
  const databases = Map.groupBy(await databasesOf(db, ids), (each) => each.group_id)
  const areas = Map.groupBy(await areasOf(db, ids), (each) => each.group_id)
  return rows.map((row) => ({
    row,
    domains: (domains.get(row.id) ?? []).map(({ domain }) => domain),
    memberCount: countOf.get(row.id) ?? 0,
    databases: (databases.get(row.id) ?? []).map(named),
    areas: (areas.get(row.id) ?? []).map(named),
  }))
}

export async function insertGroup(db: Handle, row: GroupRow): Promise<void> {
  await db.insertInto('user_groups').values(row).execute()
}

export async function updateGroup(db: Handle, id: string, change: Partial<Omit<GroupRow, 'id'>>): Promise<void> {
  await db.updateTable('user_groups').set(change).where('id', '=', id).execute()
}

/** Deletes a group with its members, domains, and access. */
export async function deleteGroup(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('user_groups').where('id', '=', id).execute()
}

/** Replaces the domains of a group. The members of a group that has domains don't include users added by hand. */
export async function setDomains(
  db: Handle,
  groupId: string,
  { source, domains }: { source: GroupSource; domains: string[] },
): Promise<void> {
  await db.deleteFrom('group_domains').where('group_id', '=', groupId).execute()
  if (source === 'manual') return
  await db.deleteFrom('group_members').where('group_id', '=', groupId).execute()
  const rows = [...new Set(domains)].map((domain) => ({ group_id: groupId, domain }))
  await db.insertInto('group_domains').values(rows).execute()
}

export async function listDomains(db: Handle, groupId: string): Promise<string[]> {
  return (await domainsOf(db, [groupId])).map(({ domain }) => domain)
}

/** Adds users by hand. @returns the IDs of those who weren't members */
export async function addMembers(
  db: Handle,
  { groupId, userIds, by, now }: { groupId: string; userIds: string[]; by: string; now: string },
): Promise<string[]> {
  const added: string[] = []
  for (const ids of partsOf(userIds)) {
    const rows = await db
      .insertInto('group_members')
      .values(ids.map((id) => ({ group_id: groupId, user_id: id, added_by: by, created_at: now })))
      .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute()
    added.push(...rows.map(({ user_id }) => user_id))
  }
  return added
}

/** Removes users. @returns the IDs of those who were members */
export async function removeMembers(db: Handle, groupId: string, userIds: string[]): Promise<string[]> {
  const removed: string[] = []
  for (const ids of partsOf(userIds)) {
    const rows = await db
      .deleteFrom('group_members')
      .where('group_id', '=', groupId)
      .where('user_id', 'in', ids)
      .returning('user_id')
      .execute()
    removed.push(...rows.map(({ user_id }) => user_id))
  }
  return removed
}

/** Selects the users of a group whose name or email address contains a text. */
export function membersQuery(db: Handle, groupId: string, search?: string) {
  const pattern = containing(search)
  return db
    .selectFrom(memberships(db).as('members'))
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.group_id', '=', groupId)
    .where((user) =>
      user.or([
        sql<boolean>`lower(${user.ref('users.username')}) like ${pattern} escape '\\'`,
        sql<boolean>`lower(${user.ref('users.email')}) like ${pattern} escape '\\'`,
      ]),
    )
}

/** A pattern of LIKE for texts in lower case, with `\` as its escape. */
function containing(search = ''): string {
  return `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

function domainsOf(db: Handle, ids: string[]) {
  return db.selectFrom('group_domains').selectAll().where('group_id', 'in', ids).orderBy('domain').execute()
}

/** A grant of a connection that is no longer restricted has no effect, and its name may be private. */
function databasesOf(db: Handle, ids: string[]) {
  return db
    .selectFrom('group_access')
    .innerJoin('connections', 'connections.id', 'group_access.connection_id')
    .select(['group_access.group_id', 'connections.id', 'connections.name'])
    .where('group_access.group_id', 'in', ids)
    .where('connections.visibility', '=', 'restricted')
    .orderBy('connections.name')
    .execute()
}

function areasOf(db: Handle, ids: string[]) {
  return db
    .selectFrom('group_access')
    .innerJoin('areas', 'areas.id', 'group_access.area_id')
    .select(['group_access.group_id', 'areas.id', 'areas.name'])
    .where('group_access.group_id', 'in', ids)
    .where('areas.visibility', '=', 'restricted')
    .orderBy('areas.name')
    .execute()
}
