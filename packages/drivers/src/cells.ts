import type { Cell } from '@parlance/contract'

/** Up to this length a loop is faster than a call into the runtime, and most cells are shorter. */
const shortText = 40

/** Estimates a cell's size in bytes of text. Numbers count as eight, so we don't have to print them. */
export function cellBytes(cell: Cell): number {
  if (typeof cell === 'string') return cell.length <= shortText ? shortBytes(cell) : Buffer.byteLength(cell)
  return cell === null ? 1 : 8
}

export function rowBytes(row: Cell[]): number {
  let bytes = 0
  for (const cell of row) bytes += cellBytes(cell)
  return bytes
}

function shortBytes(text: string): number {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return Buffer.byteLength(text)
  return text.length
}
