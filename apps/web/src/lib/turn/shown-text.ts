import type { Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { translate } from '../i18n.ts'

/** The server's text as it is, or the product's own text in the user's language. */
export function shownText(t: TFunction, text: string | Message): string {
  return typeof text === 'string' ? text : translate(t, text)
}
