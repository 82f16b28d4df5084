import { formatMessage } from './format-message.ts'
import { verbatim, type Message } from './messages.ts'

const declared = new Map<string, Message>()

/**
 * Formats a message with values for a schema, which only accepts a text. Call it where the schema is declared, because
 * each message is remembered for its translation.
 */
export function schemaText(message: Message): string {
  const text = formatMessage(message)
  declared.set(text, message)
  return text
}

/** @returns what a schema's text was formatted from; undefined for a text without values */
export function declaredMessage(text: string): Message | undefined {
  return declared.get(text)
}

/** @returns the message of a schema's text. A text that could be mistaken for a pattern is a value. */
export function messageOfSchema(text: string): Message {
  return declared.get(text) ?? (/[{}]|''/.test(text) ? verbatim(text) : { text })
}
