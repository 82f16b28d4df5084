import { dateFormat } from './date-format.ts'

const full = dateFormat({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i
const hasTime = /\d[t ]\d/i

/** Parses a timestamp; one without a timezone is UTC. Null if it is invalid. */
export function readTimestamp(text: string): Date | null {
  const trimmed = text.trim()
  const zoned = hasTime.test(trimmed) && !hasZone.test(trimmed) ? `${trimmed.replace(' ', 'T')}Z` : trimmed
  const date = new Date(zoned)
  return Number.isNaN(date.getTime()) ? null : date
}

/** 'Nov 3, 2026, 9:05 AM' in the reader's own timezone; null if the text is not a timestamp. */
export function formatTimestamp(text: string): string | null {
  const date = readTimestamp(text)
  return date === null ? null : full(date)
}
