import type { Kysely, Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { readOpenSetting } from '../settings/service.ts'
import { isServiceAccount } from '../users/service.ts'

type Handle = Kysely<Database> | Transaction<Database>

/**
 * Whether an account may use a password. A service account may not. With single sign-on only, break-glass administrators
 * may.
 */
export async function mayUsePassword(db: Handle, { id, role }: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  const { is_only: isOnly, break_glass_user_ids: exceptions } = await readOpenSetting(db, 'single_sign_on')
  if (await isServiceAccount(db, id)) return false
  return !isOnly || (role === 'ADMIN' && exceptions.includes(id))
}

/**
 * @param user the account that would use a password; null for a new one
 * @throws AppError password_closed
 */
export async function requirePasswords(db: Handle, user: Pick<UserRow, 'id' | 'role'> | null): Promise<void> {
  if (await mayUsePassword(db, user ?? { id: '', role: 'GENERAL' })) return
  throw new AppError('password_closed')
}
