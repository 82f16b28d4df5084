import { z } from 'zod'
import { areaJoinSchema, changeReasonSchema } from './areas.ts'
import { definitionKinds, definitionsSchema } from './definitions.ts'

/** The parts of an area that its versions store. Rules, access, and the list of tables are not restored. */
export const versionParts = [
  'description',
  'ai_instructions',
  'synonyms',
  'sample_questions',
  'tables',
  'joins',
  'definitions',
] as const
export type VersionPart = (typeof versionParts)[number]

/** A change of what an area says. */
export const areaVersionSchema = z.object({
  /** The area's version after the change. */
  number: z.number(),
  created_at: z.string(),
  /** Who made the change. Null if it is not known, or the user no longer exists. */
  user_name: z.string().nullable(),
  reason: z.string().nullable(),
  /** The version that the change restored. Null for other changes. */
  restored_from: z.number().nullable(),
  /** The parts that it changed. Empty for the state before the first stored change. */
  changes: z.array(z.enum(versionParts)),
})
export type AreaVersion = z.infer<typeof areaVersionSchema>

/** GET /api/v1/business-areas/{id}/versions: newest first. */
export const areaVersionsResponseSchema = z.object({ versions: z.array(areaVersionSchema) })

/** What an area says. It contains no rules. */
export const areaWordsSchema = z.object({
  description: z.string().nullable(),
  ai_instructions: z.string().nullable(),
  synonyms: z.array(z.string()),
  sample_questions: z.array(z.string()),
  tables: z.array(
    z.object({
      table_name: z.string(),
      description: z.string().nullable(),
      synonyms: z.array(z.string()),
      columns: z.array(
        z.object({ name: z.string(), description: z.string().nullable(), synonyms: z.array(z.string()) }),
      ),
    }),
  ),
  joins: z.array(areaJoinSchema),
  definitions: definitionsSchema,
} satisfies Record<VersionPart, z.ZodType>)
export type AreaWords = z.infer<typeof areaWordsSchema>

/** GET /api/v1/business-areas/{id}/versions/{number}: what the area said then. */
export const areaVersionContentSchema = areaVersionSchema.extend({
  content: areaWordsSchema,
  /** The version in which each definition last changed. */
  definition_versions: z.array(z.object({ kind: z.enum(definitionKinds), name: z.string(), version: z.number() })),
})
export type AreaVersionContent = z.infer<typeof areaVersionContentSchema>

/** POST /api/v1/business-areas/{id}/versions/{number}/restore. */
export const restoreAreaVersionRequestSchema = z.strictObject({ reason: changeReasonSchema.nullish() })
