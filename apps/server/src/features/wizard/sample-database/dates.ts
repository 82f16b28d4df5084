import type { Random } from './random.ts'

const dayMs = 86_400_000

/** Dates are `YYYY-MM-DD` everywhere and can be compared as text. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** Returns the first of two full years that end today. */
export function firstDay(today: string): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - 2)
  return addDays(date.toISOString().slice(0, 10), 1)
}

/** `YYYY-MM-DD HH:MM:SS`, during the hours when people are awake. */
export function atSomeTime(date: string, random: Random): string {
  const parts = [random.between(7, 22), random.between(0, 59), random.between(0, 59)]
  return `${date} ${parts.map((part) => String(part).padStart(2, '0')).join(':')}`
}
