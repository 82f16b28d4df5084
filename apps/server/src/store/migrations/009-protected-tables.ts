import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Protected tables, the approved content of each area, and changes awaiting approval. Areas that an administrator owns
 * are treated as approved; the server protects the tables of their rules when it next starts.
 */
export async function protectedTables(db: Kysely<unknown>): Promise<void> {
  await createProtection(db)
  await extendAreas(db)
  await approveAreasOfAdministrators(db)
}

async function createProtection(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('protected_tables')
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('schema_key', 'text', (column) => column.notNull())
    .addColumn('table_key', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('protected_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('protected_at', 'text', (column) => column.notNull())
    .addColumn('lifted_at', 'text')
    .addPrimaryKeyConstraint('protected_tables_key', ['identity', 'schema_key', 'table_key'])
    .execute()
  await db.schema
    .createTable('connection_identities')
    .addColumn('connection_id', 'text', (column) => column.notNull().references('connections.id').onDelete('cascade'))
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('connection_identities_key', ['connection_id', 'identity'])
    .execute()
  await db.schema.createIndex('connection_identities_identity').on('connection_identities').column('identity').execute()
  await db.schema
    .createTable('protection_state')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('rules_read_at', 'text')
    .execute()
  await sql`insert into protection_state (id, version) values ('state', 1)`.execute(db)
}

async function extendAreas(db: Kysely<unknown>): Promise<void> {
  for (const name of ['approved_visibility', 'approved_owner_id', 'approved_content'] as const) {
    await db.schema.alterTable('areas').addColumn(name, 'text').execute()
  }
  await db.schema.alterTable('areas').addColumn('declined_version', 'integer').execute()
  await db.schema
    .alterTable('area_access')
    .addColumn('is_approved', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('waiting_changes')
    .addColumn('area_id', 'text', (column) => column.primaryKey().references('areas.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('requested_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('requested_at', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .execute()
}

interface AreaOf11 {
  id: string
  application_id: string
  owner_id: string
  visibility: string
  is_active: number
  row_rules: string | null
  column_rules: string | null
  tables: string
}

async function approveAreasOfAdministrators(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<AreaOf11>`select areas.id, areas.application_id, areas.owner_id, areas.visibility,
    areas.is_active, areas.row_rules, areas.column_rules, areas.tables
    from areas inner join users on users.id = areas.owner_id where users.role = 'ADMIN'`.execute(db)
  for (const area of rows) {
    const tables = JSON.parse(area.tables) as { name: string; confirmed: boolean }[]
    const content = JSON.stringify({
      applicationId: area.application_id,
      isActive: area.is_active === 1,
      tables: tables.map(({ name, confirmed }) => ({ name, confirmed })),
      rowRules: area.row_rules === null ? null : JSON.parse(area.row_rules),
      columnRules: area.column_rules === null ? null : JSON.parse(area.column_rules),
    })
    await sql`update areas set approved_visibility = ${area.visibility}, approved_owner_id = ${area.owner_id},
      approved_content = ${content} where id = ${area.id}`.execute(db)
    await sql`update area_access set is_approved = 1 where area_id = ${area.id}`.execute(db)
  }
}
