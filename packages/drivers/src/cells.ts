import type { Cell } from '@parlance/contract'

/** About how many bytes of text a cell is; numbers count eight, so that they need not be printed to be counted. */
export function cellBytes(cell: Cell): number {
  if (typeof cell === 'string') return Buffer.byteLength(cell)
  return cell === null ? 1 : 8
}

export function rowBytes(row: Cell[]): number {
  let bytes = 0
  for (const cell of row) bytes += cellBytes(cell)
  return bytes
}
