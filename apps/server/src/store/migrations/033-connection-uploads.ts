import type { Kysely } from 'kysely'

/** Connections whose database was uploaded, and an index that finds the last question about each connection. */
export async function connectionUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('connections').addColumn('uploaded_files', 'text').execute()
  await db.schema.createIndex('turns_connection').on('turns').columns(['connection_id', 'created_at']).execute()
}
