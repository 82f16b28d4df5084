import type { Transaction } from 'kysely'
import { partsOf } from '../../../lib/parts-of.ts'
import type { Database, EvaluationQuestionRow, EvaluationRunRow } from '../../../store/schema.ts'
import { listOf } from '../stored-list.ts'
import type { Handle } from './set-store.ts'

/** A question with the names of its users. */
export interface QuestionDetails extends EvaluationQuestionRow {
  author_name: string | null
  approved_by_name: string | null
}

/** Rows of one INSERT, within the number of values that every engine accepts. */
const insertedRows = 100
/** Ids of one condition. */
const listedIds = 500

/** Adds questions after those of the set. */
export async function insertQuestions(
  transaction: Transaction<Database>,
  setId: string,
  rows: Omit<EvaluationQuestionRow, 'position'>[],
): Promise<void> {
  const last = await transaction
    .selectFrom('evaluation_questions')
    .select((select) => select.fn.max('position').as('position'))
    .where('set_id', '=', setId)
    .executeTakeFirst()
  const first = (last?.position ?? 0) + 1
  const placed = rows.map((row, index) => ({ ...row, position: first + index }))
  for (let at = 0; at < placed.length; at += insertedRows) {
    await transaction
      .insertInto('evaluation_questions')
      .values(placed.slice(at, at + insertedRows))
      .execute()
  }
}

export async function countQuestions(db: Handle, setId: string): Promise<number> {
  const row = await db
    .selectFrom('evaluation_questions')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where('set_id', '=', setId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The keys of a set's questions, which are unique there. */
export async function listKeys(db: Handle, setId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('evaluation_questions').select('question_key').where('set_id', '=', setId).execute()
  return new Set(rows.map(({ question_key }) => question_key))
}

/** Finds a question of a set. */
export async function findQuestion(db: Handle, setId: string, id: string): Promise<QuestionDetails | null> {
  const row = detailsQuery(db, setId).where('evaluation_questions.id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

/** Finds the question of a set that has a key. */
export async function findByKey(
  db: Handle,
  setId: string,
  key: string,
): Promise<Pick<EvaluationQuestionRow, 'id' | 'expected_sql'> | null> {
  const row = db
    .selectFrom('evaluation_questions')
    .select(['id', 'expected_sql'])
    .where('set_id', '=', setId)
    .where('question_key', '=', key)
  return (await row.executeTakeFirst()) ?? null
}

/** What lists of questions are filtered by. */
export type QuestionHead = Pick<
  EvaluationQuestionRow,
  'id' | 'question' | 'tags' | 'expects' | 'is_approved' | 'depends_on_today'
>

/** Lists all questions of a set in their order. A set is small enough to be searched here, in every language. */
export async function listHeads(db: Handle, setId: string): Promise<QuestionHead[]> {
  return db
    .selectFrom('evaluation_questions')
    .select(['id', 'question', 'tags', 'expects', 'is_approved', 'depends_on_today'])
    .where('set_id', '=', setId)
    .orderBy('position')
    .execute()
}

/** Reads questions by id, in their order. */
export async function readQuestions(db: Handle, setId: string, ids: string[]): Promise<QuestionDetails[]> {
  if (ids.length === 0) return []
  return detailsQuery(db, setId).where('evaluation_questions.id', 'in', ids).orderBy('position').execute()
}

/** Lists a run's next questions: those that existed when it started. */
export async function listToAsk(
  db: Handle,
  run: Pick<EvaluationRunRow, 'id' | 'set_id' | 'only_approved' | 'created_at' | 'question_ids'>,
  { after, limit }: { after: number; limit: number },
): Promise<EvaluationQuestionRow[]> {
  let query = db
    .selectFrom('evaluation_questions')
    .selectAll()
    .where('set_id', '=', run.set_id)
    .where('expects', '!=', 'nothing')
    .where('created_at', '<=', run.created_at)
    .where('position', '>', after)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('evaluation_results')
            .select('question_id')
            .where('run_id', '=', run.id)
            .whereRef('evaluation_results.question_id', '=', 'evaluation_questions.id'),
        ),
      ),
    )
  if (run.only_approved === 1) query = query.where('is_approved', '=', 1)
  if (run.question_ids !== null) query = query.where('id', 'in', listOf(run.question_ids))
  return query.orderBy('position').limit(limit).execute()
}

export async function updateQuestion(
  db: Handle,
  id: string,
  change: Partial<Omit<EvaluationQuestionRow, 'id' | 'set_id'>>,
): Promise<void> {
  await db.updateTable('evaluation_questions').set(change).where('id', '=', id).execute()
}

/** Approves questions or withdraws the approval. @returns how many changed */
export async function approveQuestions(
  db: Handle,
  setId: string,
  ids: string[] | null,
  change: Pick<EvaluationQuestionRow, 'is_approved' | 'approved_by' | 'approved_at'>,
): Promise<number> {
  const parts = ids === null ? [null] : partsOf(ids, listedIds)
  let changed = 0
  for (const part of parts) {
    const all = db
      .updateTable('evaluation_questions')
      .set(change)
      .where('set_id', '=', setId)
      .where('is_approved', '!=', change.is_approved)
      .where('expects', '!=', 'nothing')
    const { numUpdatedRows } = await (part === null ? all : all.where('id', 'in', part)).executeTakeFirstOrThrow()
    changed += Number(numUpdatedRows)
  }
  return changed
}

export async function deleteQuestion(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('evaluation_questions').where('id', '=', id).execute()
}

function detailsQuery(db: Handle, setId: string) {
  return db
    .selectFrom('evaluation_questions')
    .leftJoin('users as author', 'author.id', 'evaluation_questions.author_id')
    .leftJoin('users as approver', 'approver.id', 'evaluation_questions.approved_by')
    .selectAll('evaluation_questions')
    .select(['author.username as author_name', 'approver.username as approved_by_name'])
    .where('evaluation_questions.set_id', '=', setId)
}
