import type { Kysely, Transaction } from 'kysely'
import type { Database, EvaluationSetRow } from '../../../store/schema.ts'

export type Handle = Kysely<Database> | Transaction<Database>

/** A set with the names of its users and database, and its numbers of questions. */
export interface SetDetails extends EvaluationSetRow {
  connection_name: string | null
  created_by_name: string | null
  run_as_name: string | null
  run_as_email: string | null
  questions: number
  approved: number
  incomplete: number
}

export async function insertSet(db: Handle, row: EvaluationSetRow): Promise<void> {
  await db.insertInto('evaluation_sets').values(row).execute()
}

/** Finds a set of an area. Null also if it belongs to another area. */
export async function findSet(db: Handle, areaId: string, id: string): Promise<SetDetails | null> {
  const rows = await withCounts(db, await detailsQuery(db, areaId).where('evaluation_sets.id', '=', id).execute())
  return rows[0] ?? null
}

/** Lists the sets of an area, oldest first. */
export async function listSets(db: Handle, areaId: string): Promise<SetDetails[]> {
  const sets = detailsQuery(db, areaId).orderBy('evaluation_sets.created_at').orderBy('evaluation_sets.id')
  return withCounts(db, await sets.execute())
}

/** The areas that have question sets. */
export async function listEvaluatedAreas(db: Handle): Promise<Set<string>> {
  const rows = await db.selectFrom('evaluation_sets').select('area_id').distinct().execute()
  return new Set(rows.map(({ area_id }) => area_id))
}

/** Finds a set without its details. */
export async function findSetRow(db: Handle, id: string): Promise<EvaluationSetRow | null> {
  return (await db.selectFrom('evaluation_sets').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lists the sets that a change starts a run of, in every area. */
export async function listWatchedSets(db: Handle): Promise<EvaluationSetRow[]> {
  return db.selectFrom('evaluation_sets').selectAll().where('runs_after_changes', '=', 1).orderBy('id').execute()
}

export async function updateSet(
  db: Handle,
  id: string,
  change: Partial<Omit<EvaluationSetRow, 'id' | 'area_id'>>,
): Promise<void> {
  await db.updateTable('evaluation_sets').set(change).where('id', '=', id).execute()
}

/** Deletes a set with its questions and runs. */
export async function deleteSet(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('evaluation_sets').where('id', '=', id).execute()
}

function detailsQuery(db: Handle, areaId: string) {
  return db
    .selectFrom('evaluation_sets')
    .leftJoin('connections', 'connections.id', 'evaluation_sets.connection_id')
    .leftJoin('users as creator', 'creator.id', 'evaluation_sets.created_by')
    .leftJoin('users as person', 'person.id', 'evaluation_sets.run_as')
    .selectAll('evaluation_sets')
    .select([
      'connections.name as connection_name',
      'creator.username as created_by_name',
      'person.username as run_as_name',
      'person.email as run_as_email',
    ])
    .where('evaluation_sets.area_id', '=', areaId)
}

async function withCounts<S extends { id: string }>(
  db: Handle,
  sets: S[],
): Promise<(S & Pick<SetDetails, 'questions' | 'approved' | 'incomplete'>)[]> {
  if (sets.length === 0) return []
  const counts = await db
    .selectFrom('evaluation_questions')
    .select(['set_id', 'is_approved', 'expects'])
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where(
      'set_id',
      'in',
      sets.map(({ id }) => id),
    )
    .groupBy(['set_id', 'is_approved', 'expects'])
    .execute()
  return sets.map((set) => {
    const own = counts.filter(({ set_id }) => set_id === set.id)
    const sum = (wanted: typeof own) => wanted.reduce((total, { count }) => total + Number(count), 0)
    return {
      ...set,
      questions: sum(own),
      approved: sum(own.filter(({ is_approved }) => is_approved === 1)),
      incomplete: sum(own.filter(({ expects }) => expects === 'nothing')),
    }
  })
}
