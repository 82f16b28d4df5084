import { outcomeChanges } from '@parlance/contract'
import type {
  EvaluationComparison,
  evaluationComparisonQuerySchema,
  EvaluationResultDetail,
  EvaluationResultPage,
  evaluationResultsQuerySchema,
  OutcomeChange,
  QuestionOutcome,
} from '@parlance/contract'
import type { z } from 'zod'
import type { Principal } from '../../http/principal.ts'
import { AppError } from '../../lib/errors.ts'
import type { EvaluationResultRow } from '../../store/schema.ts'
import type { EvaluationCore } from './core.ts'
import { isPartial, presentResult, presentRun } from './present.ts'
import { listOf } from './stored-list.ts'
import type { ReadableSqlRules } from './readable-sql.ts'
import type { RunPlaceId } from './runs.ts'
import { findQuestion } from './store/question-store.ts'
import { listResultHeads, readResults } from './store/run-store.ts'
import type { ResultHead, RunDetails } from './store/run-store.ts'

export interface ResultService {
  /** Lists a page of a run's outcomes, in the order of the questions. */
  list(
    principal: Principal,
    place: RunPlaceId,
    query: z.output<typeof evaluationResultsQuerySchema>,
  ): Promise<EvaluationResultPage>
  /** Both queries of an outcome, as far as the caller may read them. @throws AppError not_found */
  get(principal: Principal, place: RunPlaceId, questionId: string): Promise<EvaluationResultDetail>
  /**
   * Compares a run with an earlier one of the same set. If one of them asked only some questions, only the questions
   * of both are compared.
   * @throws AppError not_found
   */
  compare(
    principal: Principal,
    place: RunPlaceId,
    query: z.output<typeof evaluationComparisonQuerySchema>,
  ): Promise<EvaluationComparison>
}

export function createResultService(core: EvaluationCore, readable: ReadableSqlRules): ResultService {
  const { requireRun, namesFor } = core
  const { db } = core.context.store

  return {
    list: async (principal, { areaId, runId }, { offset, limit, outcome, search }) => {
      const run = await requireRun(principal, areaId, runId)
      const mayReadRun = await readable.mayReadRun(principal, areaId, run)
      const found = (await listResultHeads(db, runId)).filter(
        (head) =>
          (outcome === undefined || head.outcome === outcome) &&
          isFound({ question: head.question, tags: listOf(head.tags) }, search),
      )
      const page = found.slice(offset, offset + limit).map(({ question_id }) => question_id)
      return {
        results: (await readResults(db, runId, page)).map((row) => presentResult(row, mayReadRun)),
        total: found.length,
      }
    },
    get: async (principal, { areaId, runId }, questionId) => {
      const run = await requireRun(principal, areaId, runId)
      const row = await requireResult(core, runId, questionId)
      const { expected, actual, mayReadRun } = await readableResult(readable, principal, { areaId, run, row })
      const question = await findQuestion(db, run.set_id, questionId)
      return {
        ...presentResult(row, mayReadRun),
        run_id: runId,
        expected_sql: expected.sql,
        actual_sql: actual.sql,
        is_shortened: expected.isShortened || actual.isShortened,
        expected_rows: mayReadRun ? row.expected_row_count : null,
        expected_columns: row.expected_column_count,
        actual_rows: mayReadRun ? row.actual_row_count : null,
        actual_columns: row.actual_column_count,
        differing_values: mayReadRun ? row.differing_values : null,
        is_approved: question === null ? null : question.is_approved === 1,
        approved_at: question?.approved_at ?? null,
      }
    },
    compare: async (principal, { areaId, runId }, { before: beforeId, show, search, offset, limit }) => {
      const after = await requireRun(principal, areaId, runId)
      const before = await requireRun(principal, areaId, beforeId)
      if (before.set_id !== after.set_id) throw new AppError('not_found')
      const changes = changesOf(await listResultHeads(db, before.id), await listResultHeads(db, after.id))
      // What a partial run didn't ask was not removed.
      const isShared = isPartial(before) || isPartial(after)
      const all = isShared ? changes.filter((each) => each.before !== null && each.after !== null) : changes
      const counts = Object.fromEntries(outcomeChanges.map((change) => [change, 0])) as Record<OutcomeChange, number>
      for (const { change } of all) counts[change] += 1
      const shown = all.filter((each) => isShown(each, show) && isFound(each, search))
      const names = await namesFor(principal, areaId)
      return {
        before: presentRun(await names(before)),
        after: presentRun(await names(after)),
        counts,
        questions: shown.slice(offset, offset + limit),
        total: shown.length,
      }
    },
  }
}

/** @throws AppError not_found */
export async function requireResult(
  { context }: EvaluationCore,
  runId: string,
  questionId: string,
): Promise<EvaluationResultRow> {
  const [row] = await readResults(context.store.db, runId, [questionId])
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** Both queries of an outcome, as the caller may read them. */
export async function readableResult(
  readable: ReadableSqlRules,
  principal: Principal,
  { areaId, run, row }: { areaId: string; run: RunDetails; row: EvaluationResultRow },
) {
  const place = { question: row.question, connectionId: run.connection_id }
  const isAuthor = row.author_id === principal.userId
  const mayReadRun = await readable.mayReadRun(principal, areaId, run)
  return {
    mayReadRun,
    expected: await readable.read(row.expected_sql, { ...place, isEntitled: isAuthor }),
    actual: await readable.read(row.actual_sql, { ...place, isEntitled: mayReadRun }),
  }
}

type Changed = EvaluationComparison['questions'][number]

function changesOf(before: ResultHead[], after: ResultHead[]): Changed[] {
  const earlier = new Map(before.map((head) => [head.question_id, head]))
  const later = new Set(after.map(({ question_id }) => question_id))
  const kept = after.map((head) => changed(head, earlier.get(head.question_id)?.outcome ?? null, head.outcome))
  const removed = before
    .filter(({ question_id }) => !later.has(question_id))
    .map((head) => changed(head, head.outcome, null))
  return [...kept, ...removed]
}

function changed(head: ResultHead, before: QuestionOutcome | null, after: QuestionOutcome | null): Changed {
  return {
    question_id: head.question_id,
    question: head.question,
    tags: listOf(head.tags),
    before,
    after,
    change: changeBetween(before, after),
    has_warning: after !== null && head.warnings !== '[]',
  }
}

function changeBetween(before: QuestionOutcome | null, after: QuestionOutcome | null): OutcomeChange {
  if (before === null) return 'added'
  if (after === null) return 'removed'
  if (before === after) return `stayed_${after}`
  if (after === 'right') return 'fixed'
  return before === 'right' ? 'broken' : 'changed'
}

/** Whether a question or one of its tags contains a text, in any case. */
function isFound({ question, tags }: Pick<Changed, 'question' | 'tags'>, search = ''): boolean {
  const wanted = search.trim().toLowerCase()
  return [question, ...tags].some((text) => text.toLowerCase().includes(wanted))
}

function isShown({ change, after }: Changed, show: 'changed' | 'not_right' | 'all'): boolean {
  if (show === 'all') return true
  if (show === 'not_right') return after !== null && after !== 'right'
  return !change.startsWith('stayed_')
}
