import { message } from '@parlance/contract'
import type { CorrectedExample, CorrectExampleRequest, WrongReason } from '@parlance/contract'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import { findAnswerSet } from './answer-set.ts'
import type { EvaluationCore } from './core.ts'
import { keyOf, refuseKnownQuestion, requireSpace, rowOf } from './question-rows.ts'
import { findByKey, insertQuestions } from './store/question-store.ts'

/** The tag of a corrected question. */
const reasonTags: Record<WrongReason, string> = {
  wrong_table: 'wrong table',
  wrong_filter: 'wrong filter',
  wrong_period: 'wrong period',
  wrong_number: 'wrong number',
  other: 'other',
}

/**
 * Corrects an answer that was reported as wrong: its question, with SQL that ran for the caller, becomes an approved
 * question of the area, and a verified example if the caller wants one.
 * @throws AppError as `Corrections` of the examples do; conflict if the set has the question with other SQL;
 *   bad_request if the set is full
 */
export async function correctAnswer(
  core: EvaluationCore,
  principal: Principal,
  { id, request }: { id: string; request: CorrectExampleRequest },
  signal: AbortSignal,
): Promise<CorrectedExample> {
  const { context, connections, examples } = core
  const correction = await examples.checkCorrection(principal, id, request, signal)
  const { report, result } = correction
  const { question, sql_query: expectedSql } = request
  const connection = await connections.get(principal, report.database_config_id)
  const set = await findAnswerSet(core, report.area_id, connection)
  const tags = report.reason === null ? [] : [reasonTags[report.reason]]
  const row = rowOf(core, {
    setId: set.id,
    by: principal.userId,
    question: {
      question,
      tags,
      expectedSql,
      expectedRows: null,
      source: 'wrong_answer',
      approvedBy: principal.userId,
    },
  })
  const questionId = await context.store
    .transaction(async (transaction) => {
      await examples.storeCorrection(transaction, principal, correction)
      const known = await findByKey(transaction, set.id, keyOf(question, null))
      if (known !== null) return sameQuestion(known, expectedSql)
      await requireSpace(transaction, set.id, 1)
      await insertQuestions(transaction, set.id, [row])
      return row.id
    })
    .catch(refuseKnownQuestion)
  const corrected = await examples.readReport(principal, id)
  return { ...corrected, result, added_question: { id: questionId, set_id: set.id, set_name: set.name } }
}

/** @throws AppError conflict if the question has other SQL */
function sameQuestion({ id, expected_sql: known }: { id: string; expected_sql: string | null }, sql: string): string {
  if (known === sql) return id
  throw new AppError('conflict', {
    detail: message(
      'The evaluation of this area already has this question with different SQL. Edit it there, or reword the question.',
    ),
  })
}
