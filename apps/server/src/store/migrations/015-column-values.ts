import type { Kysely } from 'kysely'

/** Facts about columns and an index of their texts, per connection. */
export async function columnValues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('value_indexes')
    .addColumn('connection_id', 'text', (column) =>
      column.primaryKey().references('connections.id').onDelete('cascade'),
    )
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('generation', 'text')
    .addColumn('revision', 'integer')
    .addColumn('built_at', 'text')
    .addColumn('column_count', 'integer', (column) => column.notNull())
    .addColumn('value_count', 'integer', (column) => column.notNull())
    .addColumn('byte_count', 'integer', (column) => column.notNull())
    .addColumn('skipped_count', 'integer', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('error', 'text')
    .addColumn('error_at', 'text')
    .execute()
  await ofGeneration(db, 'value_columns')
    .addColumn('schema_name', 'text')
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('column_name', 'text', (column) => column.notNull())
    .addColumn('value_count', 'integer')
    .addColumn('facts', 'text')
    .addPrimaryKeyConstraint('value_columns_key', ['connection_id', 'generation', 'position'])
    .execute()
  await ofGeneration(db, 'value_chunks')
    .addColumn('chunk', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('value_chunks_key', ['connection_id', 'generation', 'position', 'chunk'])
    .execute()
  await ofGeneration(db, 'value_terms')
    .addColumn('term', 'text', (column) => column.notNull())
    .addColumn('postings', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('value_terms_key', ['connection_id', 'generation', 'term', 'position'])
    .execute()
}

function ofGeneration(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('generation', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
}
