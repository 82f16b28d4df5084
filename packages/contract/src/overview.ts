import { z } from 'zod'
import { patternFields } from './wire-message.ts'

/** Something that an administrator should look at. */
const attentionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connection').describe('A database whose last test failed.'),
    id: z.string(),
    name: z.string(),
    problem: z.string().nullable().describe('Why the test failed. Null if the test did not say.'),
    ...patternFields,
    since: z.string().nullable().describe('When it was tested.'),
  }),
  z.object({
    kind: z.literal('users').describe('Users who wait for approval.'),
    count: z.number(),
    since: z.string().describe('When the first of them registered.'),
  }),
  z.object({
    kind: z.literal('areas').describe('Changes to business areas that wait for approval.'),
    count: z.number(),
  }),
  z.object({
    kind: z.literal('examples').describe('Verified examples that need a decision.'),
    pending: z.number().describe('Examples that wait for approval.'),
    failing: z.number().describe('Approved examples that no longer run.'),
  }),
])
export type Attention = z.infer<typeof attentionSchema>

/** What happened lately, and what waits for an administrator: GET /api/v1/overview. */
export const overviewSchema = z.object({
  attention: z.array(attentionSchema),
  more_connections: z.number().describe('The number of further databases whose last test failed.'),
  days: z
    .array(
      z.object({
        day: z.string().describe('The day in UTC, as yyyy-mm-dd.'),
        answered: z.number().describe('Questions that got an answer.'),
        failed: z.number().describe('Questions that failed or were canceled.'),
      }),
    )
    .describe('The last 30 days, oldest first, today included.'),
  questions_before: z.number().describe('The number of questions in the 30 days before.'),
  feedback: z
    .object({ right: z.number(), wrong: z.number() })
    .describe('The answers of these days that users marked as right or wrong.'),
  queued_emails: z.number().describe('Emails that wait to be sent.'),
})
export type Overview = z.infer<typeof overviewSchema>
