import type { EncodedResult } from './encode.ts'

/** For each expected column, the position of the found column with the same values. */
export type ColumnMatch = number[]

/** Cells to read before a search gives up. Only columns with the same values in other rows need many. */
const mostReads = 300_000_000

interface Search {
  expected: EncodedResult
  found: EncodedResult
  /** A number for each found column; identical columns have the same. */
  identities: string[]
  readsLeft: number
  accepts: Accepts
}

/** The last word on a match, by the classes of the expected and the found rows: equal rows have equal classes. */
export type Accepts = (match: ColumnMatch, expected: Int32Array, found: Int32Array) => boolean

/**
 * Finds found columns that have the same rows as the expected ones.
 * @param ordered whether the rows must also be in the same order
 * @returns null if there is no match
 */
export function matchColumns(
  expected: EncodedResult,
  found: EncodedResult,
  { ordered, accepts }: { ordered: boolean; accepts: Accepts },
): ColumnMatch | null {
  if (expected.rows !== found.rows || expected.columns.length > found.columns.length) return null
  const classes = Int32Array.from({ length: expected.rows }, (_, row) => (ordered ? row : 0))
  const inOrder = Int32Array.from({ length: expected.rows }, (_, row) => row)
  const search: Search = {
    expected,
    found,
    identities: found.columns.map((column) => signatureOf(column, inOrder)),
    readsLeft: mostReads,
    accepts,
  }
  const open = new Set(expected.columns.keys())
  const free = new Set(found.columns.keys())
  const start: State = { ours: classes, theirs: classes, match: [], open, free }
  const straight = [...open].map((at): [number, number] => [at, at])
  return advance(search, start, straight) ?? step(search, start)
}

/** Rows are in the same class while the columns matched so far don't tell them apart. */
interface State {
  /** The classes of the expected rows. */
  ours: Int32Array
  /** The classes of the found rows. */
  theirs: Int32Array
  match: ColumnMatch
  open: ReadonlySet<number>
  free: ReadonlySet<number>
}

/** Matches every column that has only one choice, tells rows apart by them, and tries the choices of another one. */
function step(search: Search, state: State): ColumnMatch | null {
  const { ours, theirs, match, open, free } = state
  if (open.size === 0) return search.accepts(match, ours, theirs) ? match : null
  search.readsLeft -= ours.length * (open.size + free.size)
  if (search.readsLeft < 0) return null
  const choices = choicesOf(search, state)
  if (!choices) return null
  const certain = choices.filter(({ isCertain }) => isCertain)
  if (certain.length > 0) {
    const pairs = certain.map(({ column, fitting }): [number, number] => [column, fitting[0]!])
    return advance(search, state, pairs)
  }
  const [first] = choices.toSorted((a, b) => a.fitting.length - b.fitting.length)
  for (const fit of first!.fitting) {
    const found = advance(search, state, [[first!.column, fit]])
    if (found || search.readsLeft < 0) return found
  }
  return null
}

interface Choice {
  column: number
  /** Found columns that fit; identical ones only once. */
  fitting: number[]
  isCertain: boolean
}

/** Returns null if a column has no choice left. */
function choicesOf({ expected, found, identities }: Search, { ours, theirs, open, free }: State): Choice[] | null {
  const offered = Map.groupBy(free, (at) => signatureOf(found.columns[at]!, theirs))
  const wanted = Map.groupBy(open, (at) => signatureOf(expected.columns[at]!, ours))
  const choices: Choice[] = []
  for (const [key, columns] of wanted) {
    const fitting = offered.get(key) ?? []
    if (fitting.length < columns.length) return null
    const isCertain = new Set(fitting.map((at) => identities[at])).size === 1
    columns.forEach((column, nth) => {
      choices.push({ column, fitting: isCertain ? [fitting[nth]!] : nearest(column, fitting, identities), isCertain })
    })
  }
  return choices
}

/** The same position first; of identical columns only one. */
function nearest(column: number, fitting: readonly number[], identities: readonly string[]): number[] {
  const sorted = fitting.toSorted((a, b) => Math.abs(a - column) - Math.abs(b - column))
  return sorted.filter((at, nth) => sorted.findIndex((other) => identities[other] === identities[at]) === nth)
}

/** Matches columns, and goes on unless the rows no longer agree. */
function advance(
  search: Search,
  state: State,
  pairs: readonly [expected: number, found: number][],
): ColumnMatch | null {
  const match = [...state.match]
  const [open, free] = [new Set(state.open), new Set(state.free)]
  let { ours, theirs } = state
  for (const [column, at] of pairs) {
    const split = new Map<number, number>()
    ours = refine(ours, search.expected.columns[column]!, split)
    theirs = refine(theirs, search.found.columns[at]!, split)
    search.readsLeft -= 2 * ours.length
    if (!haveEqualCounts(ours, theirs, split.size)) return null
    match[column] = at
    open.delete(column)
    free.delete(at)
  }
  return step(search, { ours, theirs, match, open, free })
}

function haveEqualCounts(ours: Int32Array, theirs: Int32Array, classes: number): boolean {
  const counts = new Int32Array(classes)
  for (const one of ours) counts[one]!++
  for (const one of theirs) counts[one]!--
  return counts.every((count) => count === 0)
}

const mostCodes = 2 ** 26

/** Splits the classes of rows by the cells of a column. */
function refine(classes: Int32Array, column: Int32Array, split: Map<number, number>): Int32Array {
  return classes.map((known, row) => {
    const pair = known * mostCodes + column[row]!
    const next = split.get(pair) ?? split.size
    split.set(pair, next)
    return next
  })
}

/** A hash of a column's cells with the classes of their rows, in any order. */
export function signatureOf(column: Int32Array, classes?: Int32Array): string {
  let [first, second] = [0, 0]
  column.forEach((code, row) => {
    const mixed = mix(Math.imul(code, 0x9e3779b1) ^ mix((classes?.[row] ?? 0) + 1))
    first = (first + mixed) | 0
    second = (second + mix(mixed ^ 0x5bd1e995)) | 0
  })
  return `${first},${second}`
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
