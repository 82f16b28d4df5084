import { randomUUID } from 'node:crypto'
import { serviceAddress, type User } from '@parlance/contract'
import type { Kysely, Transaction } from 'kysely'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { LicenseService } from '../license/service.ts'
import { effectiveUser, effectiveUsers, findEffectiveUser } from '../../effective-rights/effective-user.ts'
import { newUserRow } from './new-account.ts'
import type { NewAccount } from './new-account.ts'
import { presentUser, principalOf } from './present.ts'
import {
  countUsers,
  deleteUsers,
  findFirstAdmin,
  findUser,
  findUserByEmail,
  insertUser,
  listActiveUsers,
  updateUsers,
} from './store.ts'

export {
  beginInvitation,
  countOpenInvitations,
  endInvitation,
  findInvitation,
  invitationDays,
  isInvited,
} from './invitation-tokens.ts'
export type { InvitationLink } from './invitation-tokens.ts'
export { isServiceAccount } from './service-accounts.ts'
export { momentAfter } from './change-user.ts'
export { createAdminWatch, requireAdminNow } from './policy.ts'
export { countersAt } from './usage.ts'

type Handle = Kysely<Database> | Transaction<Database>

/** Counts the active users, and how many of them have each attribute, also from a group. */
export type CountAttributes = () => Promise<{ active: number; counts: ReadonlyMap<string, number> }>

/** Finds and adds accounts for the other features. `UserAdministration` changes them. */
export interface UsersService {
  /** Finds the account that a command acts as. Null if no one may sign in with this email address. */
  principalByEmail(email: string): Promise<Principal | null>
  firstAdmin(): Promise<Principal | null>
  /**
   * Adds an account. Of many concurrent ones on an empty installation, exactly one is the first.
   * @param inside further queries of the same transaction
   * @throws AppError email_taken
   */
  add(
    account: NewAccount,
    inside?: (transaction: Transaction<Database>, added: AddedAccount) => Promise<void>,
  ): Promise<AddedAccount>
  /** Adds the deactivated account of a person who is invited, as a part of a transaction. @returns its id */
  addInvited(db: Handle, account: Pick<NewAccount, 'email' | 'organization'> & Pick<UserRow, 'role'>): Promise<string>
  /** Adds an account without a password, which waits for approval, as a part of a transaction. @returns its row */
  addWaiting(db: Handle, account: Pick<NewAccount, 'email' | 'username'>): Promise<UserRow>
  /** Adds the account of a program, which has no password, as a part of a transaction. @returns its row */
  addService(db: Handle, username: string): Promise<UserRow>
  /** Deletes the account of a person who has not accepted the invitation, as a part of a transaction. */
  removeInvited(db: Handle, id: string): Promise<void>
  count(): Promise<number>
  countAttributes: CountAttributes
  /** Finds the account's row for signing in. Null if there is none. */
  find(id: string): Promise<UserRow | null>
  /** Finds the account with the attributes that apply to it now. Null if there is none. */
  findNow(id: string): Promise<{ user: UserRow; principal: Principal } | null>
  /** Finds the account's row, as a part of a transaction. */
  findIn(db: Handle, id: string): Promise<UserRow | null>
  findByEmail(email: string): Promise<UserRow | null>
  /** The same, as a part of a transaction. */
  findByEmailIn(db: Handle, email: string): Promise<UserRow | null>
  update(id: string, change: Partial<Omit<UserRow, 'id'>>, db: Handle): Promise<void>
  present(user: UserRow): Promise<User>
  /** Works out the attributes that apply to the user now. */
  principalOf(user: UserRow): Promise<Principal>
  /** Works out the attributes and the limits that apply to the user now. */
  effective(user: UserRow): Promise<{ principal: Principal; dailyLimit: number | null; monthlyLimit: number | null }>
  /** The same for several users, with one query. @returns a function for each of them */
  principalsOf(users: UserRow[]): Promise<(user: UserRow) => Principal>
}

export interface AddedAccount {
  id: string
  isFirst: boolean
}

export interface UsersDependencies {
  license: LicenseService
}

export function createUsersService(context: AppContext, { license }: UsersDependencies): UsersService {
  const { store, now } = context
  const ofNow = async (user: UserRow) => principalOf(user, await effectiveUser(store.db, user))
  return {
    principalByEmail: async (email) => {
      const user = await findUserByEmail(store.db, email)
      return user !== null && user.status === 'A' && user.is_active === 1 ? ofNow(user) : null
    },
    firstAdmin: async () => {
      const user = await findFirstAdmin(store.db)
      return user === null ? null : ofNow(user)
    },
    add: (account, inside) =>
      store
        .transaction(async (transaction) => {
          const isFirst = (await countUsers(transaction)) === 0
          const row = newUserRow(account, { isFirst, now: now() })
          await insertUser(transaction, row)
          const added = { id: row.id, isFirst }
          await inside?.(transaction, added)
          return added
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new AppError('email_taken', { cause: error }) : error
        }),
    addInvited: async (db, { role, ...account }) => {
      const row = newUserRow({ ...account, username: '', passwordHash: '' }, { isFirst: false, now: now() })
      await insertUser(db, { ...row, role, status: 'A' })
      return row.id
    },
    addWaiting: async (db, account) => {
      const row = newUserRow({ ...account, organization: '', passwordHash: '' }, { isFirst: false, now: now() })
      await insertUser(db, row)
      return row
    },
    addService: async (db, username) => {
      const account = { email: serviceAddress(randomUUID()), username, organization: '', passwordHash: '' }
      const row = {
        ...newUserRow(account, { isFirst: false, now: now() }),
        status: 'A' as const,
        is_active: 1 as const,
      }
      await insertUser(db, row)
      return row
    },
    removeInvited: (db, id) => deleteUsers(db, [id]),
    count: () => countUsers(store.db),
    countAttributes: async () => {
      const users = await listActiveUsers(store.db)
      const effectiveOf = await effectiveUsers(store.db, users)
      const counts = new Map<string, number>()
      for (const user of users) {
        for (const key of Object.keys(effectiveOf(user).attributes)) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      return { active: users.length, counts }
    },
    find: (id) => findUser(store.db, id),
    findNow: async (id) => {
      const found = await findEffectiveUser(store.db, id)
      return found === null ? null : { user: found.user, principal: principalOf(found.user, found.effective) }
    },
    findIn: (db, id) => findUser(db, id),
    findByEmail: (email) => findUserByEmail(store.db, email),
    findByEmailIn: (db, email) => findUserByEmail(db, email),
    update: (id, change, db) => updateUsers(db, [id], change),
    present: async (user) => presentUser(user, await license.isPremium()),
    principalOf: ofNow,
    effective: async (user) => {
      const effective = await effectiveUser(store.db, user)
      const { dailyLimit, monthlyLimit } = effective
      return { principal: principalOf(user, effective), dailyLimit, monthlyLimit }
    },
    principalsOf: async (users) => {
      const effectiveOf = await effectiveUsers(store.db, users)
      return (user) => principalOf(user, effectiveOf(user))
    },
  }
}
