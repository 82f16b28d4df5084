import { createHash, randomUUID } from 'node:crypto'
import { evaluationLimits, message } from '@parlance/contract'
import type {
  createEvaluationQuestionRequestSchema,
  ExpectedRows,
  QuestionSource,
  updateEvaluationQuestionRequestSchema,
} from '@parlance/contract'
import type { z } from 'zod'
import type { AppContext } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationQuestionRow } from '../../store/schema.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { ActingPlace } from '../areas/service.ts'
import { dependsOnToday, later, todayParameter } from './core.ts'
import type { EvaluationCore } from './core.ts'
import { sealRows } from './expected-rows.ts'
import { countQuestions, insertQuestions } from './store/question-store.ts'
import type { QuestionDetails } from './store/question-store.ts'

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
  { context: { keys, now } }: { context: Pick<AppContext, 'keys' | 'now'> },
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
    expects: expectationOf(question),
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

function expectationOf({ expectedSql, expectedRows }: NewQuestion): EvaluationQuestionRow['expects'] {
  if (expectedSql !== null) return 'sql'
  return expectedRows === null ? 'nothing' : 'rows'
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

/** The change of a stored question. @throws AppError forbidden */
export function changeOf(
  { context: { keys, now } }: EvaluationCore,
  before: QuestionDetails,
  request: Updated,
  by: string,
): Partial<EvaluationQuestionRow> {
  const question = request.question ?? before.question
  const context = request.context === undefined ? before.context : request.context
  const { expected_sql: sql = null, expected_rows: rows = null } = request
  const hasExpectation = sql !== null || rows !== null
  const expectation = hasExpectation
    ? {
        expects: sql !== null ? ('sql' as const) : ('rows' as const),
        expected_sql: sql,
        ...storedRows(keys, before.id, rows),
        depends_on_today: dependsOnToday(sql) ? (1 as const) : (0 as const),
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

/** @throws AppError bad_request unless it expects either SQL or rows */
export function requireExpectation(request: Created): void {
  requireOneExpectation(request)
  if ((request.expected_sql ?? request.expected_rows ?? null) !== null) return
  throw new AppError('bad_request', { detail: message('Enter the expected SQL or the expected rows.') })
}

/** @throws AppError bad_request if it expects both */
export function requireOneExpectation({ expected_sql: sql = null, expected_rows: rows = null }: Updated): void {
  if (sql === null || rows === null) return
  throw new AppError('bad_request', { detail: message('Enter either the expected SQL or the expected rows.') })
}

/** @throws AppError conflict if the set already has the question; else the error itself */
export function refuseKnownQuestion(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new AppError('conflict', {
    detail: message('This question set already has this question. Edit that one.'),
    cause: error,
  })
}
