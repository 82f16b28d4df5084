import { z } from 'zod'
import type { Message, MessageValues } from './messages.ts'

export const messageSchema: z.ZodType<Message> = z.object({
  text: z.string(),
  get values() {
    return messageValuesSchema.optional()
  },
})

export const messageValuesSchema: z.ZodType<MessageValues> = z.record(
  z.string(),
  z.union([z.string(), z.number(), messageSchema]),
)
