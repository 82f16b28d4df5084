import type { Kysely } from 'kysely'

/** The verified examples that drafts of areas add, change, or delete. */
export async function draftExamples(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('area_drafts').addColumn('examples_revision', 'text').execute()
  await db.schema
    .createTable('area_draft_examples')
    .addColumn('area_id', 'text', (column) => column.notNull().references('area_drafts.area_id').onDelete('cascade'))
    .addColumn('example_id', 'text', (column) => column.notNull())
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('question_before', 'text')
    .addColumn('sql_before', 'text')
    .addColumn('question', 'text')
    .addColumn('sql_query', 'text')
    .addColumn('written_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('area_draft_examples_key', ['area_id', 'example_id'])
    .execute()
}
