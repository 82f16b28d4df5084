import type { Kysely } from 'kysely'

/** Questions that a new conversation in an area offers first. */
export async function sampleQuestions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('areas')
    .addColumn('sample_questions', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
