import { z } from 'zod'
import type { Message, MessageValues } from './messages.ts'

export const figureSourceSchema = z.object({
  /** The result, as `step` of the tool's response. */
  step: z.string(),
  /** The index of the column; null if rows are counted. */
  column: z.number().nullable(),
  /** Indexes of the rows; null if it covers all rows. */
  rows: z.array(z.number()).nullable(),
})

export const messageSchema: z.ZodType<Message> = z.object({
  text: z.string(),
  get values() {
    return messageValuesSchema.optional()
  },
  /** The cells that a figure or a name in an answer comes from. Absent for other words. */
  sources: z.array(figureSourceSchema).optional(),
})

export const messageValuesSchema: z.ZodType<MessageValues> = z.record(
  z.string(),
  z.union([z.string(), z.number(), messageSchema]),
)
