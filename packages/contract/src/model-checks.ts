import { z } from 'zod'
import { modelSettingsSchema, providerIdSchema } from './models.ts'
import { patternFields } from './wire-message.ts'

/** What is checked about a model, in order. */
export const modelCheckIds = [
  'address',
  'key',
  'model',
  'answer',
  'streaming',
  'speed',
  'tools',
  'parallel-tools',
  'structured-output',
  'images',
  'context-length',
  'caching',
  'sample-question',
] as const
export const modelCheckIdSchema = z.enum(modelCheckIds)
export type ModelCheckId = z.infer<typeof modelCheckIdSchema>

const textSchema = z.object({ message: z.string(), ...patternFields })

export const modelCheckSchema = z.object({
  id: modelCheckIdSchema,
  /** `warning`: it works, but less well than it could. `skipped`: it could not be checked, or does not apply. */
  state: z.enum(['passed', 'warning', 'failed', 'skipped']),
  ms: z.number(),
  found: textSchema,
  /** What to do about it. Null if nothing. */
  advice: textSchema.nullable(),
})
export type ModelCheck = z.infer<typeof modelCheckSchema>

/** The answer to a question on the sample database. */
export const sampleAnswerSchema = z.object({ question: z.string(), sql: z.string().nullable(), answer: z.string() })
export type SampleAnswer = z.infer<typeof sampleAnswerSchema>

export const modelReportSchema = z.object({
  provider: providerIdSchema,
  model: z.string(),
  checked_at: z.string(),
  /** Checks that passed, also those with a warning. */
  passed: z.number(),
  /** Checks that were not skipped. */
  total: z.number(),
  checks: z.array(modelCheckSchema),
  sample: sampleAnswerSchema.nullable(),
})
export type ModelReport = z.infer<typeof modelReportSchema>

/** The model that answers, or the one that writes the SQL. */
export const modelRoleSchema = z.enum(['orchestration', 'sql_model'])
export type ModelRole = z.infer<typeof modelRoleSchema>

/** The settings in a form. With a role only, the stored model is checked. */
export const checkModelRequestSchema = modelSettingsSchema.partial().extend({ role: modelRoleSchema.optional() })
export type CheckModelRequest = z.infer<typeof checkModelRequestSchema>

/** What a full check costs at most, shown before it starts. */
export const checkPlanSchema = z.object({ calls: z.number(), tokens: z.number() })
export type CheckPlan = z.infer<typeof checkPlanSchema>

export const checkStartedSchema = z.object({ type: z.literal('started'), id: modelCheckIdSchema })
export const checkEndedSchema = z.object({ type: z.literal('checked'), check: modelCheckSchema })
export const checkReportSchema = z.object({ type: z.literal('report'), report: modelReportSchema })
export const checkErrorSchema = z.object({ type: z.literal('error'), ...textSchema.shape })

/** One message of a running check. */
export const checkEventSchema = z.discriminatedUnion('type', [
  checkStartedSchema,
  checkEndedSchema,
  checkReportSchema,
  checkErrorSchema,
])
export type CheckEvent = z.infer<typeof checkEventSchema>

/** The last reports of the models in use. */
export const modelReportsSchema = z.object({
  plan: checkPlanSchema,
  orchestration: modelReportSchema.nullable(),
  sql_model: modelReportSchema.nullable(),
})
export type ModelReports = z.infer<typeof modelReportsSchema>
