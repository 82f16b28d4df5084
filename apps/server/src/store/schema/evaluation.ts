import type { QuestionOutcome, QuestionSource, RunStatus, RunTrigger } from '@parlance/contract'
import type { Flag } from './flag.ts'

/* Evaluation: question sets of business areas, and their runs. No row of a connected database is stored, except the
   expected rows that users enter. */

export interface EvaluationSetsTable {
  id: string
  area_id: string
  connection_id: string | null
  /** Unique in the area. */
  name: string
  description: string | null
  /** yyyy-mm-dd; null for the date of the run. */
  today: string | null
  /** The user's id, also of a deleted user. Null for the user who starts the run. */
  run_as: string | null
  /** JSON of the contract's EvaluationModel. Null for the configured model. */
  model: string | null
  /** JSON of the contract's TokenPrices. */
  prices: string | null
  /** JSON of the contract's RunBudget. */
  budget: string | null
  runs_after_changes: Flag
  alerts: Flag
  /** Whether answers that are approved as examples become questions of this set. */
  adds_answers: Flag
  /** Number of the next run: 1, 2, 3 … */
  next_run: number
  /** JSON of fingerprints of the model, the area, and the tables, when they were last looked at. */
  seen_state: string | null
  /** What has changed since the last run. Null if nothing has. */
  changed_by: 'model' | 'area' | 'schema' | null
  changed_at: string | null
  created_by: string | null
  /** The user whose rights the runs after changes have. */
  updated_by: string | null
  created_at: string
  updated_at: string
}

export interface EvaluationQuestionsTable {
  id: string
  set_id: string
  position: number
  question: string
  /** Hash of the question's words. Unique in the set. */
  question_key: string
  context: string | null
  /** JSON of a list. */
  tags: string
  expects: 'sql' | 'rows' | 'nothing'
  expected_sql: string | null
  /** Encrypted JSON of the contract's ExpectedRows. */
  expected_rows: string | null
  row_count: number | null
  column_count: number | null
  is_approved: Flag
  approved_by: string | null
  approved_at: string | null
  source: QuestionSource
  depends_on_today: Flag
  author_id: string | null
  created_at: string
  updated_at: string
}

export interface EvaluationRunsTable {
  id: string
  set_id: string
  /** The set while the run is waiting or running. Unique, so a set has one such run. */
  active_set_id: string | null
  number: number
  status: RunStatus
  /** JSON of a message. */
  reason: string | null
  trigger: RunTrigger
  started_by: string | null
  /** The user's id, also of a deleted user. */
  run_as: string
  /** Whether the user who started it was approved for the area's protected tables. */
  reaches_protected: Flag
  connection_id: string
  /** JSON of the contract's EvaluationModel. */
  model: string
  /** Whether `model` was chosen for the run. If not, the configured model answers, with the model that writes SQL. */
  has_own_model: Flag
  prices: string | null
  budget: string | null
  today: string
  /** The run asks only questions with this tag. */
  tag: string | null
  /** JSON of the only questions that the run asks. Null for all. */
  question_ids: string | null
  /** The revision of the area's draft that the run asks in. Null for the published area. */
  draft_revision: string | null
  only_approved: Flag
  total: number
  right: number
  wrong: number
  declined: number
  failed: number
  warned: number
  median_ms: number | null
  model_calls: number
  tokens: number
  cost: number | null
  /** JSON of the contract's EvaluationNotice, if fewer answers are right than before. */
  notice: string | null
  cancel_requested: Flag
  /** The process that works on it; null while it waits and after its end. */
  lease_owner: string | null
  lease_until: string | null
  created_at: string
  started_at: string | null
  ended_at: string | null
}

export interface EvaluationResultsTable {
  run_id: string
  question_id: string
  position: number
  question: string
  /** Who wrote the expected SQL. */
  author_id: string | null
  tags: string
  outcome: QuestionOutcome
  /** JSON of a list of kinds. */
  warnings: string
  /** JSON of a message without values. */
  reason: string | null
  columns: 'same' | 'reordered' | 'more' | null
  expected_sql: string | null
  actual_sql: string | null
  expected_row_count: number | null
  expected_column_count: number | null
  actual_row_count: number | null
  actual_column_count: number | null
  differing_values: number | null
  /** Keyed hash of the rows, to tell whether a later result is the same. */
  actual_hash: string | null
  ms: number
  model_calls: number
  tokens: number
  cost: number | null
}
