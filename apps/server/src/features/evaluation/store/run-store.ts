import type { ExpressionBuilder } from 'kysely'
import type { Database, EvaluationResultRow, EvaluationRunRow } from '../../../store/schema.ts'
import type { Handle } from './set-store.ts'

/** A run with the names of its users. */
export interface RunDetails extends EvaluationRunRow {
  started_by_name: string | null
  run_as_name: string | null
  run_as_email: string | null
}

export async function insertRun(db: Handle, row: EvaluationRunRow): Promise<void> {
  await db.insertInto('evaluation_runs').values(row).execute()
}

/** Finds a run of an area's set. */
export async function findRun(db: Handle, areaId: string, id: string): Promise<RunDetails | null> {
  const row = detailsQuery(db)
    .innerJoin('evaluation_sets', 'evaluation_sets.id', 'evaluation_runs.set_id')
    .where('evaluation_sets.area_id', '=', areaId)
    .where('evaluation_runs.id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

export async function findRunRow(db: Handle, id: string): Promise<EvaluationRunRow | null> {
  return (await db.selectFrom('evaluation_runs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lists the runs of a set, newest first. */
export async function listRuns(db: Handle, setId: string, limit: number): Promise<RunDetails[]> {
  return detailsQuery(db).where('set_id', '=', setId).orderBy('number', 'desc').limit(limit).execute()
}

/** Finds a set's last run that asked all of its questions in the published area. */
export async function findLastRun(db: Handle, setId: string, before?: number): Promise<RunDetails | null> {
  const finished = detailsQuery(db)
    .where('set_id', '=', setId)
    .where((where) => where.not(isAsideRun(where)))
    .where('evaluation_runs.status', '=', 'finished')
  const earlier = before === undefined ? finished : finished.where('number', '<', before)
  return (await earlier.orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** Finds the run of a set that is waiting or running. */
export async function findActiveRun(db: Handle, setId: string): Promise<RunDetails | null> {
  return (await detailsQuery(db).where('active_set_id', '=', setId).executeTakeFirst()) ?? null
}

/** Lists the runs that are waiting or running, oldest first. */
export async function listActiveRuns(db: Handle): Promise<EvaluationRunRow[]> {
  return db
    .selectFrom('evaluation_runs')
    .selectAll()
    .where('status', 'in', ['waiting', 'running'])
    .orderBy('created_at')
    .execute()
}

/** When the last run of a set with this kind of start began. */
export async function lastStartOf(db: Handle, setId: string): Promise<string | null> {
  const row = await db
    .selectFrom('evaluation_runs')
    .select((select) => select.fn.max('created_at').as('at'))
    .where('set_id', '=', setId)
    .where('trigger', 'in', ['model', 'area', 'schema'])
    .executeTakeFirst()
  return row?.at ?? null
}

/** Changes a run that a process works on. @returns false if the process has lost it */
export async function changeOwnRun(
  db: Handle,
  id: string,
  owner: string,
  change: Partial<Omit<EvaluationRunRow, 'id' | 'set_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evaluation_runs')
    .set(change)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Takes over a run that waits or whose process is gone. @returns false if another process was first */
export async function seizeRun(
  db: Handle,
  { id, status, lease_owner, lease_until }: EvaluationRunRow,
  lease: { owner: string; until: string; now: string; startedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evaluation_runs')
    .set({ status: 'running', lease_owner: lease.owner, lease_until: lease.until, started_at: lease.startedAt })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('lease_owner', lease_owner === null ? 'is' : '=', lease_owner)
    .where('lease_until', lease_until === null ? 'is' : '=', lease_until)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Asks the process that works on a run to stop. A run that waits ends at once. */
export async function requestCancel(db: Handle, id: string, now: string): Promise<void> {
  await db.updateTable('evaluation_runs').set({ cancel_requested: 1 }).where('id', '=', id).execute()
  await db
    .updateTable('evaluation_runs')
    .set({ status: 'cancelled', active_set_id: null, ended_at: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

export async function deleteRun(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('evaluation_runs').where('id', '=', id).execute()
}

/** Deletes the ended runs of a set except the last `kept` ones: either those of all questions, or those of some or in a draft. */
export async function deleteOldRuns(
  db: Handle,
  setId: string,
  { isAside, kept }: { isAside: boolean; kept: number },
): Promise<void> {
  const ofKind = (where: ExpressionBuilder<Database, 'evaluation_runs'>) =>
    isAside ? isAsideRun(where) : where.not(isAsideRun(where))
  const runs = db.selectFrom('evaluation_runs').select('number').where('set_id', '=', setId).where(ofKind)
  const oldest = await runs
    .orderBy('number', 'desc')
    .limit(1)
    .offset(kept - 1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await db
    .deleteFrom('evaluation_runs')
    .where('set_id', '=', setId)
    .where(ofKind)
    .where('number', '<', oldest.number)
    .where('active_set_id', 'is', null)
    .execute()
}

/** Stores an outcome with the run's new counts. @returns false if the process has lost the run */
export async function addResult(
  db: Handle,
  owner: string,
  row: EvaluationResultRow,
  counts: Partial<EvaluationRunRow>,
): Promise<boolean> {
  if (!(await changeOwnRun(db, row.run_id, owner, counts))) return false
  await db
    .insertInto('evaluation_results')
    .values(row)
    .onConflict((conflict) => conflict.columns(['run_id', 'question_id']).doNothing())
    .execute()
  return true
}

/** What lists of results are filtered and compared by. */
export type ResultHead = Pick<
  EvaluationResultRow,
  'question_id' | 'position' | 'question' | 'tags' | 'outcome' | 'warnings' | 'ms'
>

/** Lists all outcomes of a run in the order of the questions. */
export async function listResultHeads(db: Handle, runId: string): Promise<ResultHead[]> {
  return db
    .selectFrom('evaluation_results')
    .select(['question_id', 'position', 'question', 'tags', 'outcome', 'warnings', 'ms'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
}

/** Reads outcomes of a run by question, in the order of the questions. */
export async function readResults(db: Handle, runId: string, questionIds: string[]): Promise<EvaluationResultRow[]> {
  if (questionIds.length === 0) return []
  return db
    .selectFrom('evaluation_results')
    .selectAll()
    .where('run_id', '=', runId)
    .where('question_id', 'in', questionIds)
    .orderBy('position')
    .execute()
}

/** Whether a run asks only some questions of its set, or asks in a draft. */
function isAsideRun(where: ExpressionBuilder<Database, 'evaluation_runs'>) {
  const parts = ['tag', 'question_ids', 'draft_revision'] as const
  return where.or(parts.map((part) => where(part, 'is not', null)))
}

function detailsQuery(db: Handle) {
  return db
    .selectFrom('evaluation_runs')
    .leftJoin('users as starter', 'starter.id', 'evaluation_runs.started_by')
    .leftJoin('users as person', 'person.id', 'evaluation_runs.run_as')
    .selectAll('evaluation_runs')
    .select(['starter.username as started_by_name', 'person.username as run_as_name', 'person.email as run_as_email'])
}
