import type { Kysely } from 'kysely'

/** Links that let invited people set their password. Grants are looked up by user. */
export async function invitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('invited_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await db.schema.createIndex('area_access_user').on('area_access').column('user_id').execute()
  await db.schema.createIndex('connection_access_user').on('connection_access').column('user_id').execute()
}
