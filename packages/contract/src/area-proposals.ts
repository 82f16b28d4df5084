import { z } from 'zod'
import { areaJoinSchema } from './areas.ts'
import { definitionProposalSchema } from './definition-proposals.ts'
import { objectTypes } from './catalogue.ts'
import { messageSchema } from './message-schema.ts'

/** Proposes business areas for a connection: POST /api/v1/business-areas/propose. Stores nothing. */
export const proposeAreasRequestSchema = z.strictObject({
  database_config_id: z.string('database_config_id is required.').min(1, 'database_config_id is required.').max(200),
})

/** Why a relationship was not tested: no rows, no time, a database that bills for reading, or a refused query. */
export const untestedReasons = ['empty', 'time', 'cost', 'failed'] as const
export type UntestedReason = (typeof untestedReasons)[number]

export const proposedRelationshipSchema = z.object({
  left_table: z.string(),
  left_columns: z.array(z.string()),
  right_table: z.string(),
  right_columns: z.array(z.string()),
  /** A foreign key of the database, values that a query compared, or only the names. */
  origin: z.enum(['declared', 'values', 'name']),
  /** From 0 to 1. For compared values, their share that exists in the right table. */
  confidence: z.number(),
  sampled_values: z.number().nullable(),
  found_values: z.number().nullable(),
  untested_reason: z.enum(untestedReasons).nullable(),
  /** The same as a relationship of an area. Null for one that an area cannot have. */
  join: areaJoinSchema.nullable(),
})
export type ProposedRelationship = z.infer<typeof proposedRelationshipSchema>

export const proposedQuestionSchema = z.object({
  question: z.string(),
  sql_query: z.string(),
  /** The answer in a sentence, from the rows that the query returned just now. */
  answer: z.string(),
})
export type ProposedQuestion = z.infer<typeof proposedQuestionSchema>

export const proposedAreaSchema = z.object({
  area_name: z.string(),
  description: z.string(),
  tables: z.array(
    z.object({
      table_name: z.string(),
      object_type: z.enum(objectTypes),
      description: z.string(),
      /** Whether the table belongs to another area, and is here because this area's tables refer to it. */
      is_shared: z.boolean(),
    }),
  ),
  relationships: z.array(proposedRelationshipSchema),
  definitions: z.array(definitionProposalSchema),
  questions: z.array(proposedQuestionSchema),
})
export type ProposedArea = z.infer<typeof proposedAreaSchema>

export const proposeAreasResponseSchema = z.object({
  database_config_id: z.string(),
  database_name: z.string(),
  application_id: z.string(),
  application_name: z.string(),
  areas: z.array(proposedAreaSchema),
  /** What was left out or not done, in sentences. */
  notes: z.array(messageSchema),
})
export type AreaProposals = z.infer<typeof proposeAreasResponseSchema>
