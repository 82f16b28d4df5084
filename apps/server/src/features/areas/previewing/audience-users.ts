import { audiencePageSize } from '@parlance/contract'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Database, UserRow } from '../../../store/schema.ts'
import type { Principal } from '../../../http/principal.ts'
import { areaGrantees } from '../../../effective-rights/granted.ts'
import { mayManageAccess } from '../rights/policy.ts'
import { isReachApproved } from '../store/area-store.ts'
import type { SettledDraft } from './settle-draft.ts'

export interface AudienceMember {
  row: UserRow
  /** Whether an administrator approved the user for the area's protected tables, or does so by saving (R24). */
  isReachApproved: boolean
}

/** Which of the users to list: a page, or the named ones among them. */
export interface AudiencePart {
  offset?: number
  userIds?: string[]
}

export interface AudiencePage {
  total: number
  members: AudienceMember[]
}

/**
 * Lists the active users who can ask questions in an area, in the order of their email addresses. An owner who isn't an
 * administrator gets only users that they know already: themselves and the stored access list.
 */
export async function listAudience(
  db: Kysely<Database>,
  viewer: Principal,
  draft: SettledDraft,
  { offset = 0, userIds }: AudiencePart,
): Promise<AudiencePage> {
  const query = audienceQuery(db, viewer, draft)
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const named = userIds === undefined ? query : query.where(isNamed(userIds))
  const rows = await named
    .selectAll('users')
    .select('granted.is_approved as grant_is_approved')
    .orderBy('users.email_key')
    .limit(audiencePageSize)
    .offset(offset)
    .execute()
  return {
    total: Number(total),
    members: rows.map(({ grant_is_approved, ...row }) => ({
      row,
      isReachApproved: reaches(viewer, draft, row, grant_is_approved),
    })),
  }
}

function audienceQuery(db: Kysely<Database>, viewer: Principal, { before, area, access }: SettledDraft) {
  const { visibility } = area
  const isOpen = visibility === 'public'
  const isRestricted = visibility === 'restricted'
  const knowsList = before !== null && mayManageAccess(viewer, before)
  return db
    .selectFrom('users')
    .leftJoin('area_access', (join) =>
      join.onRef('area_access.user_id', '=', 'users.id').on('area_access.area_id', '=', area.id),
    )
    .leftJoin(areaGrantees(db, area.id, access).as('granted'), 'granted.user_id', 'users.id')
    .where('users.status', '=', 'A')
    .where('users.is_active', '=', 1)
    .where((user) => {
      const isGranted = user('granted.user_id', 'is not', null)
      const reached = [user('users.id', '=', area.ownerId ?? '')]
      if (isRestricted) reached.push(user('users.role', '=', 'ADMIN'), isGranted, isNamed(access.add)(user))
      const known = [user('users.id', '=', viewer.userId)]
      if (knowsList) known.push(user('area_access.user_id', 'is not', null))
      return user.and([...(isOpen ? [] : [user.or(reached)]), ...(viewer.role === 'ADMIN' ? [] : [user.or(known)])])
    })
}

/** An empty list matches no one. */
function isNamed(ids: string[]) {
  return (user: ExpressionBuilder<Database, 'users'>) =>
    ids.length === 0 ? user.val(false) : user('users.id', 'in', ids)
}

/** Saving by an administrator approves the grants that it adds; other grants are approved or not, as stored. */
function reaches(viewer: Principal, { area, access }: SettledDraft, user: UserRow, granted: 0 | 1 | null): boolean {
  if (user.role === 'ADMIN') return true
  const isAdded = viewer.role === 'ADMIN' && access.add.includes(user.id)
  const columns = {
    approved_visibility: area.approved?.visibility ?? null,
    approved_owner_id: area.approved?.ownerId ?? null,
    owner_id: area.ownerId,
    visibility: area.visibility,
    grant_is_approved: isAdded ? 1 : granted,
  } as const
  return isReachApproved(columns, user.id)
}
