import { message } from '@parlance/contract'
import type { AuditField, UpdateUserRequest } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { isInvited } from './invitation-tokens.ts'
import { requireAdminNow, requireAnotherAdmin, requireChangeable } from './policy.ts'
import { readAttributes } from '../../effective-rights/effective-user.ts'
import { versionOf } from './present.ts'
import { findUser, updateUser } from './store.ts'

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

export interface ChangeUserOptions {
  now: Date
  /** @throws AppError license_limit if no more users may be active */
  assertCanActivate: (transaction: Transaction<Database>) => Promise<void>
}

/**
 * Changes an account in one transaction, and writes only what differs.
 * @throws AppError admin_only, not_found, conflict, forbidden, license_limit
 */
export async function changeUser(
  transaction: Transaction<Database>,
  admin: Principal,
  id: string,
  request: UpdateUserRequest,
  { now, assertCanActivate }: ChangeUserOptions,
): Promise<ChangedUser> {
  await requireAdminNow(transaction, admin)
  const user = await requireUser(transaction, id)
  const { expected_updated_at: expected } = request
  if (expected !== undefined && expected !== versionOf(user)) throw new AppError('conflict')
  const change = changeOf(user, request)
  const fields = changeable.filter((field) => change[field] !== undefined)
  if (fields.length === 0) return { before: user, user, fields }
  requireChangeable(admin, user, change)
  await requireAnotherAdmin(transaction, user, change)
  if (change.is_active === 1) {
    await requireAccepted(transaction, id)
    await assertCanActivate(transaction)
  }
  const written = { ...change, updated_at: momentAfter(versionOf(user), now) }
  await updateUser(transaction, id, written)
  return { before: user, user: { ...user, ...written }, fields }
}

/** @throws AppError not_found */
export async function requireUser(db: Kysely<Database> | Transaction<Database>, id: string): Promise<UserRow> {
  const user = await findUser(db, id)
  if (user === null)
    throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
  return user
}

/** An invited person becomes active by setting a password. @throws AppError conflict */
async function requireAccepted(transaction: Transaction<Database>, id: string): Promise<void> {
  if (!(await isInvited(transaction, id))) return
  throw new AppError('conflict', {
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
