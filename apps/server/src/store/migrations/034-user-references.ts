import type { Kysely } from 'kysely'

/** The columns that name users. Without an index, each deleted user reads all rows of these tables. */
const references = [
  ['area_access', 'granted_by'],
  ['area_versions', 'user_id'],
  ['areas', 'owner_id'],
  ['connection_access', 'granted_by'],
  ['connections', 'owner_id'],
  ['evaluation_questions', 'approved_by'],
  ['evaluation_questions', 'author_id'],
  ['examples', 'created_by'],
  ['examples', 'decided_by'],
  ['group_access', 'granted_by'],
  ['group_members', 'added_by'],
  ['invitations', 'invited_by'],
  ['outgoing_mails', 'user_id'],
  ['rejected_proposals', 'user_id'],
  ['user_groups', 'created_by'],
] as const

/** Makes deleting many users fast. */
export async function userReferences(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of references)
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}
