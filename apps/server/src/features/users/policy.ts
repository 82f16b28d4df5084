import { message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { findUser } from './store.ts'

type RoleChange = Partial<Pick<UserRow, 'role' | 'is_active'>>

/**
 * Requires that the acting user is an administrator in this transaction. If two administrators demote each other at
 * once, the second change fails.
 * @throws AppError admin_only
 */
export async function requireAdminNow(transaction: Transaction<Database>, principal: Principal): Promise<void> {
  const actor = await findUser(transaction, principal.userId)
  if (actor !== null && isActiveAdmin(actor)) return
  throw new AppError('admin_only')
}

/**
 * Users cannot change their own role or deactivate themselves. A waiting user must be approved or rejected first.
 * @throws AppError forbidden, conflict
 */
export function requireChangeable(principal: Principal, user: UserRow, { role, is_active }: RoleChange): void {
  if (role === undefined && is_active === undefined) return
  if (user.id === principal.userId) {
    throw new AppError('forbidden', {
      detail: message('You cannot change your own role or deactivate your own account.'),
    })
  }
  if (user.status === 'N') {
    throw new AppError('conflict', {
      detail: message('This account is waiting for approval. Approve or reject it first.'),
    })
  }
}

/**
 * An installation always has an administrator who can sign in.
 * @throws AppError conflict
 */
export async function requireAnotherAdmin(
  transaction: Transaction<Database>,
  user: UserRow,
  change: RoleChange,
): Promise<void> {
  if (!isActiveAdmin(user) || isActiveAdmin({ ...user, ...change })) return
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    .where('id', '!=', user.id)
    .executeTakeFirst()
  if (other === undefined) {
    throw new AppError('conflict', {
      detail: message('This is the last active administrator. Make another user an administrator first.'),
    })
  }
}

function isActiveAdmin({ role, status, is_active }: Pick<UserRow, 'role' | 'status' | 'is_active'>): boolean {
  return role === 'ADMIN' && status === 'A' && is_active === 1
}
