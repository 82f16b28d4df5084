import { areEqualCells } from './cells.ts'
import { findDifference, type Difference } from './difference.ts'
import { encode, type ComparedResult } from './encode.ts'
import { matchColumns, type ColumnMatch } from './match-columns.ts'

/** How the columns of an answer relate to the expected ones: as expected, in another order, or with more of them. */
export const columnVerdicts = ['same', 'reordered', 'more'] as const
export type ColumnVerdict = (typeof columnVerdicts)[number]

/** Whether an answer is right. */
export type Comparison =
  | { outcome: 'right'; columns: ColumnVerdict; difference: null }
  | { outcome: 'wrong'; columns: null; difference: Difference }

export interface CompareOptions {
  /** Whether the order of the rows matters: see `ordersRows`. */
  ordered: boolean
  /** The number of different cells to list by position. */
  mostCells?: number
}

/**
 * Compares an answer with the expected result. It is right if it has the same rows as often, in the same order if that
 * matters, with the expected columns in any order; it may have more columns. Names of columns don't matter.
 */
export function compareResults(expected: ComparedResult, found: ComparedResult, options: CompareOptions): Comparison {
  const { results, isExact } = encode([expected, found])
  const [ours, theirs] = [results[0]!, results[1]!]
  const search = (ordered: boolean) =>
    matchColumns(ours, theirs, {
      ordered,
      accepts: (match, classes, others) => isExact || haveEqualRows(expected, found, { match, classes, others }),
    })
  const match = search(options.ordered)
  if (match) return { outcome: 'right', columns: verdictOn(match, found.columns.length), difference: null }
  const isOnlyOrder = options.ordered && search(false) !== null
  const difference = findDifference(expected, found, { ...options, isOnlyOrder, codes: [ours, theirs] })
  return { outcome: 'wrong', columns: null, difference }
}

function verdictOn(match: ColumnMatch, width: number): ColumnVerdict {
  if (match.length < width) return 'more'
  return match.every((at, column) => at === column) ? 'same' : 'reordered'
}

/** Larger groups of rows are compared pair by pair in the order of their cells. */
const largestGroup = 64

/** Compares the cells themselves where a code doesn't prove that two fractions are within the tolerance. */
function haveEqualRows(
  expected: ComparedResult,
  found: ComparedResult,
  { match, classes, others }: { match: ColumnMatch; classes: Int32Array; others: Int32Array },
): boolean {
  const groups = Map.groupBy(classes.keys(), (row) => classes[row]!)
  const fitting = Map.groupBy(others.keys(), (row) => others[row]!)
  const areEqual = (row: number, other: number): boolean =>
    match.every((at, column) =>
      areEqualCells(
        expected.rows[row]![column] ?? null,
        expected.columns[column]!.kind,
        found.rows[other]![at] ?? null,
        found.columns[at]!.kind,
      ),
    )
  const straight = match.map((_, column) => column)
  return [...groups].every(([key, rows]) => {
    const candidates = fitting.get(key) ?? []
    if (rows.length <= largestGroup) return canPair(rows, candidates, areEqual)
    const sorted = inOrder(candidates, found, match)
    return inOrder(rows, expected, straight).every((row, at) => areEqual(row, sorted[at]!))
  })
}

function inOrder(rows: readonly number[], { rows: cells }: ComparedResult, columns: readonly number[]): number[] {
  return rows.toSorted((a, b) => {
    const differing = columns.find((at) => cells[a]![at] !== cells[b]![at])
    return differing === undefined ? 0 : Number(cells[a]![differing]) - Number(cells[b]![differing])
  })
}

/** Whether each row can have a separate equal candidate. */
function canPair(
  rows: readonly number[],
  candidates: readonly number[],
  areEqual: (row: number, other: number) => boolean,
): boolean {
  const takenBy = new Map<number, number>()
  const place = (row: number, tried: Set<number>): boolean =>
    candidates.some((other) => {
      if (tried.has(other) || !areEqual(row, other)) return false
      tried.add(other)
      const holder = takenBy.get(other)
      if (holder !== undefined && !place(holder, tried)) return false
      takenBy.set(other, row)
      return true
    })
  return rows.every((row) => place(row, new Set()))
}
