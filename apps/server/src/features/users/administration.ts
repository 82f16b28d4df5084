import type {
  BulkUsersResponse,
  bulkUsersRequestSchema,
  ManagedUser,
  Role,
  UpdateUserRequest,
  UserPossessions,
} from '@parlance/contract'
import { patternOf } from '@parlance/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { AppContext } from '../../context/context.ts'
import type { Principal } from '../../http/principal.ts'
import { effectiveUser, effectiveUsers } from '../../effective-rights/effective-user.ts'
import { KeyedQueue } from '../../store/keyed-queue.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { applyAction, createAccountSteps } from './account-steps.ts'
import type { AccountChange, AccountStepsDependencies } from './account-steps.ts'
import { requireUser } from './change-user.ts'
import { findUsers } from './find-users.ts'
import { requireAdminNow } from './policy.ts'
import { listPossessions } from './possessions.ts'
import { presentManagedUser } from './present.ts'
import type { StepResult } from './step-result.ts'
import { findUsersById, listUsers } from './store.ts'

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
  /**
   * Changes several accounts in one transaction, each as the calls above would. Accounts that can't be changed are
   * skipped, and the response says why.
   */
  changeMany(admin: Principal, request: BulkRequest, ownAddress: string): Promise<BulkUsersResponse>
  /** Lists what an account owns, before it is deleted. @throws AppError not_found */
  possessions(admin: Principal, id: string): Promise<UserPossessions>
  /**
   * Deletes an account with its conversations, and ends its sign-ins at once.
   * @param heirId who gets its areas and databases; null if it has none
   * @returns its email address
   * @throws AppError not_found, forbidden for the caller's own account, conflict for the last administrator, and if the
   *   heir can't get the areas and databases
   */
  remove(admin: Principal, id: string, heirId: string | null): Promise<string>
}

type BulkRequest = z.output<typeof bulkUsersRequestSchema>

export function createUserAdministration(
  context: AppContext,
  dependencies: AccountStepsDependencies,
): UserAdministration {
  const { store, now } = context
  const { license } = dependencies
  const queue = new KeyedQueue()
  const inTurn = <T>(work: (transaction: Transaction<Database>) => Promise<T>) =>
    queue.run('accounts', () => store.transaction(work))
  const present = async (row: UserRow) =>
    presentManagedUser(row, {
      isPremium: await license.isPremium(),
      now: now(),
      effective: await effectiveUser(store.db, row),
    })
  const steps = createAccountSteps(context, dependencies)
  /** Does a step for one account. @returns the account as it is now, or was before its deletion */
  async function changeOne(
    admin: Principal,
    id: string,
    step: (transaction: Transaction<Database>, users: UserRow[]) => Promise<StepResult>,
  ): Promise<UserRow> {
    const { user, after } = await inTurn(async (transaction) => {
      await requireAdminNow(transaction, admin)
      const before = await requireUser(transaction, id)
      const { changed, refused, after: afterwards } = await step(transaction, [before])
      const refusal = refused.get(id)
      if (refusal !== undefined) throw refusal
      return { user: changed[0] ?? before, after: afterwards }
    })
    await after()
    return user
  }

  return {
    list: async () => {
      const isPremium = await license.isPremium()
      const users = await listUsers(store.db)
      const effectiveOf = await effectiveUsers(store.db, users)
      const moment = now()
      return users.map((row) => presentManagedUser(row, { isPremium, now: moment, effective: effectiveOf(row) }))
    },
    get: async (id) => present(await requireUser(store.db, id)),
    approve: async (admin, id, wanted) =>
      present(await changeOne(admin, id, (...of) => steps.approve(...of, { admin, ...wanted }))),
    reject: async (admin, id) => (await changeOne(admin, id, (...of) => steps.reject(...of, { admin }))).email,
    update: async (admin, id, request, action = 'user.update') =>
      present(await changeOne(admin, id, (...of) => steps.change(...of, { admin, request, action }))),
    changeMany: async (admin, { action, user_ids: named, filter }, ownAddress) => {
      const { users, result } = await inTurn(async (transaction) => {
        await requireAdminNow(transaction, admin)
        const found = await (named === undefined
          ? findUsers(transaction, filter ?? {}, now())
          : findUsersById(transaction, named))
        return { users: found, result: await applyAction(steps, transaction, found, { admin, action, ownAddress }) }
      })
      await result.after()
      const outcomes = outcomesOf(users, result)
      const count = (kind: string) => outcomes.filter((outcome) => outcome.result === kind).length
      return { changed: count('changed'), unchanged: count('unchanged'), skipped: count('skipped'), outcomes }
    },
    possessions: async (admin, id) => {
      await requireUser(store.db, id)
      return listPossessions(store.db, admin, id)
    },
    remove: async (admin, id, heirId) =>
      (await changeOne(admin, id, (...of) => steps.remove(...of, { admin, heirId }))).email,
  }
}

/** Says what happened to each user. */
function outcomesOf(users: UserRow[], { changed, refused }: StepResult): BulkUsersResponse['outcomes'] {
  const ids = new Set(changed.map(({ id }) => id))
  return users.map(({ id, email }) => {
    const refusal = refused.get(id)
    if (refusal === undefined)
      return { user_id: id, email, result: ids.has(id) ? 'changed' : 'unchanged', detail: null }
    return { user_id: id, email, result: 'skipped', detail: refusal.detail, ...patternOf(refusal.text) }
  })
}
