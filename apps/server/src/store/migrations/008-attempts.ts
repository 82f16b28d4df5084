import type { Kysely } from 'kysely'

/** Attempts at passwords and codes, counted by all processes together. */
export async function attempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_end', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('attempts_window_end').on('attempts').column('window_end').execute()
}
