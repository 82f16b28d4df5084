import type { Kysely } from 'kysely'

/** The pattern and values of a failed test's text, for its translation. */
export async function testMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('connections').addColumn('test_message', 'text').execute()
}
