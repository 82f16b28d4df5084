import type { Kysely } from 'kysely'

/** Accounts that are edited, tests required before a save, and a searchable audit log. */
export async function administration(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('updated_at', 'text').execute()
  await db.schema
    .createTable('passed_tests')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('passed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('passed_tests_key', ['kind', 'user_id'])
    .execute()
  for (const name of ['address', 'target_name']) {
    await db.schema.alterTable('audit_log').addColumn(name, 'text').execute()
  }
  await db.schema.dropIndex('audit_log_at').execute()
  await db.schema.createIndex('audit_log_at').on('audit_log').columns(['at', 'id']).execute()
  for (const filter of ['user_id', 'action', 'outcome']) {
    await db.schema.createIndex(`audit_log_${filter}`).on('audit_log').columns([filter, 'at', 'id']).execute()
  }
  await db.schema.createIndex('sessions_last_accessed').on('sessions').column('last_accessed').execute()
  await db.schema.createIndex('turns_user_status').on('turns').columns(['user_id', 'status']).execute()
}
