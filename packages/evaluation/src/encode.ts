import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { areEqualNumbers, numericCell, type NumericCell } from './cells.ts'

/** The columns and rows of one query. */
export interface ComparedResult {
  columns: readonly Pick<ResultColumn, 'name' | 'kind'>[]
  rows: readonly Row[]
}

/** A result with a code for each cell, column by column. Equal cells have equal codes, in both results. */
export interface EncodedResult {
  columns: Int32Array[]
  rows: number
}

/**
 * Gives each cell of two results a code. Equal cells get the same code; so do the few fractions that are only connected
 * by others between them.
 * @returns the results, and whether every pair of cells with the same code is equal
 */
export function encode(results: readonly ComparedResult[]): { results: EncodedResult[]; isExact: boolean } {
  const numbers = new Map<NumberKey, NumericCell>()
  for (const { columns, rows } of results) {
    columns.forEach(({ kind }, at) => {
      for (const row of rows) {
        const number = numericCell(row[at] ?? null, kind)
        if (number) numbers.set(keyOf(number), number)
      }
    })
  }
  const { clusters, isExact } = clusterNumbers(numbers)
  const others = new Map<Cell, number>()
  const codeOf = (cell: Cell, kind: ResultColumn['kind']): number => {
    const number = numericCell(cell, kind)
    if (number) return clusters.get(keyOf(number))!
    const known = others.get(cell) ?? numbers.size + others.size
    others.set(cell, known)
    return known
  }
  return {
    results: results.map(({ columns, rows }) => ({
      columns: columns.map(({ kind }, at) => Int32Array.from(rows, (row) => codeOf(row[at] ?? null, kind))),
      rows: rows.length,
    })),
    isExact,
  }
}

/** The number itself, or its digits if it is whole and too large to be exact. */
type NumberKey = number | string

function keyOf({ value, whole }: NumericCell): NumberKey {
  return whole ?? value
}

/** Numbers within the tolerance of each other, or of a fraction between them, are in one cluster. */
function clusterNumbers(numbers: ReadonlyMap<NumberKey, NumericCell>) {
  const sorted = [...numbers].toSorted(([, a], [, b]) => a.value - b.value)
  const joinsPrevious = new Uint8Array(sorted.length)
  let fraction = -1
  sorted.forEach(([, number], at) => {
    if (number.whole !== null) {
      if (fraction >= 0 && areEqualNumbers(sorted[fraction]![1], number)) joinsPrevious[at] = 1
      return
    }
    // Everything close to this fraction and before the last one is close to the last one too.
    for (let before = at - 1; before >= Math.max(fraction, 0); before--) {
      if (!areEqualNumbers(sorted[before]![1], number)) break
      joinsPrevious[before + 1] = 1
    }
    fraction = at
  })
  const clusters = new Map<NumberKey, number>()
  let isExact = true
  let start = 0
  let wholes = 0
  sorted.forEach(([key, number], at) => {
    if (joinsPrevious[at] !== 1) [start, wholes] = [at, 0]
    if (number.whole !== null) wholes++
    isExact &&= wholes < 2 && (at === start || areEqualNumbers(sorted[start]![1], number))
    clusters.set(key, start)
  })
  return { clusters, isExact }
}
