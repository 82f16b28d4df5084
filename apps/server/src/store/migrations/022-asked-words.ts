import type { Kysely } from 'kysely'

/** Words of questions about an area that were not clear, so that its owner can define them. */
export async function askedWords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('asked_words')
    .addColumn('area_id', 'text', (column) => column.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('phrase', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('asked_on', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('asked_words_key', ['area_id', 'phrase', 'session_id'])
    .execute()
  await db.schema.createIndex('asked_words_by_session').on('asked_words').column('session_id').execute()
}
