import type { Kysely } from 'kysely'

/** Definitions that were proposed for an area and that its owner rejected, so that they don't come back. */
export async function definitionProposals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rejected_proposals')
    .addColumn('area_id', 'text', (column) => column.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('proposal_key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('rejected_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('rejected_proposals_key', ['area_id', 'proposal_key'])
    .execute()
}
