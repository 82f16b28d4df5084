import type { Kysely } from 'kysely'

/** Password and code attempts, counted across all processes. */
export async function attempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_end', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('attempts_window_end').on('attempts').column('window_end').execute()
}
