import { message, type Message } from '@parlance/contract/messages'
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
  sheets: (limit: number) =>
    message('The workbook has more than {limit, number} sheets. Split it into smaller files.', { limit }),
  rows: (limit: number) =>
    message('The file has more than {limit, number} rows. Split it into smaller files.', { limit }),
  cells: (limit: number) =>
    message('The file has more than {limit, number} cells. Split it into smaller files.', { limit }),
  row: (limit: number) =>
    message('A row has more than {limit, number} characters. Shorten its values and try again.', { limit }),
  value: (limit: number) =>
    message('A value has more than {limit, number} characters. Shorten it and try again.', { limit }),
  text: (limit: number) =>
    message('The workbook has more than {limit, number} characters of text. Split it into smaller files.', { limit }),
  xml: (limit: number) =>
    message('The workbook has more than {limit, number} characters between two XML tags.', { limit }),
  unpacked: (limit: number) =>
    message('The workbook has more than {limit, number} bytes after unpacking. Split it into smaller files.', {
      limit,
    }),
  directory: (limit: number) =>
    message('The ZIP directory of the workbook has more than {limit, number} bytes.', { limit }),
  parts: (limit: number) =>
    message('The workbook has more than {limit, number} parts. Split it into smaller files.', { limit }),
} as const

/**
 * @param what names what is counted, and so the message
 * @throws DriverError limit
 */
export function refuseBeyond(count: number, limit: number, what: keyof typeof limitMessages): void {
  if (count <= limit) return
  throw new DriverError('limit', limitMessages[what](limit))
}

export function unreadable(detail: Message, cause?: unknown): DriverError {
  return new DriverError('unsupported', detail, { cause })
}
