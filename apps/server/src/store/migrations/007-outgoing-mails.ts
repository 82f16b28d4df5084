import type { Kysely } from 'kysely'

/** Queued emails. */
export async function outgoingMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outgoing_mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('template', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', 'text', (column) => column.notNull())
    .addColumn('valid_until', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outgoing_mails_next_try').on('outgoing_mails').column('next_try_at').execute()
}
