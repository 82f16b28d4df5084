/** When a day begins in the reader's time zone, shifted by `daysLater` days. Null for a text that is not a day. */
export function startOfDay(day: string | undefined, daysLater: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (parts === null) return null
  const date = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + daysLater)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
