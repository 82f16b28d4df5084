import type { Kysely } from 'kysely'

/** Runs that ask only some questions of their set. */
export async function partialRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('evaluation_runs').addColumn('question_ids', 'text').execute()
}
