import { message } from '@parlance/contract'
import type { Reworded } from './amount-wordings.ts'

const olderThan = /\b(?:that |which |who )?(?:(?:are|is|were|was) )?(older than (\d{1,4}) (day|week|month)s?)\b/i

/** Says 'tickets older than 7 days' as 'tickets before' a date: things have no birth, and ages of people are years. */
export function withAges({ question, assumptions }: Reworded, today: string): Reworded {
  const [whole, said, count, unit] = olderThan.exec(question) ?? []
  if (whole === undefined || said === undefined) return { question, assumptions }
  const date = new Date(`${today}T00:00:00Z`)
  const units = Number(count)
  if (unit?.toLowerCase() === 'month') date.setUTCMonth(date.getUTCMonth() - units)
  else date.setUTCDate(date.getUTCDate() - units * (unit?.toLowerCase() === 'week' ? daysOfWeek : 1))
  const day = date.toISOString().slice(0, 'yyyy-mm-dd'.length)
  return {
    question: question.replace(whole, `before ${day}`),
    assumptions: [...assumptions, message('“{words}” means before {date}', { words: said, date: day })],
  }
}

const daysOfWeek = 7
