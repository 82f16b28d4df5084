import type { Kysely } from 'kysely'

/** Which state of its place each example was last proven for, and who is proving the examples of a place. */
export async function exampleProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('examples').addColumn('proven_for', 'text').execute()
  await db.schema
    .createTable('example_proofs')
    .addColumn('place', 'text', (column) => column.primaryKey())
    .addColumn('area_id', 'text', (column) => column.references('areas.id').onDelete('cascade'))
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .execute()
}
