import i18next from 'i18next'
import { dateFormat } from './date-format.ts'
import { readTimestamp } from './timestamp.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const dayOfThisYear = dateFormat({ month: 'short', day: 'numeric' })
const day = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' })

/** 'now', '2 minutes ago', 'yesterday', 'Nov 20', or 'Nov 20, 2025'; null if the text is not a timestamp. */
export function timeAgo(text: string, now: Date): string | null {
  const date = readTimestamp(text)
  if (date === null) return null
  const passed = now.getTime() - date.getTime()
  const relative = new Intl.RelativeTimeFormat(i18next.language, { numeric: 'auto' })
  if (passed < minuteMs) return relative.format(0, 'second')
  if (passed < hourMs) return relative.format(-Math.floor(passed / minuteMs), 'minute')
  if (passed < dayMs) return relative.format(-Math.floor(passed / hourMs), 'hour')
  if (passed < 2 * dayMs) return relative.format(-1, 'day')
  return shortDay(date, now)
}

/** 'Nov 20', with the year if it is not this one. */
export function shortDay(date: Date, now: Date): string {
  return date.getFullYear() === now.getFullYear() ? dayOfThisYear(date) : day(date)
}
