import type { Message, MessageValues } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { translate, translateText } from '../i18n.ts'

/** A text in the user's language. Words of a model, a database, or another user have no translation. */
export function shownText(t: TFunction, text: string | Message): string {
  return typeof text === 'string' ? translateText(text) : translate(t, text)
}

/** A text of the server: the message that it was formatted from, if it has values. */
export function receivedText(
  text: string,
  { pattern, values }: { pattern?: string | undefined; values?: MessageValues | undefined },
): string | Message {
  return pattern === undefined ? text : { text: pattern, values }
}
