import type { Row } from '@parlance/contract'

/**
 * Whether the latest period of a result was not over when it was answered. Only texts such as 2026-11 are sure to mean
 * a whole month; a date may be a single moment.
 * @param answeredAt in ISO 8601
 */
export function hasRunningPeriod(rows: readonly Row[], answeredAt: string): boolean {
  return rows.some((row) =>
    row.some((cell) => typeof cell === 'string' && /^\d{4}-\d{2}$/.test(cell) && answeredAt.startsWith(cell)),
  )
}
