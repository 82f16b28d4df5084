import { DriverError } from '../contract.ts'

/** Limits for one file. A user waits while a conversation's table is read. */
export const fileLimits = {
  sheets: 25,
  rows: 1_048_576,
  cells: 20_000_000,
  /** Unpacked bytes of all parts together. */
  unpackedBytes: 512 * 1024 * 1024,
  /** Characters of all shared strings of a workbook, which stay in memory. */
  sharedText: 64 * 1024 * 1024,
  /** Characters between two tags. */
  heldText: 8 * 1024 * 1024,
  /** Characters of one row of a text file. */
  rowText: 8 * 1024 * 1024,
  /** Characters of one cell. */
  cellText: 1024 * 1024,
  timeoutMs: 120_000,
} as const

/** @throws DriverError limit */
export function refuseBeyond(count: number, limit: number, what: string): void {
  if (count <= limit) return
  throw new DriverError('limit', `The file has more than ${limit.toLocaleString('en-US')} ${what}.`)
}

export function unreadable(detail: string, cause?: unknown): DriverError {
  return new DriverError('unsupported', detail, { cause })
}
