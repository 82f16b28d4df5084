import { message } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
import { listNamesOf } from './store.ts'
import type { Handle } from './store.ts'

/** Gives every connection of one user to another, as a part of a transaction. Files of conversations stay. */
export async function inheritConnections(
  db: Handle,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ owner_id: to, updated_at: now.toISOString() })
    .where('owner_id', '=', from)
    .where('session_id', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Two connections of one owner must not have the same name. @throws AppError conflict */
export async function requireInheritable(db: Handle, from: string, to: string): Promise<void> {
  const keyOf = (name: string) => name.trim().toLowerCase()
  const taken = new Set((await listNamesOf(db, to)).map(keyOf))
  if (!(await listNamesOf(db, from)).some((name) => taken.has(keyOf(name)))) return
  throw new AppError('conflict', {
    detail: message(
      'The new owner already has a database of the same name. Rename one of the two, or choose another user.',
    ),
  })
}
