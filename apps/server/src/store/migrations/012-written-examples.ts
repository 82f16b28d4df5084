import { sql, type Kysely } from 'kysely'

/** Examples that were written by hand have no turn. All have the result of their last check. */
export async function writtenExamples(db: Kysely<unknown>): Promise<void> {
  // SQLite cannot remove NOT NULL from a column.
  await db.schema.alterTable('examples').addColumn('rated_turn_id', 'text').execute()
  await sql`update examples set rated_turn_id = turn_id`.execute(db)
  await db.schema.dropIndex('examples_turn').execute()
  await db.schema.alterTable('examples').dropColumn('turn_id').execute()
  await db.schema.alterTable('examples').renameColumn('rated_turn_id', 'turn_id').execute()
  await db.schema.createIndex('examples_turn').unique().on('examples').column('turn_id').execute()
  await db.schema.alterTable('examples').addColumn('question_key', 'text').execute()
  await db.schema.createIndex('examples_question').unique().on('examples').column('question_key').execute()
  await db.schema.alterTable('examples').addColumn('verified_at', 'text').execute()
  await db.schema.alterTable('examples').addColumn('problem', 'text').execute()
}
