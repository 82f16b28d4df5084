import type { Kysely } from 'kysely'

/** What the words of an area mean, the versions of what an area says, and how often its definitions are used. */
export async function definitions(db: Kysely<unknown>): Promise<void> {
  const none = '{"metrics":[],"dimensions":[],"filters":[],"time_columns":[],"value_synonyms":[]}'
  await db.schema
    .alterTable('areas')
    .addColumn('definitions', 'text', (column) => column.notNull().defaultTo(none))
    .execute()
  await db.schema
    .alterTable('areas')
    .addColumn('definition_versions', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema
    .createTable('area_versions')
    .addColumn('area_id', 'text', (column) => column.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('restored_from', 'integer')
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('area_versions_key', ['area_id', 'number'])
    .execute()
  await db.schema
    .createTable('definition_usage')
    .addColumn('area_id', 'text', (column) => column.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('answers', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('definition_usage_key', ['area_id', 'kind', 'name', 'day'])
    .execute()
}
