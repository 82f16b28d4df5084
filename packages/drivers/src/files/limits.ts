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

const limitMessages = {
  sheets: (limit: string) => `The workbook has more than ${limit} sheets. Split it into smaller files.`,
  rows: (limit: string) => `The file has more than ${limit} rows. Split it into smaller files.`,
  cells: (limit: string) => `The file has more than ${limit} cells. Split it into smaller files.`,
  row: (limit: string) => `A row has more than ${limit} characters. Shorten its values and try again.`,
  value: (limit: string) => `A value has more than ${limit} characters. Shorten it and try again.`,
  text: (limit: string) => `The workbook has more than ${limit} characters of text. Split it into smaller files.`,
  xml: (limit: string) => `The workbook has more than ${limit} characters between two XML tags.`,
  unpacked: (limit: string) =>
    `The workbook has more than ${limit} bytes after unpacking. Split it into smaller files.`,
  directory: (limit: string) => `The ZIP directory of the workbook has more than ${limit} bytes.`,
  parts: (limit: string) => `The workbook has more than ${limit} parts. Split it into smaller files.`,
} as const

/**
 * @param what names what is counted, and so the message
 * @throws DriverError limit
 */
export function refuseBeyond(count: number, limit: number, what: keyof typeof limitMessages): void {
  if (count <= limit) return
  throw new DriverError('limit', limitMessages[what](limit.toLocaleString('en-US')))
}

export function unreadable(detail: string, cause?: unknown): DriverError {
  return new DriverError('unsupported', detail, { cause })
}
