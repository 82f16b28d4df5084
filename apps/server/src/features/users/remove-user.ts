import { message } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Principal } from '../../http/principal.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { requireUser } from './change-user.ts'
import { requireAdminNow, requireAnotherAdmin } from './policy.ts'
import { listPossessions } from './possessions.ts'
import type { Transfers } from './possessions.ts'
import { deleteUser, findUser } from './store.ts'

export interface RemovedUser {
  user: UserRow
  /** The user's conversations, whose files must be removed. */
  sessionIds: string[]
  /** The questions that were being answered, which must be stopped. */
  runningTurns: string[]
  areas: number
  databases: number
  /** Who got the areas and databases. Null if there were none. */
  heir: UserRow | null
}

/**
 * Deletes an account with its sign-ins and conversations, and gives its areas and databases to another user. Checks
 * everything before the first write, so that a refusal leaves a larger transaction intact.
 * @param heirId who gets the areas and databases; null if the user has none
 * @throws AppError admin_only, not_found, forbidden for the caller's own account, conflict
 */
export async function removeUser(
  transaction: Transaction<Database>,
  admin: Principal,
  { id, heirId, transfers }: { id: string; heirId: string | null; transfers: Transfers },
): Promise<RemovedUser> {
  await requireAdminNow(transaction, admin)
  const user = await requireUser(transaction, id)
  if (id === admin.userId) {
    throw new AppError('forbidden', {
      detail: message('You cannot delete your own account. Ask another administrator to do it.'),
    })
  }
  await requireAnotherAdmin(transaction, user, { is_active: 0 })
  const { areas, databases, private_databases: hidden } = await listPossessions(transaction, admin, id)
  const ownsThings = areas.length + databases.length + hidden > 0
  const heir = ownsThings ? await requireHeir(transaction, user, heirId) : null
  if (heir !== null) await transfers.checkConnections(transaction, id, heir.id)

  const moved = { areas: 0, databases: 0 }
  if (heir !== null) {
    moved.areas = await transfers.transferAreas(transaction, id, heir.id)
    moved.databases = await transfers.transferConnections(transaction, id, heir.id)
  }
  const running = await transaction
    .selectFrom('turns')
    .select('id')
    .where('user_id', '=', id)
    .where('status', '=', 'running')
    .execute()
  const sessions = await transaction.deleteFrom('sessions').where('user_id', '=', id).returning('id').execute()
  await transaction.deleteFrom('budgets').where('scope', '=', 'user').where('target_id', '=', id).execute()
  await deleteUser(transaction, id)
  const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id)
  return { user, sessionIds: idsOf(sessions), runningTurns: idsOf(running), ...moved, heir }
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
