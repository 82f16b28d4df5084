import { createHash, randomUUID } from 'node:crypto'
import { evaluationLimits, message } from '@parlance/contract'
import type {
  createEvaluationQuestionRequestSchema,
  EvaluationQuestion,
  EvaluationQuestionPage,
  EvaluationQuestionsQuery,
  ExpectedRows,
  QuestionSource,
  updateEvaluationQuestionRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationQuestionRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { ActingPlace } from '../areas/service.ts'
import { dependsOnToday, todayParameter } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { openRows, sealRows } from './expected-rows.ts'
import { listOf } from './present.ts'
import type { ReadableSqlRules } from './readable-sql.ts'
import { later } from './sets.ts'
import {
  approveQuestions,
  countQuestions,
  deleteQuestion,
  findQuestion,
  insertQuestions,
  listHeads,
  readQuestions,
  updateQuestion,
} from './store/question-store.ts'
import type { QuestionDetails, QuestionHead } from './store/question-store.ts'
import type { SetDetails } from './store/set-store.ts'

type Created = z.output<typeof createEvaluationQuestionRequestSchema>
type Updated = z.output<typeof updateEvaluationQuestionRequestSchema>

/** A question to store, with SQL that the gate has accepted. */
export interface NewQuestion {
  question: string
  context?: string | null
  tags: string[]
  expectedSql: string | null
  expectedRows: ExpectedRows | null
  dependsOnToday?: boolean
  source: QuestionSource
  isApproved?: boolean
}

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
  const { store, now, keys } = core.context
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

  async function requireSql(principal: Principal, set: SetDetails, sql: string | null | undefined): Promise<void> {
    if (sql == null) return
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
      await requireSql(principal, set, request.expected_sql)
      const made = rowOf(core, {
        setId,
        by: principal.userId,
        question: {
          question: request.question,
          context: request.context ?? null,
          tags: request.tags ?? [],
          expectedSql: request.expected_sql ?? null,
          expectedRows: request.expected_rows ?? null,
          dependsOnToday: request.depends_on_today,
          source: 'hand',
        },
      })
      await addQuestions(core, setId, [made])
      return reload(principal, set, made.id)
    },
    update: async (principal, place, id, request) => {
      const set = await requireSet(principal, place.areaId, place.setId)
      const before = await requireQuestion(place, id)
      requireOneExpectation(request)
      await requireSql(principal, set, request.expected_sql)
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

/** Proves SQL as the caller. Throws like the door. */
export async function checkSql(
  place: ActingPlace,
  { areaId, sql, today }: { areaId: string; sql: string; today: string },
): Promise<void> {
  await place.door.check({
    principal: place.person,
    connectionId: place.connectionId,
    areaId,
    sql,
    purpose: 'evaluation',
    ...todayParameter(sql, today),
  })
}

/** Adds questions in one transaction. @throws AppError bad_request for too many, conflict for a known question */
export async function addQuestions(
  { context: { store } }: Pick<EvaluationCore, 'context'>,
  setId: string,
  rows: Omit<EvaluationQuestionRow, 'position'>[],
): Promise<void> {
  await store
    .transaction(async (transaction) => {
      const { questions: max } = evaluationLimits
      if ((await countQuestions(transaction, setId)) + rows.length > max) {
        throw new AppError('bad_request', {
          detail: message('A question set can have up to {max, number} questions. Add the others to another set.', {
            max,
          }),
        })
      }
      await insertQuestions(transaction, setId, rows)
    })
    .catch(refuseKnownQuestion)
}

/** A question as it is stored. */
export function rowOf(
  { context: { keys, now } }: Pick<EvaluationCore, 'context'>,
  { setId, by, question }: { setId: string; by: string | null; question: NewQuestion },
): Omit<EvaluationQuestionRow, 'position'> {
  const id = randomUUID()
  const moment = now().toISOString()
  const { expectedSql, expectedRows, isApproved = false } = question
  return {
    id,
    set_id: setId,
    question: question.question,
    question_key: keyOf(question.question, question.context ?? null),
    context: question.context ?? null,
    tags: JSON.stringify(question.tags),
    expects: expectedSql !== null ? 'sql' : expectedRows !== null ? 'rows' : 'nothing',
    expected_sql: expectedSql,
    ...storedRows(keys, id, expectedRows),
    is_approved: isApproved ? 1 : 0,
    approved_by: isApproved ? by : null,
    approved_at: isApproved ? moment : null,
    source: question.source,
    depends_on_today: (question.dependsOnToday ?? dependsOnToday(expectedSql)) ? 1 : 0,
    author_id: by,
    created_at: moment,
    updated_at: moment,
  }
}

/** Identifies a question in its set, whatever its case and spaces. */
export function keyOf(question: string, context: string | null): string {
  const words = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256')
    .update(JSON.stringify([words(question), words(context ?? '')]))
    .digest('hex')
}

/** The day of a moment, as yyyy-mm-dd. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

type Keys = EvaluationCore['context']['keys']

function storedRows(keys: Keys, id: string, rows: ExpectedRows | null) {
  if (rows === null) return { expected_rows: null, row_count: null, column_count: null }
  requireShape(rows)
  return { expected_rows: sealRows(keys, id, rows), row_count: rows.rows.length, column_count: rows.columns.length }
}

/** @throws AppError bad_request if a row has another number of cells than there are columns */
export function requireShape({ columns, rows }: ExpectedRows): void {
  const wrong = rows.findIndex((row) => row.length !== columns.length)
  if (wrong >= 0) {
    throw new AppError('bad_request', {
      detail: message(
        'Row {row} of the expected rows has {cells, plural, one {# value} other {# values}}, but there are {columns, plural, one {# column} other {# columns}}.',
        { row: wrong + 1, cells: rows[wrong]?.length ?? 0, columns: columns.length },
      ),
    })
  }
  if (rows.length * columns.length <= evaluationLimits.expectedCells) return
  throw new AppError('bad_request', {
    detail: message('Expected rows can have up to {max, number} values. Enter expected SQL instead.', {
      max: evaluationLimits.expectedCells,
    }),
  })
}

function changeOf(
  { context: { keys, now } }: EvaluationCore,
  before: QuestionDetails,
  request: Updated,
  by: string,
): Partial<EvaluationQuestionRow> {
  const question = request.question ?? before.question
  const context = request.context === undefined ? before.context : request.context
  const { expected_sql: sql, expected_rows: rows } = request
  const hasExpectation = sql != null || rows != null
  const expectation = hasExpectation
    ? {
        expects: sql != null ? ('sql' as const) : ('rows' as const),
        expected_sql: sql ?? null,
        ...storedRows(keys, before.id, rows ?? null),
        depends_on_today: dependsOnToday(sql ?? null) ? (1 as const) : (0 as const),
        author_id: by,
      }
    : {}
  const key = keyOf(question, context)
  // Readers see the values that the question names, so another question would show whether the SQL has a value.
  if (key !== before.question_key && !hasExpectation && before.author_id !== by && before.expects !== 'nothing') {
    throw new AppError('forbidden', {
      detail: message('Only its author can change just the question. Enter the expected SQL too.'),
    })
  }
  const isChanged = hasExpectation || key !== before.question_key
  return {
    question,
    context,
    question_key: key,
    ...(request.tags === undefined ? {} : { tags: JSON.stringify(request.tags) }),
    ...expectation,
    ...(request.depends_on_today === undefined ? {} : { depends_on_today: request.depends_on_today ? 1 : 0 }),
    ...(isChanged ? { is_approved: 0, approved_by: null, approved_at: null } : {}),
    updated_at: later(before.updated_at, now()),
  }
}

function requireExpectation(request: Created): void {
  requireOneExpectation(request)
  if (request.expected_sql != null || request.expected_rows != null) return
  throw new AppError('bad_request', { detail: message('Enter the expected SQL or the expected rows.') })
}

function requireOneExpectation({ expected_sql: sql, expected_rows: rows }: Updated): void {
  if (sql == null || rows == null) return
  throw new AppError('bad_request', { detail: message('Enter either the expected SQL or the expected rows.') })
}

function refuseKnownQuestion(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new AppError('conflict', {
    detail: message('This question set already has this question. Edit that one.'),
    cause: error,
  })
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
