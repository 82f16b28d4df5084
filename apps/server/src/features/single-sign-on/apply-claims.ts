import type { AuditChange, Role } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { readAttributes } from '../../effective-rights/effective-user.ts'
import { AppError } from '../../lib/errors.ts'
import { isSame } from '../../lib/is-same.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { changesBetween, hiddenChange } from '../audit/service.ts'
import { revokeAllSignIns } from '../auth/service.ts'
import { readOpenSetting } from '../settings/service.ts'
import { createAdminWatch, momentAfter } from '../users/service.ts'
import type { ReadClaims } from './claims.ts'

export interface AppliedClaims {
  /** Ended all earlier sign-ins. */
  isRoleChanged: boolean
  changes: AuditChange[]
}

export interface ClaimedUser {
  user: UserRow
  claims: Pick<ReadClaims, 'groupIds' | 'role' | 'attributes'>
  providerId: string
  now: Date
}

/** Replaces what earlier sign-ins with providers gave the user: role, groups, and attributes. */
export async function applyClaims(transaction: Transaction<Database>, claimed: ClaimedUser): Promise<AppliedClaims> {
  const roles = await changeRole(transaction, claimed)
  const changes = [...roles, ...(await changeGroups(transaction, claimed))]
  if (await changeAttributes(transaction, claimed)) changes.push(hiddenChange('attributes'))
  return { isRoleChanged: roles.length > 0, changes }
}

async function changeRole(
  transaction: Transaction<Database>,
  { user, claims: { role }, now }: ClaimedUser,
): Promise<AuditChange[]> {
  if (role === null || role === user.role || !(await mayChangeRole(transaction, user, role))) return []
  const updated = momentAfter(user.updated_at ?? user.created_at, now)
  await transaction.updateTable('users').set({ role, updated_at: updated }).where('id', '=', user.id).execute()
  await revokeAllSignIns(transaction, [user.id], now)
  return changesBetween({ role: user.role }, { role })
}

/** A provider can't take the role of the last administrator, or of one who must get in without it. */
async function mayChangeRole(transaction: Transaction<Database>, user: UserRow, role: Role): Promise<boolean> {
  const { break_glass_user_ids: exceptions } = await readOpenSetting(transaction, 'single_sign_on')
  if (exceptions.includes(user.id)) return false
  try {
    await createAdminWatch(transaction).requireAnother(user, { role })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

async function changeGroups(
  transaction: Transaction<Database>,
  { user: { id: userId }, claims, providerId }: ClaimedUser,
): Promise<AuditChange[]> {
  const namesOf = async () => {
    const rows = await transaction
      .selectFrom('identity_memberships')
      .innerJoin('user_groups', 'user_groups.id', 'identity_memberships.group_id')
      .select('user_groups.name')
      .where('identity_memberships.user_id', '=', userId)
      .orderBy('user_groups.name_key')
      .execute()
    return rows.map(({ name }) => name).join(', ')
  }
  const before = await namesOf()
  await transaction.deleteFrom('identity_memberships').where('user_id', '=', userId).execute()
  const rows = claims.groupIds.map((id) => ({ user_id: userId, group_id: id, provider_id: providerId }))
  if (rows.length > 0) await transaction.insertInto('identity_memberships').values(rows).execute()
  return changesBetween({ groups: before }, { groups: await namesOf() })
}

/** @returns whether they changed */
async function changeAttributes(
  transaction: Transaction<Database>,
  { user: { id: userId }, claims: { attributes }, providerId }: ClaimedUser,
): Promise<boolean> {
  const stored = await transaction
    .selectFrom('identity_attributes')
    .select('attributes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const row = { provider_id: providerId, attributes: JSON.stringify(attributes) }
  await transaction
    .insertInto('identity_attributes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return !isSame(stored === undefined ? {} : readAttributes(stored), attributes)
}
