import { formatMessage, message, type Message } from '@parlance/contract'
import type { Phrase } from './lists.ts'

/** The last or first of several dates. */
export function extremeDate(fn: 'max' | 'min', column: Phrase): Message {
  return fn === 'max' ? message('latest {column}', { column }) : message('earliest {column}', { column })
}

/** What leads a ranking: 'the highest price', and 'the latest order date', which already says so. */
export function extremeWords(column: Phrase, isHighest: boolean): Message {
  const words = typeof column === 'string' ? column : formatMessage(column)
  const says = isHighest ? /^(?:highest|latest)\b/ : /^(?:lowest|earliest)\b/
  if (says.test(words)) return message('the {column}', { column })
  return isHighest ? message('the highest {column}', { column }) : message('the lowest {column}', { column })
}
