import type { BulkUsersResponse, UserBulkAction } from '@parlance/contract'
import { patternOf } from '@parlance/contract'
import type { Transaction } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { findUser } from './store.ts'

type Outcome = BulkUsersResponse['outcomes'][number]

/** Changes one user. @returns whether it changed anything. @throws AppError before the first write */
export type ChangeOne = (transaction: Transaction<Database>, user: UserRow, action: UserBulkAction) => Promise<boolean>

/**
 * Changes several users in one transaction. A user who can't be changed is skipped with the reason; anything unexpected
 * undoes the whole request.
 * @throws AppError admin_only
 */
export async function changeUsers(
  transaction: Transaction<Database>,
  { ids, action }: { ids: string[]; action: UserBulkAction },
  changeOne: ChangeOne,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) {
    const user = await findUser(transaction, id)
    if (user === null) continue
    outcomes.push(await outcomeOf(user, () => changeOne(transaction, user, action)))
  }
  return outcomes
}

async function outcomeOf(user: UserRow, change: () => Promise<boolean>): Promise<Outcome> {
  const named = { user_id: user.id, email: user.email }
  try {
    return { ...named, result: (await change()) ? 'changed' : 'unchanged', detail: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'admin_only' || error.status >= 500) throw error
    return { ...named, result: 'skipped', detail: error.detail, ...patternOf(error.text) }
  }
}
