import { dateFormat } from '../../lib/date-format.ts'

const format = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' })

/** 'Nov 3' for a day in UTC, as yyyy-mm-dd. */
export function formatDay(day: string): string {
  return format(new Date(`${day}T00:00:00Z`))
}
