import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { StoredPlace } from '../../agent/stored-values.ts'
import type {
  Database,
  ValueChunksTable,
  ValueColumnsTable,
  ValueIndexesTable,
  ValueTermsTable,
} from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

type Handle = Kysely<Database> | Transaction<Database>

export type ValueIndexRow = Selectable<ValueIndexesTable>
export type ValueColumnRow = Selectable<ValueColumnsTable>

/** Rows per step. SQLite runs in this process, so other work gets a turn between two steps. */
const insertRows = 400
/** Names and terms per query. */
const askedAtOnce = 400

const ofGenerations = ['value_terms', 'value_chunks', 'value_columns'] as const

const empty = {
  generation: null,
  revision: null,
  built_at: null,
  column_count: 0,
  value_count: 0,
  byte_count: 0,
  skipped_count: 0,
}
const idle = { owner: null, lease_until: null, error: null, error_at: null }

/** The state of a connection's stored values; null before anything was read or changed. */
export async function findIndex(db: Handle, connectionId: string): Promise<ValueIndexRow | null> {
  const row = db.selectFrom('value_indexes').selectAll().where('connection_id', '=', connectionId)
  return (await row.executeTakeFirst()) ?? null
}

/** A connection whose tables are known, with the state of its stored values. */
export interface IndexCandidate {
  id: string
  kind: string
  revision: number
  introspectedAt: string
  index: ValueIndexRow | null
}

/** Lists the tested connections whose tables have been read. Excludes files of conversations. */
export async function listCandidates(db: Handle): Promise<IndexCandidate[]> {
  const rows = await db
    .selectFrom('connections')
    .innerJoin('catalogues', 'catalogues.connection_id', 'connections.id')
    .select(['connections.id', 'connections.kind', 'connections.revision', 'catalogues.introspected_at'])
    .where('connections.is_valid', '=', 1)
    .where('connections.session_id', 'is', null)
    .orderBy('connections.created_at')
    .execute()
  const indexes = new Map(
    (await db.selectFrom('value_indexes').selectAll().execute()).map((row) => [row.connection_id, row]),
  )
  return rows.map(({ introspected_at, ...row }) => ({
    ...row,
    introspectedAt: introspected_at,
    index: indexes.get(row.id) ?? null,
  }))
}

/** Reading values, and who reads them. */
export interface ValueLease {
  connectionId: string
  /** The generation that is being read. */
  owner: string
}

/** @returns false while another reading runs, or if values are switched off */
export async function takeLease(
  db: Handle,
  { connectionId, owner }: ValueLease,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const taken = { owner, lease_until: until }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('value_indexes')
    .values({ connection_id: connectionId, is_on: 1, ...empty, ...idle, ...taken })
    .onConflict((conflict) =>
      conflict
        .column('connection_id')
        .doUpdateSet(taken)
        .where('value_indexes.is_on', '=', 1)
        .where((where) =>
          where.or([where('value_indexes.owner', 'is', null), where('value_indexes.lease_until', '<', now)]),
        ),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false if another process took over, values were switched off, or the connection was deleted */
export async function renewLease(db: Handle, lease: ValueLease, until: string): Promise<boolean> {
  const { numUpdatedRows } = await ownLease(db, lease).set({ lease_until: until }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a failed reading. The stored values stay in use. */
export async function failLease(db: Handle, lease: ValueLease, error: string, now: string): Promise<void> {
  await ownLease(db, lease).set({ owner: null, lease_until: null, error, error_at: now }).execute()
}

function ownLease(db: Handle, { connectionId, owner }: ValueLease) {
  return db
    .updateTable('value_indexes')
    .where('connection_id', '=', connectionId)
    .where('owner', '=', owner)
    .where('is_on', '=', 1)
}

/** What a complete reading stored. */
export type IndexTotals = Pick<ValueIndexRow, 'column_count' | 'value_count' | 'byte_count' | 'skipped_count'>

/**
 * Puts a complete reading in use and ends its lease.
 * @returns false if it must not be used: the settings changed, values were switched off, or another process took over
 */
export async function useGeneration(
  store: Store,
  lease: ValueLease,
  { totals, revision, now }: { totals: IndexTotals; revision: number; now: string },
): Promise<boolean> {
  return store.transaction(async (transaction) => {
    const connection = await transaction
      .selectFrom('connections')
      .select('revision')
      .where('id', '=', lease.connectionId)
      .executeTakeFirst()
    if (connection?.revision !== revision) return false
    const { numUpdatedRows } = await ownLease(transaction, lease)
      .set({ ...idle, ...totals, generation: lease.owner, revision, built_at: now })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** Switches stored values of a connection on or off. Switching off ends a running reading. */
export async function setOn(db: Handle, connectionId: string, isOn: boolean): Promise<void> {
  const change = { is_on: isOn ? (1 as const) : (0 as const), ...(isOn ? {} : { ...empty, ...idle }) }
  await db
    .insertInto('value_indexes')
    .values({ connection_id: connectionId, ...empty, ...idle, ...change })
    .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(change))
    .execute()
}

/** Takes values out of use that are older than a moment. @returns their connections */
export async function expire(db: Handle, before: string): Promise<string[]> {
  const old = await db
    .selectFrom('value_indexes')
    .select('connection_id')
    .where('built_at', '<', before)
    .where('owner', 'is', null)
    .execute()
  const ids = old.map(({ connection_id: id }) => id)
  if (ids.length > 0) await db.updateTable('value_indexes').set(empty).where('connection_id', 'in', ids).execute()
  return ids
}

/** Deletes the rows of generations that are neither in use nor being read, column by column. */
export async function deleteUnused(db: Handle, connectionId: string): Promise<void> {
  for (const table of ofGenerations) {
    for (;;) {
      // Read again at each step, because another process may begin a generation meanwhile.
      const index = await findIndex(db, connectionId)
      const kept = [index?.generation ?? '', index?.owner ?? '']
      const found = await db
        .selectFrom(table)
        .select(['generation', 'position'])
        .where('connection_id', '=', connectionId)
        .where('generation', 'not in', kept)
        .limit(1)
        .executeTakeFirst()
      if (found === undefined) break
      await db
        .deleteFrom(table)
        .where('connection_id', '=', connectionId)
        .where('generation', '=', found.generation)
        .where('position', '=', found.position)
        .execute()
      await othersTurn()
    }
  }
}

/** Stores one column in small steps. */
export async function insertColumn(
  db: Handle,
  column: Insertable<ValueColumnsTable>,
  chunks: Insertable<ValueChunksTable>[],
  terms: Insertable<ValueTermsTable>[],
): Promise<void> {
  for (let start = 0; start < chunks.length; start += insertRows) {
    await db
      .insertInto('value_chunks')
      .values(chunks.slice(start, start + insertRows))
      .execute()
    await othersTurn()
  }
  for (let start = 0; start < terms.length; start += insertRows) {
    await db
      .insertInto('value_terms')
      .values(terms.slice(start, start + insertRows))
      .execute()
    await othersTurn()
  }
  await db.insertInto('value_columns').values(column).execute()
}

/** The generation in use; null if values are off, not read yet, or from other settings of the connection. */
export async function findGeneration(db: Handle, connectionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('value_indexes')
    .innerJoin('connections', 'connections.id', 'value_indexes.connection_id')
    .select('value_indexes.generation')
    .where('connections.id', '=', connectionId)
    .where('value_indexes.is_on', '=', 1)
    .whereRef('value_indexes.revision', '=', 'connections.revision')
    .executeTakeFirst()
  return row?.generation ?? null
}

/** The rows of these columns in one generation. */
export async function findColumns(
  db: Handle,
  at: { connectionId: string; generation: string },
  places: StoredPlace[],
): Promise<ValueColumnRow[]> {
  const wanted = new Set(places.map(keyOfPlace))
  const rows = await inSteps([...new Set(places.map(({ table }) => table))], (tables) =>
    db
      .selectFrom('value_columns')
      .selectAll()
      .where('connection_id', '=', at.connectionId)
      .where('generation', '=', at.generation)
      .where('table_name', 'in', tables)
      .execute(),
  )
  return rows.filter((row) =>
    wanted.has(keyOfPlace({ schema: row.schema_name, table: row.table_name, column: row.column_name })),
  )
}

/** Identifies a column in lists. */
export function keyOfPlace({ schema, table, column }: StoredPlace): string {
  return JSON.stringify([schema, table, column])
}

/** The postings of these hashed terms, in every column of the generation. */
export async function findPostings(
  db: Handle,
  at: { connectionId: string; generation: string },
  terms: string[],
): Promise<Pick<Selectable<ValueTermsTable>, 'position' | 'term' | 'postings'>[]> {
  return inSteps(terms, (some) =>
    db
      .selectFrom('value_terms')
      .select(['position', 'term', 'postings'])
      .where('connection_id', '=', at.connectionId)
      .where('generation', '=', at.generation)
      .where('term', 'in', some)
      .execute(),
  )
}

/** The encrypted chunks of a column, in order. */
export async function findChunks(
  db: Handle,
  at: { connectionId: string; generation: string; position: number },
  chunks: number[] | null = null,
): Promise<{ chunk: number; sealed: string }[]> {
  let query = db
    .selectFrom('value_chunks')
    .select(['chunk', 'sealed'])
    .where('connection_id', '=', at.connectionId)
    .where('generation', '=', at.generation)
    .where('position', '=', at.position)
  if (chunks !== null) query = query.where('chunk', 'in', chunks)
  return query.orderBy('chunk').execute()
}

async function inSteps<T, R>(all: T[], read: (some: T[]) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = []
  for (let start = 0; start < all.length; start += askedAtOnce) {
    rows.push(...(await read(all.slice(start, start + askedAtOnce))))
  }
  return rows
}
