import type { Kysely } from 'kysely'
import type { Database, ExampleRow } from '../../store/schema.ts'

type Db = Kysely<Database>

/** The area and the database of examples. */
export interface ProofPlace {
  area_id: string | null
  connection_id: string
}

/** An example to prove. */
export type ExampleToProve = Pick<
  ExampleRow,
  'id' | 'question' | 'sql_query' | 'status' | 'decided_at' | 'problem' | 'decided_by'
>

const proven = ['pending', 'approved'] as const

/** The places that have examples which are used or wait for approval. */
export async function listPlaces(db: Db): Promise<ProofPlace[]> {
  return db
    .selectFrom('examples')
    .select(['area_id', 'connection_id'])
    .where('status', 'in', proven)
    .groupBy(['area_id', 'connection_id'])
    .execute()
}

/**
 * What the gate's decision about a place's examples depends on, as text: the tables that the database has, what the area
 * says, its owner, and which tables are protected.
 */
export async function stateOf(db: Db, { area_id, connection_id }: ProofPlace): Promise<string> {
  const area = await db
    .selectFrom('areas')
    .select(['version', 'owner_id'])
    .where('id', '=', area_id ?? '')
    .executeTakeFirst()
  const catalogue = await db
    .selectFrom('catalogues')
    .select(['changes'])
    .where('connection_id', '=', connection_id)
    .executeTakeFirst()
  const protection = await db.selectFrom('protection_state').select('version').executeTakeFirst()
  const parts = [area?.version, area?.owner_id, foundAt(catalogue?.changes), protection?.version]
  return JSON.stringify(parts.map((part) => (part === undefined ? null : String(part))))
}

/** When the last changes of the database's tables were found. */
function foundAt(changes: string | null | undefined): string | undefined {
  const read: unknown = JSON.parse(changes ?? 'null')
  return typeof read === 'object' && read !== null && 'found_at' in read ? String(read.found_at) : undefined
}

/** The next examples that were not proven for a state, in the order of their IDs. */
export async function listUnproven(
  db: Db,
  { area_id, connection_id }: ProofPlace,
  { state, limit }: { state: string; limit: number },
): Promise<ExampleToProve[]> {
  const examples = db.selectFrom('examples').where('connection_id', '=', connection_id)
  const placed = area_id === null ? examples.where('area_id', 'is', null) : examples.where('area_id', '=', area_id)
  return placed
    .select(['id', 'question', 'sql_query', 'status', 'decided_at', 'problem', 'decided_by'])
    .where('status', 'in', proven)
    .where('proven_for', 'is distinct from', state)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface ProofLease {
  place: ProofPlace
  owner: string
}

/** @returns whether this owner may prove the place's examples; then no other process does */
export async function takeLease(
  db: Db,
  { place, owner }: ProofLease,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const taken = { lease_owner: owner, lease_until: until }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('example_proofs')
    .values({ place: keyOf(place), ...place, ...taken })
    .onConflict((conflict) =>
      conflict
        .column('place')
        .doUpdateSet(taken)
        .where((where) =>
          where.or([where('example_proofs.lease_until', 'is', null), where('example_proofs.lease_until', '<', now)]),
        ),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false if another process took over */
export async function changeLease(
  db: Db,
  { place, owner }: ProofLease,
  change: { lease_owner?: null; lease_until: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('example_proofs')
    .set(change)
    .where('place', '=', keyOf(place))
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function keyOf({ area_id, connection_id }: ProofPlace): string {
  return `${area_id ?? ''} ${connection_id}`
}
