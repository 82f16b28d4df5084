import { z } from 'zod'
import { questionMaxLength } from './constants.ts'
import {
  evaluationLimits,
  evaluationModelSchema,
  evaluationNoticeSchema,
  evaluationPageFields,
  evaluationRunSchema,
  runBudgetSchema,
  tokenPricesSchema,
} from './evaluation-runs.ts'
import { messageSchema } from './message-schema.ts'
import { message } from './messages.ts'
import { schemaText } from './schema-text.ts'
import { plainText } from './text.ts'
import { cellSchema } from './values.ts'

/* Evaluation of a business area: question sets and their questions. */

/** Where a question came from. */
export const questionSources = [
  'hand',
  'example',
  'right_answer',
  'wrong_answer',
  'csv',
  'spider',
  'bird',
  'area_file',
] as const
export const questionSourceSchema = z.enum(questionSources)
export type QuestionSource = z.infer<typeof questionSourceSchema>

const idSchema = z.string().min(1).max(200)
const tagSchema = plainText(60).trim().min(1)
const tagsSchema = z
  .array(tagSchema)
  .max(evaluationLimits.tags, schemaText(message('Enter at most {n} tags.', { n: evaluationLimits.tags })))
export const evaluationQuestionTextSchema = plainText(questionMaxLength)
  .trim()
  .min(1, 'The question is empty. Type what you want to know.')
const sqlSchema = z.string().trim().min(1).max(100_000)

/** The rows that a question must return, with the names of their columns. */
export const expectedRowsSchema = z.strictObject({
  columns: z.array(plainText(500)).max(500),
  rows: z.array(z.array(cellSchema).max(500)).max(evaluationLimits.expectedRows),
  /** Whether the order of the rows matters. */
  ordered: z.boolean().default(false),
})
export type ExpectedRows = z.output<typeof expectedRowsSchema>

const setFields = {
  name: plainText(200).trim().min(1, 'Enter a name for the question set.'),
  description: plainText(4000).nullish(),
  /** The connection that the questions are asked of. */
  database_config_id: idSchema.optional(),
  /** Today's date in every run, so that relative periods mean the same. Null for the date of the run. */
  today: z.iso.date().nullish(),
  /** The user that runs ask as. Null for the user who starts the run. */
  run_as_user_id: idSchema.nullish(),
  /** Null for the model that answers questions. */
  model: evaluationModelSchema.nullish(),
  prices: tokenPricesSchema.nullish(),
  budget: runBudgetSchema.nullish(),
  /** Whether a change of the model, the area, or the tables starts a run. */
  runs_after_changes: z.boolean().optional(),
  /** Whether the owner of the area gets an email when fewer answers are right than before. */
  alerts: z.boolean().optional(),
  /** Whether answers that are approved as verified examples become questions of this set. */
  adds_answers: z.boolean().optional(),
}

export const createEvaluationSetRequestSchema = z.strictObject(setFields)
export type CreateEvaluationSetRequest = z.input<typeof createEvaluationSetRequestSchema>

/** What is absent keeps its value. */
export const updateEvaluationSetRequestSchema = z.strictObject({
  ...setFields,
  name: setFields.name.optional(),
  expected_updated_at: z.string().max(40).optional(),
})
export type UpdateEvaluationSetRequest = z.input<typeof updateEvaluationSetRequestSchema>

export const evaluationSetSchema = z.object({
  id: z.string(),
  area_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Null if the connection was deleted. Choose another one before the next run. */
  database_config_id: z.string().nullable(),
  database_name: z.string().nullable(),
  today: z.string().nullable(),
  run_as_user_id: z.string().nullable(),
  run_as_name: z.string().nullable(),
  run_as_email: z.string().nullable(),
  model: evaluationModelSchema.nullable(),
  prices: tokenPricesSchema.nullable(),
  budget: runBudgetSchema.nullable(),
  runs_after_changes: z.boolean(),
  alerts: z.boolean(),
  adds_answers: z.boolean(),
  question_count: z.number(),
  approved_count: z.number(),
  /** Questions without expected SQL or rows. Runs skip them. */
  incomplete_count: z.number(),
  /** The run that is waiting or running. */
  active_run: evaluationRunSchema.nullable(),
  /** The last run that ended by itself, with all questions. */
  last_run: evaluationRunSchema.nullable(),
  notice: evaluationNoticeSchema.nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type EvaluationSet = z.infer<typeof evaluationSetSchema>

/** GET /api/v1/business-areas/{id}/evaluation/sets. */
export const evaluationSetListSchema = z.object({ sets: z.array(evaluationSetSchema) })

export const evaluationQuestionSchema = z.object({
  id: z.string(),
  set_id: z.string(),
  question: z.string(),
  /** More about the question for the model, such as the evidence of BIRD. */
  context: z.string().nullable(),
  tags: z.array(z.string()),
  expects: z.enum(['sql', 'rows', 'nothing']),
  /** For users other than the author, values that the question does not name are left out. */
  expected_sql: z.string().nullable(),
  /** Whether values were left out of `expected_sql`. */
  is_shortened: z.boolean(),
  /** Only for the author. */
  expected_rows: expectedRowsSchema.nullable(),
  expected_row_count: z.number().nullable(),
  expected_column_count: z.number().nullable(),
  is_approved: z.boolean(),
  approved_by_name: z.string().nullable(),
  approved_at: z.string().nullable(),
  source: questionSourceSchema,
  /** Whether the expected SQL depends on today's date. */
  depends_on_today: z.boolean(),
  author_name: z.string().nullable(),
  is_own: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type EvaluationQuestion = z.infer<typeof evaluationQuestionSchema>

const questionFields = {
  question: evaluationQuestionTextSchema,
  context: plainText(4000).nullish(),
  tags: tagsSchema.optional(),
  /** One SELECT. `:today` is the date of the run. Either this or `expected_rows`. */
  expected_sql: sqlSchema.nullish(),
  expected_rows: expectedRowsSchema.nullish(),
  /** The default is found from the SQL. */
  depends_on_today: z.boolean().optional(),
}

export const createEvaluationQuestionRequestSchema = z.strictObject(questionFields)
export type CreateEvaluationQuestionRequest = z.input<typeof createEvaluationQuestionRequestSchema>

/** What is absent keeps its value. A change of the question or what it expects must be approved again. */
export const updateEvaluationQuestionRequestSchema = z.strictObject({
  ...questionFields,
  question: questionFields.question.optional(),
  expected_updated_at: z.string().max(40).optional(),
})
export type UpdateEvaluationQuestionRequest = z.input<typeof updateEvaluationQuestionRequestSchema>

export const evaluationQuestionsQuerySchema = z.strictObject({
  ...evaluationPageFields,
  search: z.string().max(200).optional(),
  tag: z.string().max(60).optional(),
  state: z.enum(['approved', 'not_approved', 'incomplete', 'depends_on_today']).optional(),
})
export type EvaluationQuestionsQuery = z.output<typeof evaluationQuestionsQuerySchema>

export const evaluationQuestionPageSchema = z.object({
  questions: z.array(evaluationQuestionSchema),
  /** Number of questions that match. */
  total: z.number(),
  /** Tags of all questions of the set, most frequent first. */
  tags: z.array(z.object({ tag: z.string(), count: z.number() })),
})
export type EvaluationQuestionPage = z.infer<typeof evaluationQuestionPageSchema>

/** Approves questions, or withdraws the approval. */
export const approveEvaluationQuestionsRequestSchema = z.strictObject({
  /** Absent for all questions of the set. */
  question_ids: z.array(idSchema).max(evaluationLimits.questions).optional(),
  approved: z.boolean().default(true),
})
export const approveEvaluationQuestionsResponseSchema = z.object({ changed: z.number() })

export const importFormats = ['csv', 'spider', 'bird'] as const
export const importFormatSchema = z.enum(importFormats)
export type ImportFormat = z.infer<typeof importFormatSchema>

/** The text of a CSV file, or of a JSON file as Spider and BIRD publish it. */
export const importEvaluationRequestSchema = z.strictObject({
  format: importFormatSchema,
  file_name: plainText(200).optional(),
  text: z.string().max(evaluationLimits.file),
  /** For Spider and BIRD: the database whose questions are added. */
  db_id: z.string().max(200).optional(),
  /** Checks the file and stores nothing. */
  dry_run: z.boolean().default(false),
})
export type ImportEvaluationRequest = z.output<typeof importEvaluationRequestSchema>

/** A file to check for an area that may not have a question set yet. */
export const checkEvaluationFileRequestSchema = importEvaluationRequestSchema.omit({ dry_run: true })
export type CheckEvaluationFileRequest = z.output<typeof checkEvaluationFileRequestSchema>

/** The most errors in a response. */
export const listedImportErrors = 100

export const importEvaluationResponseSchema = z.object({
  /** Number of stored questions. 0 for a dry run, or if any question has an error. */
  added: z.number(),
  /** Number of questions in the file, or of `db_id`. */
  found: z.number(),
  /** Questions that the set already contains. */
  known: z.number(),
  error_count: z.number(),
  /** The first errors. `line` and `question` are null if the error is about the whole file. */
  errors: z.array(z.object({ line: z.number().nullable(), question: z.string().nullable(), message: messageSchema })),
  /** For Spider and BIRD: the databases of the file, with their numbers of questions. */
  databases: z.array(z.object({ db_id: z.string(), questions: z.number() })),
})
export type ImportEvaluationResponse = z.infer<typeof importEvaluationResponseSchema>

export const addExamplesResponseSchema = z.object({
  added: z.number(),
  /** Examples that the set already contains. */
  known: z.number(),
  /** Examples whose SQL is refused now, or lacks values. */
  refused: z.number(),
})
export type AddExamplesResponse = z.infer<typeof addExamplesResponseSchema>

/** A question in an area's file. It has no SQL there if the SQL has values that the question does not name. */
export const evaluationQuestionOfFileSchema = z.strictObject({
  question: questionFields.question,
  context: questionFields.context,
  tags: questionFields.tags,
  expected_sql: questionFields.expected_sql,
})

/** A question set in an area's file. */
export const evaluationSetOfFileSchema = z.strictObject({
  name: setFields.name,
  description: setFields.description,
  questions: z.array(evaluationQuestionOfFileSchema).max(evaluationLimits.questions),
})
export type EvaluationSetOfFile = z.output<typeof evaluationSetOfFileSchema>
