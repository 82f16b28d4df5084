import { message } from '@parlance/contract'
import type { Role } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import { momentAfter, requireUser } from './change-user.ts'
import { requireAdminNow } from './policy.ts'
import { versionOf } from './present.ts'
import { deleteUser, updateUser } from './store.ts'

export interface Approval {
  license: Pick<LicenseService, 'assertCanAdd'>
  email: Pick<EmailService, 'queue'>
  admin: Principal
  id: string
  role: Role
  /** The server's URL for the email's link. */
  ownAddress: string
  now: Date
}

/**
 * Approves a registration, and queues an email to the user. An approved account stays unchanged.
 * @throws AppError admin_only, not_found, license_limit
 */
export async function approve(
  transaction: Transaction<Database>,
  { license, email, admin, id, role, ownAddress, now }: Approval,
): Promise<{ user: UserRow; isNew: boolean }> {
  await requireAdminNow(transaction, admin)
  const user = await requireUser(transaction, id)
  if (user.status === 'A') return { user, isNew: false }
  await license.assertCanAdd(transaction, 'users')
  const change = { status: 'A', is_active: 1, role, updated_at: momentAfter(versionOf(user), now) } as const
  await updateUser(transaction, id, change)
  const data = { username: user.username, link: `${ownAddress}/login` }
  await email.queue(transaction, { template: 'account_approved', to: user.email, data, userId: id })
  return { user: { ...user, ...change }, isNew: true }
}

/**
 * Deletes a registration.
 * @throws AppError admin_only, not_found, conflict for an approved account
 */
export async function reject(transaction: Transaction<Database>, admin: Principal, id: string): Promise<UserRow> {
  await requireAdminNow(transaction, admin)
  const user = await requireUser(transaction, id)
  if (user.status !== 'N') {
    throw new AppError('conflict', { detail: message('This account is already approved. Deactivate it instead.') })
  }
  await deleteUser(transaction, id)
  return user
}
