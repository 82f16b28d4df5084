import { z } from 'zod'
import {
  areaProblemSchema,
  areaTableInputSchema,
  areaTextLimits,
  changeReasonSchema,
  updateAreaRequestSchema,
} from './areas.ts'
import { areaWordsSchema, versionParts } from './area-versions.ts'

/*
 * The draft of a business area: what the area will say, for its owner and administrators. Rules, access, and the list of
 * tables have no draft.
 */

const revisionSchema = z.string().min(1).max(100)

/** What the area says in the draft, complete. Tables that the area does not have are left out. */
const draftWordsSchema = updateAreaRequestSchema
  .pick({
    description: true,
    ai_instructions: true,
    synonyms: true,
    sample_questions: true,
    joins: true,
    definitions: true,
  })
  .required()
  .extend({ tables: z.array(areaTableInputSchema.omit({ confirmed: true })).max(areaTextLimits.tables) })

/** PUT /api/v1/business-areas/{id}/draft. */
export const saveDraftRequestSchema = z.strictObject({
  /** The revision of the draft that you read. Null if there was none. */
  revision: revisionSchema.nullable(),
  /** The version of the area that `content` is compared with: what equals it is not part of the draft. */
  area_version: z.int().min(1),
  content: draftWordsSchema,
})
export type SaveDraftRequest = z.input<typeof saveDraftRequestSchema>

/** Something that was published differently after the draft had changed it. */
export const draftCollisionSchema = z.object({
  id: z.string(),
  part: z.enum(versionParts),
  /** Only what collides: as it was when the draft changed it, as it is published, and as it is in the draft. */
  before: areaWordsSchema,
  published: areaWordsSchema,
  draft: areaWordsSchema,
})
export type DraftCollision = z.infer<typeof draftCollisionSchema>

/** The draft of an area. */
export const savedDraftSchema = z.object({
  /** Changes each time the draft is saved. */
  revision: z.string(),
  /** The version of the area that is published now. */
  area_version: z.number(),
  /** Null if the user no longer exists. */
  started_by_name: z.string().nullable(),
  started_at: z.string(),
  updated_by_name: z.string().nullable(),
  updated_at: z.string(),
  /** What the published area says now. */
  published: areaWordsSchema,
  /** The same with the changes of the draft. */
  content: areaWordsSchema,
  /** The number of things that the draft changes, such as an instruction, a metric, or a verified example. */
  changes: z.number(),
  /** What the draft and the published area both changed since. */
  collisions: z.array(draftCollisionSchema),
  /** Errors and warnings of the draft. */
  problems: z.array(areaProblemSchema),
  /** Whether questions can be asked in it: it has no errors. */
  can_ask: z.boolean(),
})
export type SavedDraft = z.infer<typeof savedDraftSchema>

/** GET /api/v1/business-areas/{id}/draft. */
export const savedDraftResponseSchema = z.object({ draft: savedDraftSchema.nullable() })

/** POST /api/v1/business-areas/{id}/draft/publish. */
export const publishDraftRequestSchema = z.strictObject({
  /** The draft and the published area that you compared. */
  revision: revisionSchema,
  area_version: z.int().min(1),
  /** The revision of the draft's verified examples that you compared. Null or absent if it never changed one. */
  examples_revision: revisionSchema.nullish(),
  reason: changeReasonSchema.nullish(),
  /** What applies for each collision. That of a verified example has its ID. */
  collisions: z
    .array(z.strictObject({ id: z.string().max(100_000), use: z.enum(['draft', 'published']) }))
    .max(20_000)
    .default([]),
})
export type PublishDraftRequest = z.input<typeof publishDraftRequestSchema>

/** DELETE /api/v1/business-areas/{id}/draft. */
export const discardDraftQuerySchema = z.strictObject({
  /** The revision of the draft that you read. */
  revision: revisionSchema,
})
