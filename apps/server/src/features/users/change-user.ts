import { message } from '@parlance/contract'
import type { AuditField, UpdateUserRequest } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { LicenseService } from '../license/service.ts'
import { invitedAmong } from './invitation-tokens.ts'
import { createAdminWatch, requireChangeable } from './policy.ts'
import { readAttributes } from '../../effective-rights/effective-user.ts'
import { versionOf } from './present.ts'
import { asRefusal } from './step-result.ts'
import type { Refusals } from './step-result.ts'
import { findUser, updateUsers } from './store.ts'

type UserChange = Partial<Omit<UserRow, 'id'>>

/** The fields that administrators change. */
const changeable = [
  'role',
  'is_active',
  'daily_query_limit',
  'monthly_query_limit',
  'tenant_id',
  'tenant_name',
  'dept_id',
  'attributes',
] as const satisfies readonly (AuditField & keyof UserRow)[]

export interface ChangedUser {
  before: UserRow
  user: UserRow
  /** The names of the changed fields. */
  fields: AuditField[]
}

export interface ChangeUsersOptions {
  admin: Principal
  request: UpdateUserRequest
  now: Date
  license: Pick<LicenseService, 'room'>
}

interface PlannedChange {
  user: UserRow
  change: UserChange
  fields: AuditField[]
}

/**
 * Makes the same change to several accounts in one transaction, and writes only what differs. Checks everything before
 * the first write. The caller has checked that an administrator does it.
 * @returns the users that differed, and why others may not be changed: conflict, forbidden, license_limit
 */
export async function changeUsers(
  transaction: Transaction<Database>,
  users: UserRow[],
  options: ChangeUsersOptions,
): Promise<{ changed: ChangedUser[]; refused: Refusals }> {
  const { planned, refused } = await planChanges(transaction, users, options)
  const activated = planned.filter(({ change }) => change.is_active === 1)
  if (activated.length > 0) {
    const { left, refusal } = await options.license.room(transaction, 'users')
    for (const { user } of activated.slice(left)) refused.set(user.id, refusal())
  }
  const changed = planned
    .filter(({ user }) => !refused.has(user.id))
    .map(({ user, change, fields }): ChangedUser & { written: UserChange } => {
      const written = { ...change, updated_at: momentAfter(versionOf(user), options.now) }
      return { before: user, user: { ...user, ...written }, fields, written }
    })
  for (const same of Map.groupBy(changed, ({ written }) => JSON.stringify(written)).values()) {
    const ids = same.map(({ user }) => user.id)
    await updateUsers(transaction, ids, same[0]?.written ?? {})
  }
  return { changed, refused }
}

async function planChanges(
  transaction: Transaction<Database>,
  users: UserRow[],
  { admin, request }: ChangeUsersOptions,
): Promise<{ planned: PlannedChange[]; refused: Refusals }> {
  const planned: PlannedChange[] = []
  const refused: Refusals = new Map()
  const admins = createAdminWatch(transaction)
  const ids = users.map(({ id }) => id)
  const invited = request.is_active === true ? await invitedAmong(transaction, ids) : new Set<string>()
  for (const user of users) {
    try {
      const { expected_updated_at: expected } = request
      if (expected !== undefined && expected !== versionOf(user)) throw new AppError('conflict')
      const change = changeOf(user, request)
      const fields = changeable.filter((field) => change[field] !== undefined)
      if (fields.length === 0) continue
      requireChangeable(admin, user, change)
      if (change.is_active === 1 && invited.has(user.id)) throw notAccepted()
      await admins.requireAnother(user, change)
      planned.push({ user, change, fields })
    } catch (error) {
      refused.set(user.id, asRefusal(error))
    }
  }
  return { planned, refused }
}

/** @throws AppError not_found */
export async function requireUser(db: Kysely<Database> | Transaction<Database>, id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (user === null)
    throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
  return user
}

/** An invited person becomes active by setting a password. */
function notAccepted(): AppError {
  return new AppError('conflict', {
    detail: message('This person has not accepted the invitation yet. Send the invitation again if it is lost.'),
  })
}

/** Gives two changes in the same millisecond different times. */
export function momentAfter(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}

function changeOf(user: UserRow, request: UpdateUserRequest): UserChange {
  const wanted: UserChange = {
    role: request.role,
    is_active: flagOf(request.is_active),
    daily_query_limit: request.daily_query_limit,
    monthly_query_limit: request.monthly_query_limit,
    tenant_id: emptyAsNull(request.tenant_id),
    tenant_name: emptyAsNull(request.tenant_name),
    dept_id: emptyAsNull(request.dept_id),
  }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== user[field as keyof UserRow],
  )
  const change: UserChange = Object.fromEntries(changed)
  const attributes = request.attributes === undefined ? undefined : withoutEmpty(request.attributes)
  if (attributes !== undefined && !isSame(attributes, readAttributes(user))) {
    change.attributes = JSON.stringify(attributes)
  }
  return change
}

function flagOf(value: boolean | undefined): 0 | 1 | undefined {
  if (value === undefined) return undefined
  return value ? 1 : 0
}

function emptyAsNull(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text
}

/** Treats an empty value as absent, so that rules that need it hide every row. */
function withoutEmpty(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))
}

function isSame(left: Record<string, string>, right: Record<string, string>): boolean {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}
