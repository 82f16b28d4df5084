import i18next, { t } from 'i18next'
import { dateFormat } from './date-format.ts'
import { numberFormat } from './number-format.ts'

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })

export const formatCount = numberFormat()

/** Milliseconds below a second, else seconds with one decimal. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${oneDecimal(milliseconds / 1000)} s`
}

/** '$12.50', and with as many digits as a small amount needs: '$0.0042'. */
export function formatMoney(amount: number, currency: string): string {
  const digits = amount === 0 || amount >= 1 ? 2 : 4
  return amount.toLocaleString(i18next.language, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
}

export function currentYear(): number {
  return new Date().getFullYear()
}

/** '640 B', '12 KB', '3.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${oneDecimal(bytes / 1024 / 1024)} MB`
}

/** The first `length` characters, with an ellipsis if there were more. */
export function shorten(text: string, length: number): string {
  // A character takes up to two units, so text after that need not be split, however long it is.
  const characters = Array.from(text.slice(0, 2 * length + 2))
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}

/** The part of an owner's name before the @ sign. */
export function cutAtSign(name: string): string {
  return name.split('@')[0] ?? name
}

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' })
const shortDate = dateFormat({ month: 'short', day: 'numeric' })
const shortDateWithYear = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' })

export function formatClock(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? '' : clock(date)
}

/** 'Nov 3, 2026'. */
export function formatDate(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? '' : shortDateWithYear(date)
}

/** 'Nov 3, 2026, 9:05 AM'. */
export function formatMoment(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? '' : `${shortDateWithYear(date)}, ${clock(date)}`
}

const longMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'October 2026' for a month as databases write it, 2026-10; other texts are unchanged. */
export function formatPeriod(text: string): string {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? longMonth(new Date(`${text}-01T00:00:00Z`)) : text
}

export type SessionDay = 'Today' | 'Yesterday' | 'Earlier'

export function sessionDay(timestamp: string, now: Date): SessionDay {
  const days = daysBetween(new Date(timestamp), now)
  if (days <= 0) return 'Today'
  return days === 1 ? 'Yesterday' : 'Earlier'
}

/** 'Today 2:31 PM', 'Yesterday 9:05 AM', 'Nov 3, 9:05 AM'. */
export function formatSessionDate(timestamp: string, now: Date): string {
  const date = new Date(timestamp)
  if (Number.isNaN(date.getTime())) return ''
  const day = sessionDay(timestamp, now)
  const time = clock(date)
  if (day === 'Today') return t('Today {time}', { time })
  if (day === 'Yesterday') return t('Yesterday {time}', { time })
  return date.getFullYear() === now.getFullYear() ? `${shortDate(date)}, ${time}` : formatMoment(timestamp)
}

function daysBetween(from: Date, to: Date): number {
  const start = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((start(to) - start(from)) / 86_400_000)
}
