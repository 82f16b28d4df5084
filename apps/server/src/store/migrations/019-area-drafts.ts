import type { Kysely } from 'kysely'

/** Drafts of areas, the conversations and answers in them, and the runs that evaluate them. */
export async function areaDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('area_drafts')
    .addColumn('area_id', 'text', (column) => column.primaryKey().references('areas.id').onDelete('cascade'))
    .addColumn('revision', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('started_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('updated_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('proven_version', 'integer', (column) => column.notNull())
    .addColumn('proven_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('has_errors', 'integer', (column) => column.notNull())
    .addColumn('problems', 'text', (column) => column.notNull())
    .execute()
  for (const table of ['sessions', 'turns']) {
    await db.schema
      .alterTable(table)
      .addColumn('in_draft', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await db.schema.alterTable('evaluation_runs').addColumn('draft_revision', 'text').execute()
}
