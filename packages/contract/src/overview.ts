import { z } from 'zod'
import { connectionStageSchema, connectionStateSchema } from './connections.ts'
import { patternFields } from './wire-message.ts'

/** Something that an administrator should look at. */
export const attentionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connection'),
    id: z.string(),
    name: z.string(),
    state: connectionStateSchema,
    /** Stage where the last test failed. */
    stage: connectionStageSchema.nullable(),
    /** Why the last test failed; null if it did not say. */
    problem: z.string().nullable(),
    ...patternFields,
    since: z.string().nullable(),
  }),
  /** A copy of a database, such as of Google Sheets, whose last scheduled update failed. */
  z.object({ kind: z.literal('sync'), id: z.string(), name: z.string(), since: z.string().nullable() }),
  z.object({ kind: z.literal('users'), count: z.number(), since: z.string() }),
  z.object({ kind: z.literal('areas'), count: z.number() }),
  z.object({ kind: z.literal('examples'), pending: z.number(), failing: z.number() }),
])
export type Attention = z.infer<typeof attentionSchema>

/** What happened lately, and what waits for an administrator: GET /api/v1/overview. */
export const overviewSchema = z.object({
  attention: z.array(attentionSchema),
  /** Further databases whose last test failed. */
  more_connections: z.number(),
  /** The last 30 days in UTC, oldest first, today included. */
  days: z.array(z.object({ day: z.string(), answered: z.number(), failed: z.number() })),
  /** The number of questions in the 30 days before. */
  questions_before: z.number(),
  feedback: z.object({ right: z.number(), wrong: z.number() }),
  queued_emails: z.number(),
  /** The version of the server. A browser may still show pages of another one. */
  version: z.string(),
  /** The last backup by `npm run backup`; null if there is none. */
  last_backup: z.object({ at: z.string(), folder: z.string(), bytes: z.number() }).nullable(),
})
export type Overview = z.infer<typeof overviewSchema>
