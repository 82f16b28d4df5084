import type { Cell } from '@parlance/contract'

/** Up to this length a loop counts faster than a call into the runtime: most cells are shorter. */
const shortText = 40

/** About how many bytes of text a cell is; numbers count eight, so that they need not be printed to be counted. */
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
