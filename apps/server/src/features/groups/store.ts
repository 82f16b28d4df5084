import { sql } from 'kysely'
import type { GroupSource } from '@parlance/contract'
import { countMembers } from '../../effective-rights/group-grants.ts'
import { membersOf } from '../../effective-rights/memberships.ts'
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
  const countOf = await countMembers(db, ids)
  const grants = Map.groupBy(await listGrants(db, ids), (each) => each.group_id)
  const namesOf = (id: string, kind: GroupGrant['kind']) =>
    (grants.get(id) ?? []).filter((grant) => grant.kind === kind).map(named)
  return rows.map((row) => ({
    row,
    domains: (domains.get(row.id) ?? []).map(({ domain }) => domain),
    memberCount: countOf(row.id),
    databases: namesOf(row.id, 'database'),
    areas: namesOf(row.id, 'business_area'),
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
    .selectFrom(membersOf(db, [groupId]).as('members'))
    .innerJoin('users', 'users.id', 'members.user_id')
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

/** A restricted database or area that a group's members may use. */
export interface GroupGrant {
  group_id: string
  kind: 'database' | 'business_area'
  id: string
  name: string
  owner_id: string | null
}

/**
 * Lists what groups are granted, by name. A grant of something that is no longer restricted has no effect, and its name
 * may be private.
 */
export async function listGrants(db: Handle, groupIds: string[]): Promise<GroupGrant[]> {
  const rows = await db
    .selectFrom('group_access')
    .leftJoin('connections', 'connections.id', 'group_access.connection_id')
    .leftJoin('areas', 'areas.id', 'group_access.area_id')
    .select((grant) => [
      'group_access.group_id',
      'group_access.area_id',
      grant.fn.coalesce('connections.id', 'areas.id').$notNull().as('id'),
      grant.fn.coalesce('connections.name', 'areas.name').$notNull().as('name'),
      grant.fn.coalesce('connections.owner_id', 'areas.owner_id').as('owner_id'),
    ])
    .where('group_access.group_id', 'in', groupIds)
    .where((grant) =>
      grant.or([grant('connections.visibility', '=', 'restricted'), grant('areas.visibility', '=', 'restricted')]),
    )
    .orderBy('name')
    .execute()
  return rows.map(({ area_id: areaId, ...row }) => ({ ...row, kind: areaId === null ? 'database' : 'business_area' }))
}
