import type {
  createEvaluationQuestionRequestSchema,
  EvaluationQuestion,
  EvaluationQuestionPage,
  EvaluationQuestionsQuery,
  updateEvaluationQuestionRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationCore } from './core.ts'
import { openRows } from './expected-rows.ts'
import { listOf } from './stored-list.ts'
import {
  addQuestions,
  changeOf,
  checkSql,
  dayOf,
  refuseKnownQuestion,
  requireExpectation,
  requireOneExpectation,
  rowOf,
} from './question-rows.ts'
import type { NewQuestion } from './question-rows.ts'
import type { ReadableSqlRules } from './readable-sql.ts'
import {
  approveQuestions,
  deleteQuestion,
  findQuestion,
  listHeads,
  readQuestions,
  updateQuestion,
} from './store/question-store.ts'
import type { QuestionDetails, QuestionHead } from './store/question-store.ts'
import type { SetDetails } from './store/set-store.ts'

type Created = z.output<typeof createEvaluationQuestionRequestSchema>
type Updated = z.output<typeof updateEvaluationQuestionRequestSchema>

export interface QuestionService {
  /** Lists a page of a set's questions for an editor of its area. */
  list(principal: Principal, place: SetPlace, query: EvaluationQuestionsQuery): Promise<EvaluationQuestionPage>
  get(principal: Principal, place: SetPlace, id: string): Promise<EvaluationQuestion>
  /**
   * Adds a question that an editor wrote. It waits for approval.
   * @throws AppError query_refused with the gate's reasons; conflict for a known question; bad_request
   */
  create(principal: Principal, place: SetPlace, request: Created): Promise<EvaluationQuestion>
  /** Throws like `create`. @throws AppError conflict if someone else changed it in the meantime */
  update(principal: Principal, place: SetPlace, id: string, request: Updated): Promise<EvaluationQuestion>
  /** Approves questions, or withdraws the approval. @throws AppError connection_not_found for an owner without it */
  approve(
    principal: Principal,
    place: SetPlace,
    change: { question_ids?: string[] | undefined; approved: boolean },
  ): Promise<number>
  remove(principal: Principal, place: SetPlace, id: string): Promise<void>
}

/** A set of an area. */
export interface SetPlace {
  areaId: string
  setId: string
}

export function createQuestionService(core: EvaluationCore, readable: ReadableSqlRules): QuestionService {
  const { requireSet } = core
  const { store, now } = core.context
  const { db } = store
  const { present, requireQuestion, reload } = createQuestionReader(core, readable)

  async function requireSql(principal: Principal, set: SetDetails, sql: string | null): Promise<void> {
    if (sql === null) return
    const place = await core.ownPlace(principal, set.area_id, core.requireConnection(set))
    await checkSql(place, { areaId: set.area_id, sql, today: set.today ?? dayOf(now()) })
  }

  return {
    list: async (principal, { areaId, setId }, query) => {
      const set = await requireSet(principal, areaId, setId)
      const heads = await listHeads(db, setId)
      const found = heads.filter((head) => matches(head, query))
      const page = found.slice(query.offset, query.offset + query.limit).map(({ id }) => id)
      const rows = await readQuestions(db, setId, page)
      const questions: EvaluationQuestion[] = []
      for (const row of rows) questions.push(await present(principal, set, row))
      return { questions, total: found.length, tags: countTags(heads) }
    },
    get: async (principal, place, id) => {
      const set = await requireSet(principal, place.areaId, place.setId)
      return reload(principal, set, id)
    },
    create: async (principal, { areaId, setId }, request) => {
      const set = await requireSet(principal, areaId, setId)
      requireExpectation(request)
      await requireSql(principal, set, request.expected_sql ?? null)
      const made = rowOf(core, { setId, by: principal.userId, question: questionOf(request) })
      await addQuestions(core, setId, [made])
      return reload(principal, set, made.id)
    },
    update: async (principal, place, id, request) => {
      const set = await requireSet(principal, place.areaId, place.setId)
      const before = await requireQuestion(place, id)
      requireOneExpectation(request)
      await requireSql(principal, set, request.expected_sql ?? null)
      const change = changeOf(core, before, request, principal.userId)
      await store
        .transaction(async (transaction) => {
          const current = await findQuestion(transaction, place.setId, id)
          if (current === null) throw new AppError('not_found')
          if ((request.expected_updated_at ?? before.updated_at) !== current.updated_at) throw new AppError('conflict')
          await updateQuestion(transaction, id, change)
        })
        .catch(refuseKnownQuestion)
      return reload(principal, set, id)
    },
    approve: async (principal, { areaId, setId }, { question_ids: ids, approved }) => {
      const set = await requireSet(principal, areaId, setId)
      // As for verified examples, owners decide only while they may use the database.
      if (principal.role !== 'ADMIN') await core.connections.get(principal, core.requireConnection(set))
      const change = {
        is_approved: approved ? (1 as const) : (0 as const),
        approved_by: approved ? principal.userId : null,
        approved_at: approved ? now().toISOString() : null,
      }
      return store.transaction((transaction) => approveQuestions(transaction, setId, ids ?? null, change))
    },
    remove: async (principal, place, id) => {
      await requireSet(principal, place.areaId, place.setId)
      await requireQuestion(place, id)
      await deleteQuestion(db, id)
    },
  }
}

/** Presents questions as one user may read them. */
function createQuestionReader(core: EvaluationCore, readable: ReadableSqlRules) {
  const { store, keys } = core.context
  const { db } = store

  async function present(principal: Principal, set: SetDetails, row: QuestionDetails): Promise<EvaluationQuestion> {
    const isOwn = row.author_id === principal.userId
    const { sql, isShortened } = await readable.read(row.expected_sql, {
      question: `${row.question} ${row.context ?? ''}`,
      connectionId: set.connection_id,
      isEntitled: isOwn,
    })
    return {
      id: row.id,
      set_id: row.set_id,
      question: row.question,
      context: row.context,
      tags: listOf(row.tags),
      expects: row.expects,
      expected_sql: sql,
      is_shortened: isShortened,
      expected_rows: isOwn && row.expected_rows !== null ? openRows(keys, row.id, row.expected_rows) : null,
      expected_row_count: row.row_count,
      expected_column_count: row.column_count,
      is_approved: row.is_approved === 1,
      approved_by_name: row.approved_by_name,
      approved_at: row.approved_at,
      source: row.source,
      depends_on_today: row.depends_on_today === 1,
      author_name: row.author_name,
      is_own: isOwn,
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  }

  async function requireQuestion({ setId }: SetPlace, id: string): Promise<QuestionDetails> {
    const row = await findQuestion(db, setId, id)
    if (row === null) throw new AppError('not_found')
    return row
  }

  async function reload(principal: Principal, set: SetDetails, id: string): Promise<EvaluationQuestion> {
    return present(principal, set, await requireQuestion({ areaId: set.area_id, setId: set.id }, id))
  }

  return { present, requireQuestion, reload }
}

function questionOf(request: Created): NewQuestion {
  return {
    question: request.question,
    context: request.context ?? null,
    tags: request.tags ?? [],
    expectedSql: request.expected_sql ?? null,
    expectedRows: request.expected_rows ?? null,
    dependsOnToday: request.depends_on_today,
    source: 'hand',
  }
}

function matches(head: QuestionHead, { search, tag, state }: EvaluationQuestionsQuery): boolean {
  if (search && !head.question.toLowerCase().includes(search.trim().toLowerCase())) return false
  if (tag && !listOf(head.tags).includes(tag)) return false
  if (state === 'incomplete') return head.expects === 'nothing'
  if (state === 'depends_on_today') return head.depends_on_today === 1
  if (state === 'approved') return head.is_approved === 1
  return state === 'not_approved' ? head.is_approved === 0 : true
}

function countTags(heads: QuestionHead[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags } of heads) for (const tag of listOf(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1))
}
