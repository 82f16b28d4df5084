import type { Clause } from '../sentences.ts'

const inRow =
  /(?<!\p{L})(two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?:\p{L}+ ){0,2}?(?:in a row|running|in succession)(?!\p{L})|(?<!\p{L})(two|three|four|five|six|\d{1,2}) (?:consecutive|straight|successive)(?!\p{L})/iu
const runLengths = 'two three four five six seven eight nine ten'.split(' ')

/** “two quarters in a row”: for how many periods something went on; null if a text doesn't say it. */
export function runIn(text: string): { length: number; written: string } | null {
  const match = inRow.exec(text)
  const count = match?.[1] ?? match?.[2]
  if (!match || count === undefined) return null
  return {
    length: /^\d/.test(count) ? Number(count) : runLengths.indexOf(count.toLowerCase()) + 2,
    written: match[0],
  }
}

const forPeriods =
  /(?<!\p{L})(?:rose|grew|fell|increased|decreased|declined|dropped|climbed) for (?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?:\p{L}+ )?(?:years|quarters|months|weeks|days)(?!\p{L})/iu

/** Whether a number says for how many periods something went on. */
export function isRun(text: string, { start, end }: Clause): boolean {
  const match = inRow.exec(text) ?? forPeriods.exec(text)
  return match !== null && start >= match.index && end <= match.index + match[0].length
}
