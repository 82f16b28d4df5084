import { message, type Message } from '@parlance/contract'
import type { ComparedResult, EncodedResult } from './encode.ts'
import { signatureOf } from './match-columns.ts'

/** A different cell, by the positions of its row and column in both results. It has no values. */
export interface CellPosition {
  row: number
  column: number
  foundRow: number
  foundColumn: number
}

/** How a wrong answer differs from the expected result, without values. */
export interface Difference {
  /** Whether the rows are right and only their order is wrong. */
  isOnlyOrder: boolean
  rows: { expected: number; found: number; missing: number; extra: number }
  /** `missing` counts expected columns that no column of the answer can stand for. */
  columns: { expected: number; found: number; missing: number }
  /** Different cells in pairs of a missing and an extra row. */
  differentCells: number
  /** The first of them. */
  cells: CellPosition[]
}

/** Missing and extra rows whose most similar partner is searched for; later ones are paired in order. */
const searchedRows = 100

interface Context {
  codes: readonly [EncodedResult, EncodedResult]
  ordered: boolean
  isOnlyOrder: boolean
  mostCells?: number
}

/** Finds what differs between the results of a wrong answer. */
export function findDifference(
  expected: ComparedResult,
  found: ComparedResult,
  { codes: [ours, theirs], ordered, isOnlyOrder, mostCells = 20 }: Context,
): Difference {
  const aligned = alignColumns({ expected, found, ours, theirs })
  const [missing, extra] = unmatchedRows(ours, theirs, aligned)
  const pairs =
    ordered && !isOnlyOrder ? rowsInOrder(missing, theirs.rows) : similarRows(missing, extra, { ours, theirs, aligned })
  const cells: CellPosition[] = []
  let differentCells = 0
  for (const [row, foundRow] of pairs) {
    for (const [column, foundColumn] of aligned) {
      if (ours.columns[column]![row] === theirs.columns[foundColumn]![foundRow]) continue
      differentCells++
      if (cells.length < mostCells) cells.push({ row, column, foundRow, foundColumn })
    }
  }
  return {
    isOnlyOrder,
    rows: { expected: ours.rows, found: theirs.rows, missing: missing.length, extra: extra.length },
    columns: {
      expected: ours.columns.length,
      found: theirs.columns.length,
      missing: ours.columns.length - aligned.length,
    },
    differentCells,
    cells,
  }
}

/** Describes a difference in one sentence without values. */
export function describeDifference({ isOnlyOrder, rows, columns, differentCells }: Difference): Message {
  if (isOnlyOrder) return message('The rows are right, but in a different order.')
  if (columns.missing > 0) {
    return message('{expected, plural, one {# column} other {# columns}} expected, {found} found.', columns)
  }
  if (rows.expected !== rows.found) {
    return message('{expected, plural, one {# row} other {# rows}} expected, {found} found.', rows)
  }
  if (rows.missing === 0) return message('Some fractions differ by more than rounding.')
  return message('Rows that differ: {missing} of {expected}. Values that differ: {differentCells}.', {
    missing: rows.missing,
    expected: rows.expected,
    differentCells,
  })
}

type Pairs = [expected: number, found: number][]

/** Pairs columns with the same values first, then those with the same name, then by position. */
function alignColumns({
  expected,
  found,
  ours,
  theirs,
}: {
  expected: ComparedResult
  found: ComparedResult
  ours: EncodedResult
  theirs: EncodedResult
}): Pairs {
  const names = (result: ComparedResult) => result.columns.map(({ name }) => name.toLowerCase())
  const values = (result: EncodedResult) => result.columns.map((column) => signatureOf(column))
  const [ourNames, theirNames] = [names(expected), names(found)]
  const [ourValues, theirValues] = [values(ours), values(theirs)]
  const rules: ((column: number, at: number) => boolean)[] = [
    (column, at) => ourValues[column] === theirValues[at] && ourNames[column] === theirNames[at],
    (column, at) => ourValues[column] === theirValues[at],
    (column, at) => ourNames[column] === theirNames[at],
    (column, at) => column === at,
    () => true,
  ]
  const free = new Set(theirs.columns.keys())
  const pairs: Pairs = []
  const open = new Set(ours.columns.keys())
  for (const rule of rules) {
    for (const column of open) {
      const at = [...free].find((candidate) => rule(column, candidate))
      if (at === undefined) continue
      pairs.push([column, at])
      open.delete(column)
      free.delete(at)
    }
  }
  return pairs.toSorted(([a], [b]) => a - b)
}

/** Rows of one result that the other one doesn't have, or doesn't have as often. */
function unmatchedRows(
  ours: EncodedResult,
  theirs: EncodedResult,
  aligned: Pairs,
): [missing: number[], extra: number[]] {
  const keyOf = (result: EncodedResult, columns: readonly number[], row: number) =>
    columns.map((column) => result.columns[column]![row]).join()
  const open = new Map<string, number[]>()
  const ourColumns = aligned.map(([column]) => column)
  const theirColumns = aligned.map(([, at]) => at)
  for (let row = theirs.rows - 1; row >= 0; row--) {
    const key = keyOf(theirs, theirColumns, row)
    const same = open.get(key)
    if (same) same.push(row)
    else open.set(key, [row])
  }
  const missing: number[] = []
  for (let row = 0; row < ours.rows; row++) {
    if (open.get(keyOf(ours, ourColumns, row))?.pop() === undefined) missing.push(row)
  }
  return [missing, [...open.values()].flat().toSorted((a, b) => a - b)]
}

function rowsInOrder(rows: readonly number[], found: number): Pairs {
  return rows.filter((row) => row < found).map((row) => [row, row])
}

/** Pairs each missing row with the extra row that has the most equal cells. */
function similarRows(
  missing: readonly number[],
  extra: readonly number[],
  { ours, theirs, aligned }: { ours: EncodedResult; theirs: EncodedResult; aligned: Pairs },
): Pairs {
  const equalCells = (row: number, other: number) =>
    aligned.filter(([column, at]) => ours.columns[column]![row] === theirs.columns[at]![other]).length
  const near = extra.slice(0, searchedRows)
  const first = missing.slice(0, near.length).map((row): [number, number] => {
    const best = mostSimilar(near, (other) => equalCells(row, other))
    near.splice(near.indexOf(best), 1)
    return [row, best]
  })
  const later = missing.slice(first.length, extra.length)
  return [...first, ...later.map((row, at): [number, number] => [row, extra[first.length + at]!])]
}

function mostSimilar(candidates: readonly number[], similarity: (row: number) => number): number {
  return candidates.reduce((best, other) => (similarity(other) > similarity(best) ? other : best))
}
