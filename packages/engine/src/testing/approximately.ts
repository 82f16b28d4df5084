import type { Cell } from '@parlance/contract'

const digits = 6

/** A cell of any database as SQLite would show it, rounded, so that the results of two databases can be compared. */
export function plainCell(value: unknown): Cell {
  const read = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof read === 'bigint') return Number(read)
  if (typeof read === 'number') return Number(read.toPrecision(digits))
  return typeof read === 'string' || typeof read === 'boolean' ? read : null
}

/** Rows that can be compared whatever their order. */
export function sortedRows(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((row) => JSON.stringify(row.map(plainCell))).toSorted()
}
