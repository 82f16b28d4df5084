import { sql } from 'kysely'
import type { AttributeConflict, ValueSources } from '@parlance/contract'
import type { GroupRow, UserRow } from '../store/schema.ts'
import { prepared } from '../store/prepared.ts'
import { groupIdsOf, memberships } from './memberships.ts'
import type { Handle } from './memberships.ts'

/** What applies to a user: their own values, and what their groups give. */
export interface EffectiveUser {
  /** In the order of their names. */
  groups: { id: string; name: string }[]
  /** The user's own limit, otherwise the highest of their groups. Null: unlimited. */
  dailyLimit: number | null
  monthlyLimit: number | null
  /** Values for `:user.<key>`: the user's own, otherwise their sign-in provider's, otherwise those on which their groups agree. */
  attributes: Record<string, string>
  /** Attributes that the user doesn't have, because their groups give different values. */
  conflicts: AttributeConflict[]
  /** Which groups give what applies. */
  sources: ValueSources
}

/** A user's own values. */
export type OwnValues = Pick<UserRow, 'id' | 'attributes' | 'daily_query_limit' | 'monthly_query_limit'>

/** What a group gives its members. */
interface GivingGroup extends Pick<GroupRow, 'id' | 'name' | 'daily_query_limit' | 'monthly_query_limit'> {
  attributes: Record<string, string>
}

/** The most users that one query lists by their IDs. */
const mostListed = 500

/** Works out what applies to a user now. */
export async function effectiveUser(db: Handle, user: OwnValues): Promise<EffectiveUser> {
  return (await effectiveUsers(db, [user]))(user)
}

/** A user with what applies to them now. */
export interface FoundUser {
  user: UserRow
  effective: EffectiveUser
}

/** Finds a user and what applies to them now with one query. Null if there is none. */
export async function findEffectiveUser(db: Handle, id: string): Promise<FoundUser | null> {
  const rows = await withGiven(db, id)
  const [first] = rows
  if (first === undefined) return null
  const {
    group_id: _,
    given_name: _name,
    given_attributes: _values,
    given_day: _day,
    given_month: _month,
    ...user
  } = first
  const groups: GivingGroup[] = []
  let claimed: Claimed = { provider: '', attributes: {} }
  for (const row of rows) {
    if (row.given_name === null || row.given_attributes === null) continue
    const [name, attributes] = [row.given_name, readAttributes({ attributes: row.given_attributes })]
    if (row.group_id === null) claimed = { provider: name, attributes }
    else
      groups.push({
        id: row.group_id,
        name,
        attributes,
        daily_query_limit: row.given_day,
        monthly_query_limit: row.given_month,
      })
  }
  return { user, effective: combine(user, groups, claimed) }
}

/** A user in one row for each of their groups, by name, and for what each sign-in provider said. */
const withGiven = prepared((db, userId: string) => {
  const given = db
    .selectFrom('user_groups')
    .select([
      'user_groups.id as group_id',
      'user_groups.name as given_name',
      'user_groups.name_key as given_key',
      'user_groups.attributes as given_attributes',
      'user_groups.daily_query_limit as given_day',
      'user_groups.monthly_query_limit as given_month',
    ])
    .where('user_groups.id', 'in', groupIdsOf(db, userId))
    .unionAll(
      db
        .selectFrom('identity_attributes')
        .innerJoin('sign_on_providers', 'sign_on_providers.id', 'identity_attributes.provider_id')
        .select([
          sql<string>`null`.as('group_id'),
          'sign_on_providers.name as given_name',
          sql<string>`''`.as('given_key'),
          'identity_attributes.attributes as given_attributes',
          sql<number | null>`null`.as('given_day'),
          sql<number | null>`null`.as('given_month'),
        ])
        .where('identity_attributes.user_id', '=', userId),
    )
  return db
    .selectFrom('users')
    .leftJoin(given.as('given'), (join) => join.onTrue())
    .selectAll('users')
    .select(['group_id', 'given_name', 'given_attributes', 'given_day', 'given_month'])
    .where('users.id', '=', userId)
    .orderBy('given.given_key')
})

/**
 * Reads the groups of several users with one query.
 * @returns a function that works out what applies to one of them, or would apply without a group
 */
export async function effectiveUsers(
  db: Handle,
  users: Pick<UserRow, 'id'>[],
): Promise<(user: OwnValues, without?: string) => EffectiveUser> {
  const groups = await groupsOf(db, users)
  const claimed = await claimedAttributes(db, users)
  return (user, without) => {
    const given = groups.get(user.id) ?? []
    return combine(
      user,
      without === undefined ? given : given.filter(({ id }) => id !== without),
      claimed.get(user.id) ?? { provider: '', attributes: {} },
    )
  }
}

/** What a sign-in provider said of a user. */
interface Claimed {
  provider: string
  attributes: Record<string, string>
}

function combine(user: OwnValues, groups: GivingGroup[], claimed: Claimed): EffectiveUser {
  const typed = withoutEmpty(readAttributes(user))
  const own = Object.entries({ ...claimed.attributes, ...typed })
  const { agreed, conflicts } = settleValues(groups, new Set(own.map(([key]) => key)))
  const daily = settleLimit(user, groups, 'daily_query_limit')
  const monthly = settleLimit(user, groups, 'monthly_query_limit')
  return {
    groups: groups.map(({ id, name }) => ({ id, name })),
    dailyLimit: daily.limit,
    monthlyLimit: monthly.limit,
    attributes: Object.fromEntries([...agreed.map(({ key, value }) => [key, value]), ...own]),
    conflicts,
    sources: {
      daily_query_limit: daily.from,
      monthly_query_limit: monthly.from,
      attributes: Object.fromEntries(agreed.map(({ key, from }) => [key, from])),
      providers: Object.fromEntries(
        Object.keys(claimed.attributes).flatMap((key) => (Object.hasOwn(typed, key) ? [] : [[key, claimed.provider]])),
      ),
    },
  }
}

/** Reads stored attributes of a user or a group. */
export function readAttributes({ attributes }: { attributes: string }): Record<string, string> {
  return JSON.parse(attributes) as Record<string, string>
}

function withoutEmpty(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
}

function claimsQuery(db: Handle) {
  return db
    .selectFrom('identity_attributes')
    .innerJoin('sign_on_providers', 'sign_on_providers.id', 'identity_attributes.provider_id')
    .select(['identity_attributes.user_id', 'identity_attributes.attributes', 'sign_on_providers.name as provider'])
}

async function claimsOf(db: Handle, users: Pick<UserRow, 'id'>[]) {
  const query = claimsQuery(db)
  if (users.length > mostListed) return query.execute()
  const ids = users.map(({ id }) => id)
  return query.where('identity_attributes.user_id', 'in', ids).execute()
}

/** Reads what the sign-in providers of users said of them. */
async function claimedAttributes(db: Handle, users: Pick<UserRow, 'id'>[]): Promise<Map<string, Claimed>> {
  if (users.length === 0) return new Map()
  const rows = await claimsOf(db, users)
  return new Map(rows.map((row) => [row.user_id, { provider: row.provider, attributes: readAttributes(row) }]))
}

function settleValues(groups: GivingGroup[], own: ReadonlySet<string>) {
  const given = groups.flatMap(({ id, name, attributes }) =>
    Object.entries(attributes)
      .filter(([key, value]) => value !== '' && !own.has(key))
      .map(([key, value]) => ({ key, group_id: id, group_name: name, value })),
  )
  const agreed: { key: string; value: string; from: string[] }[] = []
  const conflicts: AttributeConflict[] = []
  for (const [key, values] of Map.groupBy(given, (each) => each.key)) {
    const [first] = values
    if (first === undefined) continue
    if (values.every(({ value }) => value === first.value))
      agreed.push({ key, value: first.value, from: values.map((each) => each.group_name) })
    else
      conflicts.push({
        key,
        values: values.map(({ group_id, group_name, value }) => ({ group_id, group_name, value })),
      })
  }
  return { agreed, conflicts }
}

/** The user's own limit, otherwise the highest of the groups and who gives it. */
function settleLimit(
  user: OwnValues,
  groups: GivingGroup[],
  kind: 'daily_query_limit' | 'monthly_query_limit',
): { limit: number | null; from: string[] } {
  const given = groups.flatMap((group) => group[kind] ?? [])
  if (user[kind] !== null || given.length === 0) return { limit: user[kind], from: [] }
  const limit = Math.max(...given)
  return { limit, from: groups.filter((group) => group[kind] === limit).map(({ name }) => name) }
}

function groupsQuery(db: Handle) {
  return db
    .selectFrom(memberships(db).as('members'))
    .innerJoin('user_groups', 'user_groups.id', 'members.group_id')
    .select([
      'members.user_id',
      'user_groups.id',
      'user_groups.name',
      'user_groups.attributes',
      'user_groups.daily_query_limit',
      'user_groups.monthly_query_limit',
    ])
    .orderBy('user_groups.name_key')
}

async function membershipsOf(db: Handle, users: Pick<UserRow, 'id'>[]) {
  const query = groupsQuery(db)
  if (users.length > mostListed) return query.execute()
  const ids = users.map(({ id }) => id)
  return query.where('members.user_id', 'in', ids).execute()
}

async function groupsOf(db: Handle, users: Pick<UserRow, 'id'>[]): Promise<Map<string, GivingGroup[]>> {
  if (users.length === 0) return new Map()
  const rows = await membershipsOf(db, users)
  const read = new Map<string, Record<string, string>>()
  const found = new Map<string, GivingGroup[]>()
  for (const { user_id: userId, ...row } of rows) {
    const attributes = read.get(row.id) ?? readAttributes(row)
    read.set(row.id, attributes)
    const groups = found.get(userId) ?? []
    groups.push({ ...row, attributes })
    found.set(userId, groups)
  }
  return found
}
