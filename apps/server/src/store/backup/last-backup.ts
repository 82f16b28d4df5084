import type { Kysely } from 'kysely'
import { z } from 'zod'
import { openStore } from '../open-store.ts'
import type { OpenStoreOptions } from '../open-store.ts'
import type { Database } from '../schema.ts'

/** The key of the setting that describes the last backup. */
export const lastBackupKey = 'last_backup'

export const lastBackupSchema = z.object({
  /** The moment of the copied rows. */
  at: z.string(),
  /** The folder on the machine that made the backup. */
  folder: z.string(),
  bytes: z.number(),
})
export type LastBackup = z.infer<typeof lastBackupSchema>

/**
 * Describes a finished backup in the store that it copied.
 * @param migrations those of the store, so that opening it upgrades nothing
 */
export async function recordBackup(place: OpenStoreOptions, migrations: string[], backup: LastBackup): Promise<void> {
  const store = await openStore({ ...place, migrateTo: migrations })
  try {
    await setLastBackup(store.db, backup)
  } finally {
    await store.close()
  }
}

/** Replaces the description of the last backup. */
export async function setLastBackup(db: Kysely<Database>, backup: LastBackup): Promise<void> {
  const change = {
    value: JSON.stringify(backup),
    is_secret: 0 as const,
    updated_at: backup.at,
    updated_by: null,
  }
  await db
    .insertInto('settings')
    .values({ key: lastBackupKey, ...change })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(change))
    .execute()
}
