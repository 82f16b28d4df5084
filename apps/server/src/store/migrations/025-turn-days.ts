import type { Kysely } from 'kysely'

/** Questions are counted by day. */
export async function turnDays(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('turns_created').on('turns').columns(['created_at', 'status']).execute()
}
