import { message } from '@parlance/contract'
import type { AuditAction, ManagedUser, Role, UpdateUserRequest } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import { KeyedQueue } from '../../store/keyed-queue.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { changesBetween, hiddenChange, type AuditRecord, type AuditService } from '../audit/service.ts'
import type { EmailService } from '../email/service.ts'
import type { LicenseService } from '../license/service.ts'
import { changeUser, momentAfter, requireUser, type ChangedUser } from './change-user.ts'
import { requireAdminNow } from './policy.ts'
import { presentManagedUser, versionOf } from './present.ts'
import { deleteUser, findUser, listUsers, updateUser } from './store.ts'

/** How the audit log names a change of an account. */
export type AccountChange = 'user.update' | 'user.change-role' | 'user.activate' | 'user.deactivate'

/**
 * Lets administrators manage accounts. Every call checks in its own transaction that the caller is still an
 * administrator.
 */
export interface UserAdministration {
  list(): Promise<ManagedUser[]>
  /** @throws AppError not_found */
  get(id: string): Promise<ManagedUser>
  /**
   * Approves an account and informs the user by email. An approved account stays unchanged.
   * @param ownAddress the server's URL for the email's link
   * @throws AppError not_found, license_limit
   */
  approve(admin: Principal, id: string, wanted: { role: Role; ownAddress: string }): Promise<ManagedUser>
  /**
   * Deletes a registration.
   * @returns its email address.
   * @throws AppError not_found, conflict for an approved account
   */
  reject(admin: Principal, id: string): Promise<string>
  /**
   * Changes an account. A different role or a deactivation ends its sign-ins and stops its running questions.
   * @param action the name in the audit log
   * @throws AppError not_found, forbidden for the caller's own role, conflict for the last administrator and for a
   *   form that is older than the account, license_limit
   */
  update(admin: Principal, id: string, change: UpdateUserRequest, action?: AccountChange): Promise<ManagedUser>
}

export interface UserAdministrationDependencies {
  license: LicenseService
  audit: AuditService
  email: Pick<EmailService, 'queue' | 'deliver'>
  endSignIns: (transaction: Transaction<Database>, userId: string) => Promise<void>
  /** Ends all responses to a user everywhere. Call it after the end of the sign-ins is stored. */
  cutOff: (userId: string) => Promise<void>
  stopQuestions: (userId: string) => Promise<void>
}

export function createUserAdministration(
  context: AppContext,
  dependencies: UserAdministrationDependencies,
): UserAdministration {
  const { store, now } = context
  const { license, audit, email, endSignIns, cutOff, stopQuestions } = dependencies
  const queue = new KeyedQueue()
  const inTurn = <T>(work: (transaction: Transaction<Database>) => Promise<T>) =>
    queue.run('accounts', () => store.transaction(work))
  const present = async (row: UserRow) => presentManagedUser(row, await license.isPremium(), now())
  const record = (action: AuditAction, by: Principal, user: UserRow, more: Pick<AuditRecord, 'detail' | 'changes'>) =>
    audit.record({
      action,
      outcome: 'allowed',
      userId: by.userId,
      targetKind: 'user',
      targetId: user.id,
      targetName: user.email,
      ...more,
    })

  return {
    list: async () => {
      const isPremium = await license.isPremium()
      const moment = now()
      return (await listUsers(store.db)).map((row) => presentManagedUser(row, isPremium, moment))
    },
    get: async (id) => {
      const user = await findUser(store.db, id)
      if (user === null)
        throw new AppError('not_found', { detail: message('This user does not exist. Reload the list of users.') })
      return present(user)
    },
    approve: async (admin, id, { role, ownAddress }) => {
      const { user, isNew } = await inTurn(async (transaction) => {
        const approved = await approve(transaction, { license, admin, id, role, now: now() })
        if (approved.isNew) await queueWelcome(transaction, email, approved.user, `${ownAddress}/login`)
        return approved
      })
      if (isNew) {
        await record('user.approve', admin, user, { detail: { role: user.role } })
        email.deliver()
      }
      return present(user)
    },
    reject: async (admin, id) => {
      const user = await inTurn((transaction) => reject(transaction, admin, id))
      await record('user.reject', admin, user, {})
      return user.email
    },
    update: async (admin, id, request, action = 'user.update') => {
      const { before, user, fields, isCutOff } = await inTurn(async (transaction) => {
        const changed = await changeUser(transaction, admin, id, request, {
          now: now(),
          assertCanActivate: (handle) => license.assertCanAdd(handle, 'users'),
        })
        const isCut = changed.fields.includes('role') || changed.fields.includes('is_active')
        if (isCut) await endSignIns(transaction, id)
        return { ...changed, isCutOff: isCut }
      })
      if (isCutOff) {
        await cutOff(id)
        await stopQuestions(id)
      }
      if (fields.length > 0) await record(action, admin, user, recordedOf({ before, user, fields }))
      return present(user)
    },
  }
}

function queueWelcome(
  transaction: Transaction<Database>,
  email: Pick<EmailService, 'queue'>,
  { id, email: to, username }: UserRow,
  link: string,
): Promise<void> {
  return email.queue(transaction, { template: 'account_approved', to, data: { username, link }, userId: id })
}

interface Approval {
  license: LicenseService
  admin: Principal
  id: string
  role: Role
  now: Date
}

async function approve(
  transaction: Transaction<Database>,
  { license, admin, id, role, now }: Approval,
): Promise<{ user: UserRow; isNew: boolean }> {
  await requireAdminNow(transaction, admin)
  const user = await requireUser(transaction, id)
  if (user.status === 'A') return { user, isNew: false }
  await license.assertCanAdd(transaction, 'users')
  const change = { status: 'A', is_active: 1, role, updated_at: momentAfter(versionOf(user), now) } as const
  await updateUser(transaction, id, change)
  return { user: { ...user, ...change }, isNew: true }
}

async function reject(transaction: Transaction<Database>, admin: Principal, id: string): Promise<UserRow> {
  await requireAdminNow(transaction, admin)
  const user = await requireUser(transaction, id)
  if (user.status !== 'N') {
    throw new AppError('conflict', { detail: message('This account is already approved. Deactivate it instead.') })
  }
  await deleteUser(transaction, id)
  return user
}

const plainFields = ['role', 'is_active', 'daily_query_limit', 'monthly_query_limit'] as const

/** Lists the changed fields, with values unless they are a user's attributes (R21). */
function recordedOf({ before, user, fields }: ChangedUser): Pick<AuditRecord, 'detail' | 'changes'> {
  const plain = plainFields.filter((field) => fields.includes(field))
  const valuesOf = (row: UserRow) => Object.fromEntries(plain.map((field) => [field, row[field]]))
  const hidden = fields.filter((field) => !plain.some((one) => one === field))
  return {
    detail: { fields: fields.join(', '), ...valuesOf(user) },
    changes: [...changesBetween(valuesOf(before), valuesOf(user)), ...hidden.map(hiddenChange)],
  }
}
