import { message } from '@parlance/contract'
import type { GroupMembers } from '@parlance/contract'
import { effectiveUsers } from '../../effective-rights/effective-user.ts'
import type { Handle } from '../../effective-rights/memberships.ts'
import { AppError } from '../../lib/errors.ts'
import { partsOf } from '../../lib/parts-of.ts'
import type { GroupRow } from '../../store/schema.ts'
import { addMembers, membersQuery, removeMembers } from './store.ts'
import type { Page } from './store.ts'

/** Lists a page of the members, also those who may not sign in, by email address. */
export async function listMembers(db: Handle, groupId: string, { search, offset, limit }: Page): Promise<GroupMembers> {
  const query = membersQuery(db, groupId, search)
  const { total } = await query.select((user) => user.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .leftJoin('group_members', (join) =>
      join.onRef('group_members.user_id', '=', 'users.id').on('group_members.group_id', '=', groupId),
    )
    .leftJoin('identity_memberships', (join) =>
      join.onRef('identity_memberships.user_id', '=', 'users.id').on('identity_memberships.group_id', '=', groupId),
    )
    .leftJoin('sign_on_providers', 'sign_on_providers.id', 'identity_memberships.provider_id')
    .select([
      'group_members.created_at as added_at',
      'sign_on_providers.name as provider',
      'users.id',
      'users.username',
      'users.email',
      'users.status',
      'users.is_active',
      'users.attributes',
      'users.daily_query_limit',
      'users.monthly_query_limit',
    ])
    .orderBy('users.email_key')
    .limit(limit)
    .offset(offset)
    .execute()
  const effectiveOf = await effectiveUsers(db, rows)
  return {
    total: Number(total),
    members: rows.map((row) => ({
      user_id: row.id,
      username: row.username,
      email: row.email,
      is_active: row.status === 'A' && row.is_active === 1,
      is_by_hand: row.added_at !== null,
      provider: row.provider,
      conflicts: effectiveOf(row).conflicts,
    })),
  }
}

/**
 * Adds and removes members as a part of a transaction.
 * @returns the IDs of the users who became and who were members
 * @throws AppError conflict if the group is not filled by hand; not_found for a user
 */
export async function changeMembers(
  db: Handle,
  { id: groupId, source }: Pick<GroupRow, 'id' | 'source'>,
  { add, remove, by, now }: { add: string[]; remove: string[]; by: string; now: string },
): Promise<{ added: string[]; removed: string[] }> {
  if (source !== 'manual') {
    throw new AppError('conflict', {
      detail: message('The members of this group come from email domains. Change its domains instead.'),
    })
  }
  const userIds = await requireUsers(
    db,
    add.filter((id) => !remove.includes(id)),
  )
  const added = await addMembers(db, { groupId, userIds, by, now })
  return { added, removed: await removeMembers(db, groupId, remove) }
}

/** @returns each ID once. @throws AppError not_found if there is no such user */
export async function requireUsers(db: Handle, ids: string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  let found = 0
  for (const part of partsOf(wanted))
    found += (await db.selectFrom('users').select('id').where('id', 'in', part).execute()).length
  if (found < wanted.length) {
    throw new AppError('not_found', {
      detail: message('Some of these users no longer exist. Reload the list of users.'),
    })
  }
  return wanted
}
