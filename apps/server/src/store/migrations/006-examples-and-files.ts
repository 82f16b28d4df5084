import type { Kysely } from 'kysely'

/** Verified answers as examples, and files that belong to a conversation. */
export async function examplesAndFiles(db: Kysely<unknown>): Promise<void> {
  await createExamples(db)
  await createArtifacts(db)
  await db.schema
    .alterTable('connections')
    .addColumn('session_id', 'text', (column) => column.references('sessions.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('connections_session').on('connections').column('session_id').execute()
  await db.schema.alterTable('sessions').addColumn('file_connection_id', 'text').execute()
}

async function createExamples(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('examples')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('area_id', 'text', (column) => column.references('areas.id').onDelete('cascade'))
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('turn_id', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('sql_query', 'text', (column) => column.notNull())
    .addColumn('reading', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('decided_at', 'text')
    .execute()
  await db.schema.createIndex('examples_turn').unique().on('examples').column('turn_id').execute()
  await db.schema.createIndex('examples_area').on('examples').columns(['area_id', 'status']).execute()
  await db.schema.createIndex('examples_connection').on('examples').columns(['connection_id', 'status']).execute()
}

async function createArtifacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('artifacts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('turn_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('artifacts_name').unique().on('artifacts').columns(['session_id', 'name']).execute()
}
