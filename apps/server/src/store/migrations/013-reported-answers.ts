import type { Kysely } from 'kysely'

/** Why an answer was reported as wrong, and whether approved answers are added to a question set. */
export async function reportedAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('examples').addColumn('reason', 'text').execute()
  await db.schema.alterTable('examples').addColumn('comment', 'text').execute()
  await db.schema
    .alterTable('evaluation_sets')
    .addColumn('adds_answers', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
