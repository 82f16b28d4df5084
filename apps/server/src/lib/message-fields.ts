import type { Message, MessageValues } from '@parlance/contract'

/** The fields beside a text that let the browser translate it; none if the text has no values. */
export function patternFields({ text, values }: Message): { pattern?: string; values?: MessageValues } {
  return values === undefined ? {} : { pattern: text, values }
}
