import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Catalogue, CatalogueChanges, CatalogueTable, SqlDialect } from '@parlance/contract'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { CatalogueRefreshesTable, CataloguesTable, Database } from '../../store/schema.ts'
import { prepared } from '../../store/prepared.ts'
import { once } from '../../store/read-once.ts'
import type { Store } from '../../store/store.ts'

type Handle = Kysely<Database> | Transaction<Database>

export type CatalogueRow = Selectable<CataloguesTable>
export type RefreshRow = Selectable<CatalogueRefreshesTable>

/** Rows per step. SQLite runs in this process, so other work gets a turn between two steps. */
const insertRows = 250
const deletedRows = 500

const catalogueOf = once(
  prepared((db, connectionId: string) =>
    db.selectFrom('catalogues').selectAll().where('connection_id', '=', connectionId),
  ),
)

export async function findCatalogue(db: Handle, connectionId: string): Promise<CatalogueRow | null> {
  return (await catalogueOf(db, connectionId))[0] ?? null
}

/** Null if the generation was replaced in the meantime. */
export async function loadCatalogue(db: Handle, row: CatalogueRow): Promise<Catalogue | null> {
  const rows = await db
    .selectFrom('catalogue_tables')
    .select('detail')
    .where('connection_id', '=', row.connection_id)
    .where('generation', '=', row.generation)
    .orderBy('position')
    .execute()
  if (rows.length !== row.table_count) return null
  return {
    dialect: row.dialect as SqlDialect,
    defaultSchema: row.default_schema,
    database: row.database_name,
    tables: rows.map(({ detail }) => JSON.parse(detail) as CatalogueTable),
  }
}

/** A reading that is ready to be stored. */
export interface NewCatalogue {
  connectionId: string
  generation: string
  /** The revision of the settings used for the reading. */
  revision: number
  introspectedAt: string
  fingerprint: string | null
  catalogue: Catalogue
  /** Null keeps the previous changes. */
  changes: CatalogueChanges | null
}

/**
 * Stores a reading: first its tables in many small steps, then the switch in one, then it deletes the old tables.
 * @returns null if the connection's settings changed, the connection was deleted, or another reading took over
 */
export async function keepCatalogue(store: Store, made: NewCatalogue): Promise<CatalogueRow | null> {
  await insertTables(store.db, made)
  const kept = await store.transaction(async (transaction) => {
    if (!(await isCurrent(transaction, made))) return null
    const row = toRow(made, await findCatalogue(transaction, made.connectionId))
    const { connection_id: _, ...change } = row
    await transaction
      .insertInto('catalogues')
      .values(row)
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(change))
      .execute()
    return row
  })
  await deleteTables(store.db, made, kept === null ? '=' : '!=')
  return kept
}

/** Deletes the tables of this generation, or of all others, in small steps. */
async function deleteTables(db: Handle, made: NewCatalogue, which: '=' | '!='): Promise<void> {
  const tables = () =>
    db
      .deleteFrom('catalogue_tables')
      .where('connection_id', '=', made.connectionId)
      .where('generation', which, made.generation)
  const last = await db
    .selectFrom('catalogue_tables')
    .select((select) => select.fn.max('position').as('position'))
    .where('connection_id', '=', made.connectionId)
    .where('generation', which, made.generation)
    .executeTakeFirst()
  for (let start = 0; start <= (last?.position ?? -1); start += deletedRows) {
    await tables()
      .where('position', '>=', start)
      .where('position', '<', start + deletedRows)
      .execute()
    await othersTurn()
  }
}

function toRow(made: NewCatalogue, before: CatalogueRow | null): CatalogueRow {
  const { catalogue } = made
  return {
    connection_id: made.connectionId,
    generation: made.generation,
    introspected_at: made.introspectedAt,
    fingerprint: made.fingerprint,
    dialect: catalogue.dialect,
    default_schema: catalogue.defaultSchema,
    database_name: catalogue.database ?? null,
    table_count: catalogue.tables.length,
    column_count: catalogue.tables.reduce((sum, table) => sum + table.columns.length, 0),
    changes: made.changes === null ? (before?.changes ?? null) : JSON.stringify(made.changes),
  }
}

async function insertTables(db: Handle, { connectionId, generation, catalogue }: NewCatalogue): Promise<void> {
  for (let start = 0; start < catalogue.tables.length; start += insertRows) {
    const rows = catalogue.tables.slice(start, start + insertRows).map((table, index) => ({
      connection_id: connectionId,
      generation,
      position: start + index,
      schema_name: table.schema,
      name: table.name,
      object_type: table.objectType,
      detail: JSON.stringify(table),
    }))
    await db.insertInto('catalogue_tables').values(rows).execute()
    await othersTurn()
  }
}

async function isCurrent(db: Handle, made: NewCatalogue): Promise<boolean> {
  const connection = await db
    .selectFrom('connections')
    .select('revision')
    .where('id', '=', made.connectionId)
    .executeTakeFirst()
  const lease = await findRefresh(db, made.connectionId)
  return connection?.revision === made.revision && lease?.owner === made.generation
}

export async function findRefresh(db: Handle, connectionId: string): Promise<RefreshRow | null> {
  const row = db.selectFrom('catalogue_refreshes').selectAll().where('connection_id', '=', connectionId)
  return (await row.executeTakeFirst()) ?? null
}

export interface Lease {
  connectionId: string
  /** The generation of the new reading. */
  owner: string
  now: string
  until: string
}

/** @returns false while another reading is running */
export async function takeLease(db: Handle, { connectionId, owner, now, until }: Lease): Promise<boolean> {
  const taken = { owner, lease_until: until, started_at: now, tables_seen: 0 }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('catalogue_refreshes')
    .values({ connection_id: connectionId, ...taken, error: null, error_at: null })
    .onConflict((conflict) =>
      conflict
        .column('connection_id')
        .doUpdateSet(taken)
        .where((where) =>
          where.or([
            where('catalogue_refreshes.owner', 'is', null),
            where('catalogue_refreshes.lease_until', '<', now),
          ]),
        ),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A test reads the database anyway, and its reading is the newest. */
export async function seizeLease(db: Handle, { connectionId, owner, now, until }: Lease): Promise<void> {
  const taken = { owner, lease_until: until, started_at: now, tables_seen: 0 }
  await db
    .insertInto('catalogue_refreshes')
    .values({ connection_id: connectionId, ...taken, error: null, error_at: null })
    .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(taken))
    .execute()
}

export async function renewLease(
  db: Handle,
  lease: { connectionId: string; owner: string },
  change: { lease_until: string; tables_seen: number },
): Promise<void> {
  await ownLease(db, lease).set(change).execute()
}

/** @param error the reason for a failed reading; null after a successful one */
export async function endLease(
  db: Handle,
  lease: { connectionId: string; owner: string },
  { error, now }: { error: string | null; now: string },
): Promise<void> {
  await ownLease(db, lease)
    .set({ owner: null, error, error_at: error === null ? null : now })
    .execute()
}

function ownLease(db: Handle, { connectionId, owner }: { connectionId: string; owner: string }) {
  return db.updateTable('catalogue_refreshes').where('connection_id', '=', connectionId).where('owner', '=', owner)
}
