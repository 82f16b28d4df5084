import type { ManagedUser, Role, User } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { AuditService } from '../audit/service.ts'
import type { LicenseService } from '../license/service.ts'
import { newUserRow } from './new-account.ts'
import type { NewAccount } from './new-account.ts'
import { presentManagedUser, presentUser, principalOf } from './present.ts'
import { countUsers, findFirstAdmin, findUser, findUserByEmail, insertUser, listUsers, updateUser } from './store.ts'

type Handle = Kysely<Database> | Transaction<Database>

export interface UsersService {
  list(): Promise<ManagedUser[]>
  /** @throws AppError not_found, license_limit */
  approve(admin: Principal, id: string, role: Role): Promise<ManagedUser>
  /** The account that a command acts as; null when nobody may enter with this e-mail. */
  principalByEmail(email: string): Promise<Principal | null>
  firstAdmin(): Promise<Principal | null>
  /** Adds an account; of many at once on an empty installation exactly one is the first. @throws AppError email_taken */
  add(account: NewAccount): Promise<{ id: string; isFirst: boolean }>
  count(): Promise<number>
  /** The account's row, for signing in; null when there is none. */
  find(id: string): Promise<UserRow | null>
  findByEmail(email: string): Promise<UserRow | null>
  update(id: string, change: Partial<Omit<UserRow, 'id'>>, db: Handle): Promise<void>
  present(user: UserRow): Promise<User>
  principalOf(user: UserRow): Principal
}

export interface UsersDependencies {
  license: LicenseService
  audit: AuditService
}

export function createUsersService(context: AppContext, { license, audit }: UsersDependencies): UsersService {
  const { store, now } = context
  return {
    list: async () => {
      const isPremium = await license.isPremium()
      return (await listUsers(store.db)).map((row) => presentManagedUser(row, isPremium))
    },
    approve: async (admin, id, role) => {
      const approved = await approve(context, license, id, role)
      const detail = { role: approved.role }
      const target = { targetKind: 'user', targetId: id }
      await audit.record({ action: 'user.approve', outcome: 'allowed', userId: admin.userId, ...target, detail })
      return presentManagedUser(approved, await license.isPremium())
    },
    principalByEmail: async (email) => {
      const user = await findUserByEmail(store.db, email)
      return user !== null && user.status === 'A' && user.is_active === 1 ? principalOf(user) : null
    },
    firstAdmin: async () => {
      const user = await findFirstAdmin(store.db)
      return user === null ? null : principalOf(user)
    },
    add: (account) =>
      store
        .transaction(async (transaction) => {
          const isFirst = (await countUsers(transaction)) === 0
          const row = newUserRow(account, { isFirst, now: now() })
          await insertUser(transaction, row)
          return { id: row.id, isFirst }
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new AppError('email_taken', { cause: error }) : error
        }),
    count: () => countUsers(store.db),
    find: (id) => findUser(store.db, id),
    findByEmail: (email) => findUserByEmail(store.db, email),
    update: (id, change, db) => updateUser(db, id, change),
    present: async (user) => presentUser(user, await license.isPremium()),
    principalOf,
  }
}

function approve({ store }: AppContext, license: LicenseService, id: string, role: Role): Promise<UserRow> {
  return store.transaction(async (transaction) => {
    const user = await findUser(transaction, id)
    if (user === null) throw new AppError('not_found', { detail: 'This user does not exist.' })
    if (user.status === 'A') return user
    await license.assertCanAdd(transaction, 'users')
    const change = { status: 'A', is_active: 1, role } as const
    await updateUser(transaction, id, change)
    return { ...user, ...change }
  })
}
