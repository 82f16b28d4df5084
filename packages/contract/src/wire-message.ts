import { z } from 'zod'
import { formatMessage } from './format-message.ts'
import { messageValuesSchema } from './message-schema.ts'
import type { Message, MessageValues } from './messages.ts'

/** The fields beside a text for people, for its translation. Without values, the text is its own pattern. */
export const patternFields = { pattern: z.string().optional(), values: messageValuesSchema.optional() }

/** @returns the fields beside the text of a message */
export function patternOf({ text, values }: Message): { pattern?: string; values?: MessageValues } {
  return values === undefined ? {} : { pattern: text, values }
}

/** @returns a message as the fields of a response: its text in English, and what it was formatted from */
export function wireMessage(message: Message): { message: string; pattern?: string; values?: MessageValues } {
  return { message: formatMessage(message), ...patternOf(message) }
}
