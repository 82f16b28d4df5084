import {
  evaluationModelSchema,
  evaluationNoticeSchema,
  message,
  runBudgetSchema,
  tokenPricesSchema,
} from '@parlance/contract'
import type { EvaluationResult, EvaluationRun, EvaluationSet, Message } from '@parlance/contract'
import type { z } from 'zod'
import type { EvaluationResultRow, EvaluationRunRow } from '../../store/schema.ts'
import { listOf } from './stored-list.ts'
import type { RunDetails } from './store/run-store.ts'
import type { SetDetails } from './store/set-store.ts'

const differentResult = message('The answer differs from the expected result.')

/** Reads a stored JSON text. Null stays null. */
export function stored<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  return text === null ? null : schema.parse(JSON.parse(text))
}

/** Reads a stored message. */
export function messageOf(text: string | null): Message | null {
  return text === null ? null : (JSON.parse(text) as Message)
}

/** Whether a run asks only some questions of its set. */
export function isPartial({ tag, question_ids }: Pick<EvaluationRunRow, 'tag' | 'question_ids'>): boolean {
  return tag !== null || question_ids !== null
}

/** Whether a run says nothing about the published area as a whole. */
export function isAside(run: Pick<EvaluationRunRow, 'tag' | 'question_ids' | 'draft_revision'>): boolean {
  return isPartial(run) || run.draft_revision !== null
}

/** A run in the words of the contract. */
export function presentRun(run: RunDetails): EvaluationRun {
  const model = evaluationModelSchema.parse(JSON.parse(run.model))
  return {
    id: run.id,
    set_id: run.set_id,
    number: run.number,
    status: run.status,
    reason: messageOf(run.reason),
    trigger: run.trigger,
    started_by_name: run.started_by_name,
    run_as_name: run.run_as_name,
    run_as_email: run.run_as_email,
    provider: model.provider,
    model: model.model,
    today: run.today,
    is_partial: isPartial(run),
    in_draft: run.draft_revision !== null,
    total: run.total,
    done: run.right + run.wrong + run.declined + run.failed,
    right: run.right,
    wrong: run.wrong,
    declined: run.declined,
    failed: run.failed,
    warned: run.warned,
    median_ms: run.median_ms,
    model_calls: run.model_calls,
    tokens: run.tokens,
    cost: run.cost,
    created_at: run.created_at,
    started_at: run.started_at,
    ended_at: run.ended_at,
  }
}

/** A set in the words of the contract. */
export function presentSet(
  set: SetDetails,
  { active, last }: { active: RunDetails | null; last: RunDetails | null },
): EvaluationSet {
  return {
    id: set.id,
    area_id: set.area_id,
    name: set.name,
    description: set.description,
    database_config_id: set.connection_id,
    database_name: set.connection_name,
    today: set.today,
    run_as_user_id: set.run_as,
    run_as_name: set.run_as_name,
    run_as_email: set.run_as_email,
    model: stored(evaluationModelSchema, set.model),
    prices: stored(tokenPricesSchema, set.prices),
    budget: stored(runBudgetSchema, set.budget),
    runs_after_changes: set.runs_after_changes === 1,
    alerts: set.alerts === 1,
    adds_answers: set.adds_answers === 1,
    question_count: set.questions,
    approved_count: set.approved,
    incomplete_count: set.incomplete,
    active_run: active && presentRun(active),
    last_run: last && presentRun(last),
    notice: stored(evaluationNoticeSchema, last?.notice ?? null),
    created_by_name: set.created_by_name,
    created_at: set.created_at,
    updated_at: set.updated_at,
  }
}

/**
 * An outcome in the words of the contract, without SQL.
 * @param mayReadRun whether the reader may know how many rows the user of the run sees
 */
export function presentResult(row: EvaluationResultRow, mayReadRun: boolean): EvaluationResult {
  return {
    question_id: row.question_id,
    question: row.question,
    tags: listOf(row.tags),
    outcome: row.outcome,
    warnings: listOf(row.warnings),
    reason: row.outcome === 'wrong' && !mayReadRun ? differentResult : messageOf(row.reason),
    columns: row.columns,
    ms: row.ms,
    model_calls: row.model_calls,
    tokens: row.tokens,
    cost: row.cost,
  }
}
