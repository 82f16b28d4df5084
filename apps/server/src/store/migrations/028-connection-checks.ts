import type { Kysely } from 'kysely'

/** Connections are checked on a schedule. */
export async function connectionChecks(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.alterTable('connections')
  await table.addColumn('is_checked', 'integer', (column) => column.notNull().defaultTo(1)).execute()
  await table.addColumn('check_failures', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  for (const name of ['next_check_at', 'check_lease_until', 'unreported_change']) {
    await table.addColumn(name, 'text').execute()
  }
  await db.schema.createIndex('connections_next_check').on('connections').column('next_check_at').execute()
}
