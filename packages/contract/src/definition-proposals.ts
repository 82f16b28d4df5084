import { z } from 'zod'
import { portableItemSchema } from './definition-files.ts'
import { messageSchema } from './message-schema.ts'

/** A definition that the area might want. It is proven, and no value of it is more than the asker may see. */
export const definitionProposalSchema = z.object({
  item: portableItemSchema,
  /** What it is derived from. */
  reason: messageSchema,
})
export type DefinitionProposal = z.infer<typeof definitionProposalSchema>

/** POST /api/v1/business-areas/{id}/propose-definitions: for editors of the area. Stores nothing. */
export const proposeDefinitionsRequestSchema = z.strictObject({
  /** The default is the selected connection, else the first tested one of the area's application. */
  database_config_id: z.string().min(1).max(200).optional(),
  /** Proposes only what this may mean. */
  phrase: z.string().min(1).max(100).optional(),
})

export const proposeDefinitionsResponseSchema = z.object({
  database: z.object({ config_id: z.string(), name: z.string() }),
  proposals: z.array(definitionProposalSchema),
  /** What was not done, in sentences. */
  notes: z.array(messageSchema),
})
export type ProposedDefinitions = z.infer<typeof proposeDefinitionsResponseSchema>

/** The most rejected proposals of one area. The oldest are forgotten first. */
export const mostRejectedProposals = 2000

/** POST /api/v1/business-areas/{id}/reject-proposals: what is rejected is not proposed again. */
export const rejectProposalsRequestSchema = z.strictObject({
  /** `portableKey` of each item. */
  keys: z.array(z.string().min(1).max(1000)).min(1).max(500),
})

export const rejectProposalsResponseSchema = z.object({ rejected: z.number() })

/** A word or phrase that users of an area ask for, but that it does not define. */
export const askedWordSchema = z.object({
  phrase: z.string(),
  /** How many conversations of the last 30 days; at most three of each user count. */
  conversations: z.number(),
  /** What rejects it. */
  key: z.string(),
})
export type AskedWord = z.infer<typeof askedWordSchema>

/** GET /api/v1/business-areas/{id}/asked-words: for editors of the area. */
export const askedWordsResponseSchema = z.object({ words: z.array(askedWordSchema) })
