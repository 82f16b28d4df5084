import type { Cell } from '@parlance/contract'

/** An independent definition of "right" for tests: tries every assignment of columns and every pairing of rows. */
export function isRightByDefinition(expected: Cell[][], found: Cell[][], widths: [number, number], ordered: boolean) {
  if (expected.length !== found.length) return false
  for (const columns of arrangements(widths[1], widths[0])) {
    const projected = found.map((row) => columns.map((at) => row[at]!))
    if (ordered ? expected.every((row, at) => equalRows(row, projected[at]!)) : canPairAll(expected, projected))
      return true
  }
  return false
}

function* arrangements(from: number, count: number, taken: number[] = []): Generator<number[]> {
  if (taken.length === count) yield taken
  else for (let at = 0; at < from; at++) if (!taken.includes(at)) yield* arrangements(from, count, [...taken, at])
}

function canPairAll(left: Cell[][], right: Cell[][]): boolean {
  const [first, ...rest] = left
  if (first === undefined) return true
  return right.some((row, at) => equalRows(first, row) && canPairAll(rest, right.toSpliced(at, 1)))
}

const equalRows = (a: Cell[], b: Cell[]) => a.every((cell, at) => equalCells(cell, b[at]!))

function equalCells(a: Cell, b: Cell): boolean {
  if (typeof a !== 'number' || typeof b !== 'number' || (Number.isInteger(a) && Number.isInteger(b))) return a === b
  return Math.abs(a - b) <= 1e-12 || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}
