import { message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { readOpenSetting } from '../settings/service.ts'
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

/** Makes sure that an installation always has an administrator who can sign in, while several users change. */
export interface AdminWatch {
  /** Expects the change unless it throws. @throws AppError conflict if no administrator would be left */
  requireAnother(user: UserRow, change: RoleChange): Promise<void>
}

export function createAdminWatch(transaction: Transaction<Database>): AdminWatch {
  let left: Set<string> | null = null
  let breakGlass: Set<string> | null = null
  return {
    requireAnother: async (user, change) => {
      if (!isActiveAdmin(user) || isActiveAdmin({ ...user, ...change })) return
      left ??= await listActiveAdmins(transaction)
      if (!left.has(user.id)) return
      if (left.size < 2) {
        throw new AppError('conflict', {
          detail: message('This is the last active administrator. Make another user an administrator first.'),
        })
      }
      breakGlass ??= await listBreakGlass(transaction, left)
      if (breakGlass.has(user.id) && breakGlass.size < 2) {
        throw new AppError('conflict', {
          detail: message(
            'This is the last break-glass administrator. Choose another one in Email and registration, Sign-in first.',
          ),
        })
      }
      left.delete(user.id)
      breakGlass.delete(user.id)
    },
  }
}

async function listActiveAdmins(transaction: Transaction<Database>): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'A')
    .where('is_active', '=', 1)
    // A program cannot sign in to let anyone else in.
    .where('id', 'not in', (services) => services.selectFrom('service_accounts').select('user_id'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Lists who can still sign in with a password if it is closed for everyone else. Empty if it isn't. */
async function listBreakGlass(transaction: Transaction<Database>, admins: Set<string>): Promise<Set<string>> {
  const { is_only: isOnly, break_glass_user_ids: ids } = await readOpenSetting(transaction, 'single_sign_on')
  return new Set(isOnly ? ids.filter((id) => admins.has(id)) : [])
}

function isActiveAdmin({ role, status, is_active }: Pick<UserRow, 'role' | 'status' | 'is_active'>): boolean {
  return role === 'ADMIN' && status === 'A' && is_active === 1
}
