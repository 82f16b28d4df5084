import { message } from '@parlance/contract'
import type { Role } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import { momentAfter } from './change-user.ts'
import { versionOf } from './present.ts'
import type { Refusals } from './step-result.ts'
import { deleteUsers, updateUsers } from './store.ts'

export interface Approval {
  license: Pick<LicenseService, 'room'>
  email: Pick<EmailService, 'queueAll'>
  role: Role
  /** The server's URL for the email's link. */
  ownAddress: string
  now: Date
}

/**
 * Approves registrations, and queues an email to each user. Approved accounts stay unchanged. The caller has checked
 * that an administrator does it.
 * @returns the users that are approved now, and those for whom the license has no room
 */
export async function approveUsers(
  transaction: Transaction<Database>,
  users: UserRow[],
  { license, email, role, ownAddress, now }: Approval,
): Promise<{ approved: UserRow[]; refused: Refusals }> {
  const waiting = users.filter(({ status }) => status !== 'A')
  if (waiting.length === 0) return { approved: [], refused: new Map() }
  const { left, refusal } = await license.room(transaction, 'users')
  const refused: Refusals = new Map(waiting.slice(left).map(({ id }) => [id, refusal()]))
  const approved = waiting.slice(0, left).map((user): UserRow => {
    return { ...user, status: 'A', is_active: 1, role, updated_at: momentAfter(versionOf(user), now) }
  })
  for (const [updated_at, same] of Map.groupBy(approved, (user) => user.updated_at)) {
    const ids = same.map(({ id }) => id)
    await updateUsers(transaction, ids, { status: 'A', is_active: 1, role, updated_at })
  }
  const link = `${ownAddress}/login`
  await email.queueAll(
    transaction,
    approved.map(({ id, email: to, username }) => {
      return { template: 'account_approved', to, data: { username, link }, userId: id }
    }),
  )
  return { approved, refused }
}

/**
 * Deletes registrations. The caller has checked that an administrator does it.
 * @returns the users that are gone, and why others stay: conflict for an approved account
 */
export async function rejectUsers(
  transaction: Transaction<Database>,
  users: UserRow[],
): Promise<{ rejected: UserRow[]; refused: Refusals }> {
  const { N: rejected = [], A: approved = [] } = Object.groupBy(users, ({ status }) => status)
  await deleteUsers(
    transaction,
    rejected.map(({ id }) => id),
  )
  const detail = message('This account is already approved. Deactivate it instead.')
  return { rejected, refused: new Map(approved.map(({ id }) => [id, new AppError('conflict', { detail })])) }
}
