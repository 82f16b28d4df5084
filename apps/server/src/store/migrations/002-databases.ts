import type { Kysely } from 'kysely'

/** Connections that are edited, tested stage by stage, and synchronized; catalogs with one row per table. */
export async function databases(db: Kysely<unknown>): Promise<void> {
  await extendConnections(db)
  // Its contents are read again from the databases themselves.
  await db.schema.dropTable('catalogues').execute()
  await createCatalogues(db)
}

async function extendConnections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('connections')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  for (const name of ['test_stage', 'test_failure', 'last_synced', 'sync_status']) {
    await db.schema.alterTable('connections').addColumn(name, 'text').execute()
  }
}

async function createCatalogues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('catalogues')
    .addColumn('connection_id', 'text', (column) =>
      column.primaryKey().references('connections.id').onDelete('cascade'),
    )
    .addColumn('generation', 'text', (column) => column.notNull())
    .addColumn('introspected_at', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text')
    .addColumn('dialect', 'text', (column) => column.notNull())
    .addColumn('default_schema', 'text')
    .addColumn('database_name', 'text')
    .addColumn('table_count', 'integer', (column) => column.notNull())
    .addColumn('column_count', 'integer', (column) => column.notNull())
    .addColumn('changes', 'text')
    .execute()
  await db.schema
    .createTable('catalogue_tables')
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('generation', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('schema_name', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('object_type', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('catalogue_tables_key', ['connection_id', 'generation', 'position'])
    .execute()
  await db.schema
    .createTable('catalogue_refreshes')
    .addColumn('connection_id', 'text', (column) =>
      column.primaryKey().references('connections.id').onDelete('cascade'),
    )
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('tables_seen', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('error_at', 'text')
    .execute()
}
