import { z } from 'zod'
import { messageSchema } from './message-schema.ts'
import { providerIdSchema } from './models.ts'
import { plainText } from './text.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

/* Evaluation of a business area: runs that ask every question of a set, and their results. */

const idSchema = z.string().min(1).max(200)

export const evaluationLimits = {
  sets: 20,
  questions: 10_000,
  tags: 10,
  /** Rows and cells of expected rows. */
  expectedRows: 10_000,
  expectedCells: 100_000,
  /** Characters of an uploaded file. */
  file: 24 * 1024 * 1024,
  /** Older runs of a set are deleted: those of all questions, and those of some or in a draft. */
  runs: 50,
  partialRuns: 20,
  /** Questions that are chosen for a run. */
  chosenQuestions: 100,
}

/** `right` may be with a warning. `declined` was refused or not understood. `failed` is an error or a time limit. */
export const questionOutcomes = ['right', 'wrong', 'declined', 'failed'] as const
export const questionOutcomeSchema = z.enum(questionOutcomes)
export type QuestionOutcome = z.infer<typeof questionOutcomeSchema>

/** Limits of a run. A run ends when it reaches one of them. */
export const runBudgetSchema = z.strictObject({
  questions: z.number().int().min(1).max(evaluationLimits.questions).nullish(),
  tokens: z.number().int().min(1).max(1_000_000_000).nullish(),
  /** In the currency of the set's prices. */
  cost: z.number().positive().max(1_000_000).nullish(),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .nullish(),
})
export type RunBudget = z.output<typeof runBudgetSchema>

/** What a model costs, to compute the cost of a run. */
export const tokenPricesSchema = z.strictObject({
  prompt_per_million: z.number().min(0).max(1_000_000),
  completion_per_million: z.number().min(0).max(1_000_000),
})
export type TokenPrices = z.output<typeof tokenPricesSchema>

/** The model of a set's runs. Its stored API key is used only at the address that it was stored for. */
export const evaluationModelSchema = z.strictObject({
  provider: providerIdSchema,
  model: plainText(200),
  base_url: z.url().max(2048).nullish(),
})
export type EvaluationModel = z.output<typeof evaluationModelSchema>

export const runStatuses = ['waiting', 'running', 'finished', 'cancelled', 'stopped'] as const
/** `stopped` means that the run ended early: by its budget, or because it could not continue. */
export const runStatusSchema = z.enum(runStatuses)
export type RunStatus = z.infer<typeof runStatusSchema>

export const runTriggers = ['manual', 'command', 'model', 'area', 'schema'] as const
export const runTriggerSchema = z.enum(runTriggers)
export type RunTrigger = z.infer<typeof runTriggerSchema>

export const evaluationRunSchema = z.object({
  id: z.string(),
  set_id: z.string(),
  /** Number within the set: 1, 2, 3 … */
  number: z.number(),
  status: runStatusSchema,
  /** Why the run ended early. Null otherwise. */
  reason: messageSchema.nullable(),
  trigger: runTriggerSchema,
  /** Null if the user no longer exists. */
  started_by_name: z.string().nullable(),
  /** The user that the run asks as. Null if the user no longer exists. */
  run_as_name: z.string().nullable(),
  run_as_email: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  today: z.string(),
  /** Whether it asks only some questions of the set: those with a tag, or chosen ones. */
  is_partial: z.boolean(),
  /** Whether it asks in the draft of the area. */
  in_draft: z.boolean(),
  total: z.number(),
  /** Questions with an outcome. */
  done: z.number(),
  right: z.number(),
  wrong: z.number(),
  declined: z.number(),
  failed: z.number(),
  /** Questions whose answer had a warning. */
  warned: z.number(),
  median_ms: z.number().nullable(),
  model_calls: z.number(),
  tokens: z.number(),
  /** Null if the set has no prices. */
  cost: z.number().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type EvaluationRun = z.infer<typeof evaluationRunSchema>

/** Fewer answers are right than in the run before, among the questions of both. */
export const evaluationNoticeSchema = z.object({
  run_id: z.string(),
  before_run_id: z.string(),
  right: z.number(),
  right_before: z.number(),
  /** Number of questions of both runs. */
  total: z.number(),
  at: z.string(),
})
export type EvaluationNotice = z.infer<typeof evaluationNoticeSchema>

/** The most questions or results of one page. */
export const evaluationPageSize = 100

export const evaluationPageFields = {
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(evaluationPageSize).default(50),
}

/** What is absent is as in the set. */
export const startEvaluationRequestSchema = z.strictObject({
  run_as_user_id: idSchema.nullish(),
  model: evaluationModelSchema.nullish(),
  today: z.iso.date().nullish(),
  budget: runBudgetSchema.nullish(),
  /** Ask only questions with this tag. */
  tag: z.string().max(60).optional(),
  /** Ask only these questions. Those that were deleted meanwhile are left out. */
  question_ids: z.array(idSchema).min(1).max(evaluationLimits.chosenQuestions).optional(),
  /** Ask in the draft of the area. */
  in_draft: z.boolean().optional(),
  /** A run of the set whose user, model, and draft are used, if they are not chosen here. */
  like_run_id: idSchema.optional(),
  /** Ask only approved questions. */
  only_approved: z.boolean().default(false),
})
export type StartEvaluationRequest = z.input<typeof startEvaluationRequestSchema>

/** So many runs of a set exist at most. */
export const mostEvaluationRuns = evaluationLimits.runs + evaluationLimits.partialRuns

export const evaluationRunsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(mostEvaluationRuns).default(12),
})
export const evaluationRunListSchema = z.object({ runs: z.array(evaluationRunSchema) })

export const evaluationResultSchema = z.object({
  question_id: z.string(),
  question: z.string(),
  tags: z.array(z.string()),
  outcome: questionOutcomeSchema,
  /** Kinds of the answer's warnings. */
  warnings: z.array(z.string()),
  /** Why it is not right. Contains no values of the database. Null if it is right. */
  reason: messageSchema.nullable(),
  /** For a right answer: whether its columns are the expected ones, in another order, or more. Null otherwise. */
  columns: z.enum(['same', 'reordered', 'more']).nullable(),
  ms: z.number(),
  model_calls: z.number(),
  tokens: z.number(),
  cost: z.number().nullable(),
})
export type EvaluationResult = z.infer<typeof evaluationResultSchema>

export const evaluationResultsQuerySchema = z.strictObject({
  ...evaluationPageFields,
  outcome: questionOutcomeSchema.optional(),
  search: z.string().max(200).optional(),
})

export const evaluationResultPageSchema = z.object({ results: z.array(evaluationResultSchema), total: z.number() })
export type EvaluationResultPage = z.infer<typeof evaluationResultPageSchema>

export const evaluationResultDetailSchema = evaluationResultSchema.extend({
  run_id: z.string(),
  /** Both as they were in the run. Values that you are not allowed to read are left out. */
  expected_sql: z.string().nullable(),
  actual_sql: z.string().nullable(),
  is_shortened: z.boolean(),
  expected_rows: z.number().nullable(),
  expected_columns: z.number().nullable(),
  actual_rows: z.number().nullable(),
  actual_columns: z.number().nullable(),
  /** Values that differ from the expected ones. Null if the rows could not be compared. */
  differing_values: z.number().nullable(),
  is_approved: z.boolean().nullable(),
  approved_at: z.string().nullable(),
})
export type EvaluationResultDetail = z.infer<typeof evaluationResultDetailSchema>

/** How an outcome changed from one run to another. `changed` is between outcomes that are not right. */
export const outcomeChanges = [
  'fixed',
  'broken',
  'changed',
  'stayed_right',
  'stayed_wrong',
  'stayed_declined',
  'stayed_failed',
  'added',
  'removed',
] as const
export const outcomeChangeSchema = z.enum(outcomeChanges)
export type OutcomeChange = z.infer<typeof outcomeChangeSchema>

export const evaluationComparisonQuerySchema = z.strictObject({
  ...evaluationPageFields,
  /** The earlier run. */
  before: idSchema,
  /** `changed` lists questions whose outcome differs, `not_right` those that are not right in the later run. */
  show: z.enum(['changed', 'not_right', 'all']).default('all'),
  search: z.string().max(200).optional(),
})

export const evaluationComparisonSchema = z.object({
  before: evaluationRunSchema,
  after: evaluationRunSchema,
  /** Number of questions by kind of change. */
  counts: z.object({
    fixed: z.number(),
    broken: z.number(),
    changed: z.number(),
    stayed_right: z.number(),
    stayed_wrong: z.number(),
    stayed_declined: z.number(),
    stayed_failed: z.number(),
    added: z.number(),
    removed: z.number(),
  } satisfies Record<OutcomeChange, z.ZodType>),
  questions: z.array(
    z.object({
      question_id: z.string(),
      question: z.string(),
      tags: z.array(z.string()),
      /** Null if the run has no outcome of it. */
      before: questionOutcomeSchema.nullable(),
      after: questionOutcomeSchema.nullable(),
      change: outcomeChangeSchema,
      /** Whether the answer of the later run had a warning. */
      has_warning: z.boolean(),
    }),
  ),
  /** Number of questions that match `show`. */
  total: z.number(),
})
export type EvaluationComparison = z.infer<typeof evaluationComparisonSchema>

export const rerunSideSchema = z.object({
  /** Null if there is no SQL, or you are not allowed to read its values. */
  sql_query: z.string().nullable(),
  columns: z.array(resultColumnSchema),
  results: z.array(z.array(cellSchema)),
  row_count: z.number(),
  truncated: z.boolean(),
  database_ms: z.number().nullable(),
  /** Why there are no rows to show. */
  error: messageSchema.nullable(),
})
export type RerunSide = z.infer<typeof rerunSideSchema>

/** Both queries of a result, run again now with the rights of the caller. */
export const rerunEvaluationResponseSchema = z.object({
  ran_at: z.string(),
  /** The date that `:today` meant: that of the run. */
  today: z.string(),
  expected: rerunSideSchema,
  actual: rerunSideSchema,
  /** Null unless both have rows. */
  difference: z
    .object({
      is_equal: z.boolean(),
      summary: messageSchema,
      differing_values: z.number(),
      /** The first cells that differ, with their positions in `expected` and `actual`, from 0. */
      cells: z.array(
        z.object({ row: z.number(), column: z.number(), actual_row: z.number(), actual_column: z.number() }),
      ),
    })
    .nullable(),
  /** Whether your result is the one of the run. If not, the data or the rights differ. Null if it cannot be said. */
  is_as_in_run: z.boolean().nullable(),
})
export type RerunEvaluation = z.infer<typeof rerunEvaluationResponseSchema>

/** The last run of each area that the caller can edit: GET /api/v1/business-areas/evaluation-badges. */
export const evaluationBadgesSchema = z.object({
  badges: z.array(
    z.object({
      area_id: z.string(),
      set_id: z.string(),
      set_name: z.string(),
      run_id: z.string(),
      right: z.number(),
      total: z.number(),
      ended_at: z.string(),
      /** Whether fewer answers are right than in the run before. */
      has_fallen: z.boolean(),
    }),
  ),
})
export type EvaluationBadges = z.infer<typeof evaluationBadgesSchema>
