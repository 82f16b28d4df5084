import { message } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'
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
  const namesOf = async (ownerId: string) => {
    const rows = await db
      .selectFrom('connections')
      .select('name')
      .where('owner_id', '=', ownerId)
      .where('session_id', 'is', null)
      .execute()
    return rows.map(({ name }) => name)
  }
  const keyOf = (name: string) => name.trim().toLowerCase()
  const taken = new Set((await namesOf(to)).map(keyOf))
  if (!(await namesOf(from)).some((name) => taken.has(keyOf(name)))) return
  throw new AppError('conflict', {
    detail: message(
      'The new owner already has a database of the same name. Rename one of the two, or choose another user.',
    ),
  })
}
