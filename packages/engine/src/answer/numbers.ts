import { message, type Cell } from '@parlance/contract'
import type { Phrase } from './lists.ts'

const formatter = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })

/** A cell's number; null if it has none. Numbers stored as text (exact decimals) are included. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell)) return Number(cell)
  return null
}

/** A number for display: en-US, up to two decimals, or more if it would otherwise read as zero. */
export function formatNumber(value: number): string {
  return value !== 0 && Math.abs(value) < 0.005 ? small.format(value) : formatter.format(value)
}

/** A cell as it appears in a sentence. */
export function formatCell(cell: Cell | undefined): Phrase {
  if (cell === null || cell === undefined || cell === '') return message('(none)')
  if (typeof cell === 'number') return formatNumber(cell)
  if (typeof cell === 'boolean') return cell ? message('yes') : message('no')
  const midnight = /^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:\.0+)?(?:Z|[+-]00(?::?00)?)?$/.exec(cell)
  const text = midnight?.[1] ?? cell
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
