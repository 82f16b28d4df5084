import type { Row } from '@parlance/contract'
import type { CollectedResult } from './contract.ts'

/** Columns of a key, and columns of a result that keys are looked for in. A result with more has no known key. */
const mostColumnsOfKey = 3
const mostColumns = 8

const known = new WeakMap<CollectedResult, number[][]>()

/** The smallest sets of columns that tell all rows of a complete result apart, by their positions. */
export function keysOf(result: CollectedResult): number[][] {
  const keys = known.get(result) ?? findKeys(result)
  known.set(result, keys)
  return keys
}

function findKeys({ columns, rows }: CollectedResult): number[][] {
  if (rows.length === 0 || columns.length > mostColumns) return []
  const keys: number[][] = []
  let sets: number[][] = [[]]
  for (let size = 1; size <= mostColumnsOfKey; size++) {
    sets = sets.flatMap((set) => columns.flatMap((_, at) => (at > (set.at(-1) ?? -1) ? [[...set, at]] : [])))
    const minimal = sets.filter((set) => !keys.some((key) => key.every((at) => set.includes(at))))
    keys.push(...minimal.filter((set) => areApart(rows, set)))
  }
  return keys
}

function areApart(rows: Row[], columns: number[]): boolean {
  const seen = new Set<string>()
  for (const row of rows) {
    const cells = columns.map((at) => row[at] ?? null)
    if (cells.includes(null)) return false
    const text = cells.length === 1 ? String(cells[0]) : JSON.stringify(cells)
    if (seen.has(text)) return false
    seen.add(text)
  }
  return true
}
