import { sessionNameLength } from '@parlance/contract'
import { shorten } from './format.ts'

/** The session name made from the first question. */
export function nameFromQuestion(question: string): string {
  return shorten(question.trim().replaceAll(/\s+/g, ' '), sessionNameLength)
}

/** The name in lists: without a leading uppercase prefix and without a trailing timestamp. */
export function displaySessionName(name: string): string {
  const shown = name
    .replace(/^[A-Z][A-Z0-9]+[_:-]\s*/, '')
    .replace(/(?<!\s)\s*(?:[-–_(]\s*)?\d{4}-\d{2}-\d{2}(?:[T_ ]\d{2}[:-]\d{2}(?:[:-]\d{2}(?:\.\d+)?)?Z?)?\)?$/, '')
    .replace(/(?<!\s)\s*-\s*\d{1,2}\/\d{1,2}\/\d{4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]M)?$/i, '')
    .replace(/(?<![-_\s])[-_\s]*\d{10,13}$/, '')
    .trim()
  return shown === '' ? name : shown
}
