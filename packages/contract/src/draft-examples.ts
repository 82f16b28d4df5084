import { z } from 'zod'
import { addExampleRequestSchema, checkedExampleSchema, exampleProblemSchema, exampleSchema } from './examples.ts'

/*
 * The verified examples of an area's draft: only those that the draft adds, changes, or deletes. They become examples of
 * the area when the draft is published.
 */

/** The most examples that one draft changes. */
export const mostDraftExamples = 200

const exampleTextSchema = exampleSchema.pick({ question: true, sql_query: true })

/** What a draft does with one example. */
export const draftExampleSchema = z.object({
  /** The ID of the example that it changes or deletes, or the ID that a new one will have. */
  id: z.string(),
  database_config_id: z.string(),
  /** The example when the draft changed it. Null for a new one. */
  before: exampleTextSchema.nullable(),
  /** The example as it is published now. Null if there is none. */
  published: exampleTextSchema.nullable(),
  /** The example of the draft. Null if the draft deletes it. */
  draft: exampleTextSchema.nullable(),
  /** Whether someone changed or deleted the published one after the draft changed it. */
  collides: z.boolean(),
  /** Why the gate refuses its SQL now. Null if it doesn't. */
  problem: exampleProblemSchema.nullable(),
})
export type DraftExample = z.infer<typeof draftExampleSchema>

/** GET /api/v1/business-areas/{id}/draft/examples. */
export const draftExamplesSchema = z.object({
  /** Changes each time an example of the draft changes. Null if none did. */
  revision: z.string().nullable(),
  examples: z.array(draftExampleSchema),
  /** The number of others, which belong to databases that you can't use. */
  hidden: z.number(),
})
export type DraftExamples = z.infer<typeof draftExamplesSchema>

/** POST /api/v1/business-areas/{id}/draft/examples. */
export const addDraftExampleRequestSchema = addExampleRequestSchema.omit({ area_id: true })
export type AddDraftExampleRequest = z.infer<typeof addDraftExampleRequestSchema>

/** An example of the draft with the rows of its SQL. */
export const checkedDraftExampleSchema = z.object({
  id: z.string(),
  result: checkedExampleSchema.shape.result.unwrap(),
})
export type CheckedDraftExample = z.infer<typeof checkedDraftExampleSchema>
