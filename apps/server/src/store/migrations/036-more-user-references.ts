import type { Kysely } from 'kysely'

/** The columns that name users and had no index, so that each deleted user read all rows of these tables. */
const references = [
  ['applications', 'created_by'],
  ['area_drafts', 'proven_by'],
  ['area_drafts', 'started_by'],
  ['area_drafts', 'updated_by'],
  ['asked_words', 'user_id'],
  ['evaluation_runs', 'started_by'],
  ['evaluation_sets', 'created_by'],
  ['evaluation_sets', 'updated_by'],
  ['passed_tests', 'user_id'],
  ['protected_tables', 'protected_by'],
  ['service_accounts', 'created_by'],
  ['waiting_changes', 'requested_by'],
] as const

/** Makes deleting users fast, also in installations that have many conversations, areas, and runs. */
export async function moreUserReferences(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of references)
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}
