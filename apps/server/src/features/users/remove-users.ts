import { message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import { partsOf } from '../../lib/parts-of.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { createAdminWatch } from './policy.ts'
import { findOwners } from './possessions.ts'
import type { Transfers } from './possessions.ts'
import { asRefusal } from './step-result.ts'
import type { Refusals } from './step-result.ts'
import { deleteUsers, findUser } from './store.ts'

export interface RemovedUser {
  user: UserRow
  /** The user's conversations, whose files must be removed. */
  sessionIds: string[]
  areas: number
  databases: number
  /** Who got the areas and databases. Null if there were none. */
  heir: UserRow | null
}

export interface RemovedUsers {
  removed: RemovedUser[]
  refused: Refusals
  /** The questions that were being answered, which must be stopped. */
  runningTurns: string[]
}

interface Removal {
  admin: Principal
  /** Who gets the areas and databases. Null if the users have none. */
  heirId: string | null
  transfers: Transfers
}

/**
 * Deletes accounts with their sign-ins and conversations, and gives their areas and databases to another user. The
 * caller has checked that an administrator does it.
 * @returns also why others may not be deleted: forbidden for the caller's own account, conflict
 */
export async function removeUsers(
  transaction: Transaction<Database>,
  users: UserRow[],
  { admin, heirId, transfers }: Removal,
): Promise<RemovedUsers> {
  const refused: Refusals = new Map()
  const moved = new Map<string, Pick<RemovedUser, 'areas' | 'databases' | 'heir'>>()
  const admins = createAdminWatch(transaction)
  const ids = users.map(({ id }) => id)
  const owners = await findOwners(transaction, ids)
  // What others leave to the heir keeps the heir from being deleted, so the heir comes last.
  for (const user of users.toSorted((one, other) => Number(one.id === heirId) - Number(other.id === heirId))) {
    try {
      if (user.id === admin.userId) throw ownAccount()
      await admins.requireAnother(user, { is_active: 0 })
      if (!owners.has(user.id)) continue
      const heir = await requireHeir(transaction, user, heirId)
      await transfers.checkConnections(transaction, user.id, heir.id)
      const areas = await transfers.transferAreas(transaction, user.id, heir.id)
      const databases = await transfers.transferConnections(transaction, user.id, heir.id)
      moved.set(user.id, { areas, databases, heir })
      owners.add(heir.id)
    } catch (error) {
      refused.set(user.id, asRefusal(error))
    }
  }
  const leaving = users.filter(({ id }) => !refused.has(id))
  const { sessions, runningTurns } = await deleteAll(
    transaction,
    leaving.map(({ id }) => id),
  )
  const nothing = { areas: 0, databases: 0, heir: null }
  const removed = leaving.map((user) => ({
    user,
    sessionIds: sessions.get(user.id) ?? [],
    ...(moved.get(user.id) ?? nothing),
  }))
  return { removed, refused, runningTurns }
}

async function deleteAll(transaction: Transaction<Database>, all: string[]) {
  const sessions = new Map<string, string[]>()
  const runningTurns: string[] = []
  for (const ids of partsOf(all)) {
    const running = await transaction
      .selectFrom('turns')
      .select('id')
      .where('user_id', 'in', ids)
      .where('status', '=', 'running')
      .execute()
    runningTurns.push(...running.map(({ id }) => id))
    const ended = await transaction
      .deleteFrom('sessions')
      .where('user_id', 'in', ids)
      .returning(['id', 'user_id'])
      .execute()
    for (const { id, user_id: userId } of ended) sessions.set(userId, [...(sessions.get(userId) ?? []), id])
    await transaction.deleteFrom('budgets').where('scope', '=', 'user').where('target_id', 'in', ids).execute()
  }
  await deleteUsers(transaction, all)
  return { sessions, runningTurns }
}

function ownAccount(): AppError {
  return new AppError('forbidden', {
    detail: message('You cannot delete your own account. Ask another administrator to do it.'),
  })
}

async function requireHeir(transaction: Transaction<Database>, user: UserRow, heirId: string | null): Promise<UserRow> {
  if (heirId === null || heirId === user.id) {
    throw new AppError('conflict', {
      detail: message('{email} owns business areas or databases. Choose another user who gets them.', {
        email: user.email,
      }),
    })
  }
  const heir = await findUser(transaction, heirId)
  if (heir !== null && heir.status === 'A' && heir.is_active === 1) return heir
  throw new AppError('conflict', {
    detail: message('The user who gets the areas and databases is not active. Choose another one.'),
  })
}
