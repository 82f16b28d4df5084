import { formatMessage, type Message, type MessageValues } from '@parlance/contract'

/** The fields of a text on the wire: the English text and, if it has values, what a translation needs. */
export function textFields(text: Message): { message: string; pattern?: string; values?: MessageValues } {
  const { text: pattern, values } = text
  return { message: formatMessage(text), ...(values === undefined ? {} : { pattern, values }) }
}
