import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** Conversations per step. A step of a million would block everyone else. */
const batchSize = 500

/** Selects conversations that were created or last used up to this time. */
export interface OldSessions {
  column: 'created_at' | 'last_accessed'
  /** ISO 8601 UTC. */
  until: string
  /** Keeps conversations in which a question is being answered. */
  keepsRunning: boolean
}

export interface DeleteSessionsOptions {
  /** Runs before each step and stops the turns in the conversations to be deleted. */
  prepare?: (sessionIds: string[]) => Promise<void>
  /** Removes the files of deleted conversations. */
  removeFiles: (sessionIds: string[]) => Promise<void>
  /** Stops the work between two steps. */
  signal?: AbortSignal
}

/**
 * Deletes old conversations in steps, oldest first. One that is used meanwhile stays. Two concurrent processes share
 * the work.
 * @returns how many this call deleted
 */
export async function deleteSessions(
  store: Store,
  old: OldSessions,
  { prepare, removeFiles, signal }: DeleteSessionsOptions,
): Promise<number> {
  let deleted = 0
  while (signal?.aborted !== true) {
    const ids = await chooseOldest(store, old)
    if (ids.length === 0) break
    await prepare?.(ids)
    const gone = await deleteThese(store, old, ids)
    await removeFiles(gone)
    deleted += gone.length
  }
  return deleted
}

async function chooseOldest({ db }: Store, { column, until, keepsRunning }: OldSessions): Promise<string[]> {
  let query = db.selectFrom('sessions').select('id').where(column, '<=', until)
  if (keepsRunning) query = query.where('id', 'not in', runningSessions)
  return (await query.orderBy(column).limit(batchSize).execute()).map(({ id }) => id)
}

/** Checks again while deleting, so that a conversation used since its selection stays. */
function deleteThese(store: Store, { column, until, keepsRunning }: OldSessions, ids: string[]): Promise<string[]> {
  return store.transaction(async (transaction) => {
    let query = transaction.deleteFrom('sessions').where('id', 'in', ids).where(column, '<=', until)
    if (keepsRunning) query = query.where('id', 'not in', runningSessions)
    return (await query.returning('id').execute()).map(({ id }) => id)
  })
}

/** The conversations in which a question is being answered. */
function runningSessions(builder: ExpressionBuilder<Database, 'sessions'>) {
  return builder.selectFrom('turns').select('turns.session_id').where('turns.status', '=', 'running')
}
