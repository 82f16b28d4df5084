import type { UserFilter, UserSearchQuery, UserState } from '@parlance/contract'
import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely'
import type { Database, UserRow } from '../../store/schema.ts'
import { findConflictingUsers } from '../../effective-rights/conflicting-users.ts'
import { areaGrantees, connectionGrantees } from '../../effective-rights/granted.ts'
import { membersOf } from '../../effective-rights/memberships.ts'
import {
  isNamed,
  lastActive,
  questionsToday,
  selectedState,
  shownName,
  stateOf,
} from '../../effective-rights/user-list.ts'
import { isOneOf } from '../../store/is-one-of.ts'

type Handle = Kysely<Database> | Transaction<Database>
type Users = ExpressionBuilder<Database, 'users'>

/** A user with what the list says about them. */
export interface FoundUser extends UserRow {
  state: UserState
  last_active_at: string | null
  invited_at: string | null
  invitation_expires_at: string | null
  is_connected: boolean | number
}

/** Reads one page of the users that match, and how many match in all. */
export async function findUserPage(
  db: Handle,
  { sort, order, page, page_size: size, ...filter }: UserSearchQuery,
  now: Date,
): Promise<{ users: FoundUser[]; matching: number }> {
  const matches = await matcher(db, filter, now)
  const { count: matching } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(matches)
    .executeTakeFirstOrThrow()
  const listed = await db
    .selectFrom('users')
    .select('users.id')
    .where(matches)
    .orderBy((users) => sortings[sort](users, { db, now }), order)
    .orderBy('users.email_key')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { users: await readUsers(db, listed, now), matching }
}

/** Reads what the list says about some users, and keeps their order. Work on each user is left to the shown ones. */
async function readUsers(db: Handle, listed: { id: string }[], now: Date): Promise<FoundUser[]> {
  if (listed.length === 0) return []
  const ids = listed.map(({ id }) => id)
  const rows = await db
    .selectFrom('users')
    .leftJoin('invitations', (join) =>
      join.onRef('invitations.user_id', '=', 'users.id').on('invitations.used_at', 'is', null),
    )
    .selectAll('users')
    .select((user) => [
      'invitations.invited_at',
      'invitations.expires_at as invitation_expires_at',
      stateOf(db, now).as('state'),
      lastActive.as('last_active_at'),
      user
        .exists(user.selectFrom('identities').select('subject').whereRef('identities.user_id', '=', 'users.id'))
        .as('is_connected'),
    ])
    .where('users.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Lists all users that match, in the order of their email addresses. */
export async function findUsers(db: Handle, filter: UserFilter, now: Date): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(await matcher(db, filter, now))
    .orderBy('email_key')
    .execute()
}

/** Counts all users by their state. */
export async function countStates(db: Handle, now: Date): Promise<Partial<Record<UserState, number>>> {
  const rows = await db
    .selectFrom('users')
    .select((select) => [stateOf(db, now).as('state'), select.fn.countAll<number>().as('count')])
    .groupBy(selectedState)
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

type Matches = (users: Users) => Expression<SqlBool>

async function matcher(
  db: Handle,
  filter: UserFilter & Pick<UserSearchQuery, 'user_ids'>,
  now: Date,
): Promise<Matches> {
  const { search = '', role, state, area_id: areaId, database_id: databaseId, group_id: groupId } = filter
  const reached: Matches[] = []
  if (areaId !== undefined) {
    const columns = ['owner_id', 'visibility'] as const
    const area = await db.selectFrom('areas').select(columns).where('id', '=', areaId).executeTakeFirst()
    reached.push(reaches(db, area, 'area', areaId))
  }
  if (databaseId !== undefined) {
    const columns = ['owner_id', 'visibility'] as const
    const database = await db.selectFrom('connections').select(columns).where('id', '=', databaseId).executeTakeFirst()
    reached.push(reaches(db, database, 'connection', databaseId))
  }
  const conflicting = filter.attributes === undefined ? null : await findConflictingUsers(db)
  return (users) => {
    const conditions = reached.map((reach) => reach(users))
    if (groupId !== undefined) conditions.push(users('users.id', 'in', memberIds(db, groupId)))
    if (conflicting !== null) {
      const ids = conflicting.map(({ id }) => id)
      conditions.push(isOneOf(db, users.ref('users.id'), ids))
    }
    if (filter.user_ids !== undefined) {
      conditions.push(isOneOf(db, users.ref('users.id'), filter.user_ids.split(',')))
    }
    if (search !== '') conditions.push(isNamed(users, search))
    if (role !== undefined) conditions.push(users('users.role', '=', role))
    if (state === 'active') {
      conditions.push(users('users.status', '=', 'A'), users('users.is_active', '=', 1))
    } else if (state === 'deactivated') {
      conditions.push(users('users.status', '=', 'A'), users('users.is_active', '=', 0))
    } else if (state !== undefined) {
      conditions.push(users(stateOf(db, now), '=', state))
    }
    return users.and(conditions)
  }
}

function memberIds(db: Handle, groupId: string) {
  return db.selectFrom(membersOf(db, [groupId]).as('members')).select('members.user_id')
}

/** Whether a user may use an area or a database, by the same rules as everywhere. */
function reaches(
  db: Handle,
  target: { owner_id: string | null; visibility: string } | undefined,
  kind: 'area' | 'connection',
  id: string,
): Matches {
  return (users) => {
    if (target === undefined) return users.val(false)
    if (target.visibility === 'public') return users.val(true)
    const owns =
      target.owner_id !== null || kind === 'area'
        ? users('users.id', '=', target.owner_id ?? '')
        : users('users.role', '=', 'ADMIN')
    if (target.visibility !== 'restricted') return owns
    const grantees =
      kind === 'area'
        ? db.selectFrom(areaGrantees(db, id).as('granted')).select('granted.user_id')
        : db.selectFrom(connectionGrantees(db, id).as('granted')).select('granted.user_id')
    const granted = users('users.id', 'in', grantees)
    return users.or([owns, users('users.role', '=', 'ADMIN'), granted])
  }
}

/** Missing values come first, as the smallest, in every store. */
const sortings: Record<
  UserSearchQuery['sort'],
  (users: Users, place: { db: Handle; now: Date }) => Expression<unknown>
> = {
  name: () => shownName,
  waiting: (users) => users.case().when('users.status', '=', 'N').then(0).else(1).end(),
  role: (users) => users.ref('users.role'),
  questions: (_users, { now }) => questionsToday(now),
  last_active: (users) => users.fn.coalesce(lastActive, users.val('')),
  status: (_users, { db, now }) => stateOf(db, now),
  created: (users) => users.ref('users.created_at'),
}
