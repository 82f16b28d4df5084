import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** Conversations deleted in one step: a step of a million would keep everyone waiting. */
const batchSize = 500

/** Which conversations go: those that began, or were last used, at this moment or before. */
export interface OldSessions {
  column: 'created_at' | 'last_accessed'
  /** ISO 8601 UTC. */
  until: string
  /** Conversations in which a question is being answered stay. */
  keepsRunning: boolean
}

export interface DeleteSessionsOptions {
  /** Before each step: ends what is being answered in the conversations that will go. */
  prepare?: (sessionIds: string[]) => Promise<void>
  /** Removes the files of conversations that are gone. */
  removeFiles: (sessionIds: string[]) => Promise<void>
  /** Ends the work between two steps. */
  signal?: AbortSignal
}

/**
 * Deletes old conversations in steps, the oldest first. One that is used meanwhile stays; two processes that do it at
 * once share the work.
 * @returns how many were deleted by this call
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

/** Asked again with the deletion: what was used since it was chosen stays. */
function deleteThese(store: Store, { column, until, keepsRunning }: OldSessions, ids: string[]): Promise<string[]> {
  return store.transaction(async (transaction) => {
    let query = transaction.deleteFrom('sessions').where('id', 'in', ids).where(column, '<=', until)
    if (keepsRunning) query = query.where('id', 'not in', runningSessions)
    return (await query.returning('id').execute()).map(({ id }) => id)
  })
}

/** Of every conversation in which a question is being answered. */
function runningSessions(builder: ExpressionBuilder<Database, 'sessions'>) {
  return builder.selectFrom('turns').select('turns.session_id').where('turns.status', '=', 'running')
}
