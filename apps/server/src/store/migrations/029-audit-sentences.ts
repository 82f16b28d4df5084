import { sql, type Kysely } from 'kysely'

/** The first words of the actions of each group, at the time of this migration. */
const groups = {
  people: ['user', 'email'],
  databases: ['connection', 'application'],
  areas: ['area'],
  quality: ['example', 'evaluation'],
  conversations: ['session', 'question'],
  queries: ['query'],
}

/** Audit records that say what changed, are found by group and target, and are sent to other systems. */
export async function auditSentences(db: Kysely<unknown>): Promise<void> {
  for (const name of ['user_email', 'changes']) {
    await db.schema.alterTable('audit_log').addColumn(name, 'text').execute()
  }
  await db.schema
    .alterTable('audit_log')
    .addColumn('action_group', 'text', (column) => column.notNull().defaultTo('installation'))
    .execute()
  await sql`update audit_log set user_email = (select email from users where users.id = audit_log.user_id)`.execute(db)
  for (const [group, nouns] of Object.entries(groups)) {
    for (const noun of nouns) {
      await sql`update audit_log set action_group = ${group} where action like ${`${noun}.%`}`.execute(db)
    }
  }
  for (const filter of ['action_group', 'target_id']) {
    await db.schema.createIndex(`audit_log_${filter}`).on('audit_log').columns([filter, 'at', 'id']).execute()
  }
  await db.schema
    .createTable('audit_sinks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('cursor_at', 'text', (column) => column.notNull())
    .addColumn('cursor_id', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', 'text')
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}
