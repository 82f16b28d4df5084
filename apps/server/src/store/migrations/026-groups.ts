import type { Kysely } from 'kysely'

/** Groups of users, and what they give their members. */
export async function groups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_groups')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('attributes', 'text', (column) => column.notNull())
    .addColumn('daily_query_limit', 'integer')
    .addColumn('monthly_query_limit', 'integer')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('group_domains')
    .addColumn('group_id', 'text', (column) => column.notNull().references('user_groups.id').onDelete('cascade'))
    .addColumn('domain', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_domains_key', ['group_id', 'domain'])
    .execute()
  await db.schema
    .createTable('group_members')
    .addColumn('group_id', 'text', (column) => column.notNull().references('user_groups.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('added_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_members_key', ['group_id', 'user_id'])
    .execute()
  await db.schema.createIndex('group_members_user').on('group_members').column('user_id').execute()
  await db.schema
    .createTable('group_access')
    .addColumn('group_id', 'text', (column) => column.notNull().references('user_groups.id').onDelete('cascade'))
    .addColumn('connection_id', 'text', (column) => column.references('connections.id').onDelete('cascade'))
    .addColumn('area_id', 'text', (column) => column.references('areas.id').onDelete('cascade'))
    .addColumn('granted_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('group_access_connection', ['connection_id', 'group_id'])
    .addUniqueConstraint('group_access_area', ['area_id', 'group_id'])
    .execute()
  await db.schema.createIndex('group_access_group').on('group_access').column('group_id').execute()
}
