import type { Cell, Row } from '@parlance/contract'
import { breathing, isLook, type Breath } from '../../lib/breath.ts'
import { compareCells } from '../../lib/cell-text.ts'

/** A column to sort by. */
export interface SortKey {
  column: number
  descending: boolean
}

type Breathe = ReturnType<typeof breathing>

/** Sorts after every value, in both directions. */
const last = Number.POSITIVE_INFINITY

/**
 * The positions of the rows in sorted order. NULL comes last in both directions, and equal rows keep their order. Only
 * numbers are sorted, not row objects, and the page can render in between.
 * @param keys later ones order the rows that are equal in the earlier ones
 * @param numeric for each column, whether its texts are compared as numbers
 * @throws the reason of `breath.signal` once it is aborted
 */
export async function sortedOrder(
  rows: Row[],
  keys: readonly SortKey[],
  numeric: readonly boolean[],
  breath: Breath,
): Promise<Uint32Array> {
  const breathe = breathing(breath)
  const ranks: Float64Array[] = []
  for (const { column, descending } of keys) {
    ranks.push(await ranksOf(rows, column, { numeric: numeric[column] ?? false, descending }, breathe))
  }
  const compare = (left: number, right: number) => {
    for (const rank of ranks) {
      const [a, b] = [rank[left] ?? last, rank[right] ?? last]
      if (a !== b) return a - b
    }
    return 0
  }
  return mergeSorted(rows.length, compare, breathe)
}

/** For each row, a number that sorts like its value. */
async function ranksOf(
  rows: Row[],
  column: number,
  { numeric, descending }: { numeric: boolean; descending: boolean },
  breathe: Breathe,
): Promise<Float64Array> {
  const ranks = new Float64Array(rows.length)
  const rankOf = await valueRanks(rows, column, numeric, breathe)
  const sign = descending ? -1 : 1
  for (let index = 0; index < rows.length; index += 1) {
    const cell = rows[index]?.[column] ?? null
    ranks[index] = cell === null ? last : sign * rankOf(cell)
    if (isLook(index)) await breathe()
  }
  return ranks
}

/** Numbers are their own ranks. Of other values, each different one is compared only once, because texts are slow. */
async function valueRanks(
  rows: Row[],
  column: number,
  numeric: boolean,
  breathe: Breathe,
): Promise<(cell: NonNullable<Cell>) => number> {
  const known = new Map<Cell, number>()
  let areNumbers = true
  for (let index = 0; index < rows.length; index += 1) {
    const cell = rows[index]?.[column] ?? null
    if (cell !== null && typeof cell !== 'number') areNumbers = false
    if (cell !== null) known.set(cell, last)
    if (isLook(index)) await breathe()
  }
  if (areNumbers) return Number
  const values = [...known.keys()]
  const compare = (left: number, right: number) => compareCells(values[left] ?? null, values[right] ?? null, numeric)
  const order = await mergeSorted(values.length, compare, breathe)
  let rank = 0
  for (let index = 0; index < order.length; index += 1) {
    const at = order[index] ?? 0
    if (index > 0 && compare(order[index - 1] ?? 0, at) !== 0) rank += 1
    known.set(values[at] ?? null, rank)
    if (isLook(index)) await breathe()
  }
  return (cell) => known.get(cell) ?? last
}

/** The numbers from 0 to `count - 1` in order; equal ones keep theirs. The browser's own sort cannot pause. */
async function mergeSorted(
  count: number,
  compare: (left: number, right: number) => number,
  breathe: Breathe,
): Promise<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, index) => index)
  let to = new Uint32Array(count)
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count)
      const end = Math.min(middle + width, count)
      let left = start
      let right = middle
      for (let at = start; at < end; at += 1) {
        const takesLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0)
        to[at] = (takesLeft ? from[left++] : from[right++]) ?? 0
        if (isLook(at)) await breathe()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
