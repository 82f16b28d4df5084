import type { Kysely } from 'kysely'

/** Business areas, who may use the restricted ones, and each user's default. */
export async function businessAreas(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('areas')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_id', 'text', (column) => column.notNull().references('applications.id'))
    .addColumn('owner_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('table_count', 'integer', (column) => column.notNull())
    .addColumn('join_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    // The large columns come last so that SQLite needn't read them for a list.
    .addColumn('instructions', 'text')
    .addColumn('synonyms', 'text', (column) => column.notNull())
    .addColumn('row_rules', 'text')
    .addColumn('column_rules', 'text')
    .addColumn('joins', 'text', (column) => column.notNull())
    .addColumn('tables', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('areas_application').on('areas').column('application_id').execute()
  await db.schema
    .createTable('area_access')
    .addColumn('area_id', 'text', (column) => column.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('granted_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('area_access_key', ['area_id', 'user_id'])
    .execute()
  await db.schema
    .createTable('default_areas')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (column) => column.notNull().references('applications.id').onDelete('cascade'))
    .addColumn('area_id', 'text', (column) => column.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('default_areas_key', ['user_id', 'application_id'])
    .execute()
}
