import type { Kysely } from 'kysely'

/** What a model was given for each question. */
export async function turnPrompts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('turn_prompts')
    .addColumn('turn_id', 'text', (column) => column.primaryKey().references('turns.id').onDelete('cascade'))
    .addColumn('prompt', 'text', (column) => column.notNull())
    .execute()
}
