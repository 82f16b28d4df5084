import type { WrittenNumber } from '../numbers.ts'
import { mostRowsCompared, type FactColumn, type Facts } from './facts.ts'
import type { NamedRows } from './named-rows.ts'
import type { Meaning } from './meaning.ts'
import { partSums, sharesOfTotals } from './part-sums.ts'
import { entry, type Entry } from './entry.ts'
import { countsOfNames, movesSince, sharesWithin, sumsOfNames } from './figures-of-names.ts'
import { columnSums } from './column-sums.ts'
import type { DerivedColumn } from './related-columns.ts'

export type { Meaning, Operation } from './meaning.ts'

/** Named rows whose sums, differences, and ratios are compared with a number. */
const mostNamed = 6
/** Rows of a result whose shares are compared with a number. */
const mostShared = 200
/** Meanings of one number; one with more of them says nothing about rows anyway. */
const mostMeanings = 200
/** The relative difference between a ratio as people say it and as it is. */
const ratioSlack = 0.05

/** A number as a sentence writes it. */
export interface RoundedNumber extends WrittenNumber {
  /** Whether a word such as “nearly” says that it isn't exact. */
  isRough?: boolean
}

/** Finds what a typed number may mean. */
export class Meanings {
  readonly #facts: Facts
  readonly #values: Entry[]
  readonly #percents: Entry[]

  constructor(facts: Facts) {
    this.#facts = facts
    const amounts = facts.numbers
    const ids = facts.columns.filter(({ role }) => role === 'id')
    this.#values = sorted([
      ...amounts.flatMap(cellsOf),
      ...ids.flatMap(cellsOf),
      ...amounts.flatMap(totalsOf),
      ...countsOf(facts),
      ...facts.derived.filter(({ isPercent }) => !isPercent).flatMap(derivedCellsOf),
    ])
    this.#percents = sorted([
      ...amounts.flatMap(percentCellsOf),
      ...amounts.flatMap(percentMeansOf),
      ...amounts.flatMap(sharesOf),
      ...facts.derived.filter(({ isPercent }) => isPercent).flatMap(derivedCellsOf),
      ...sharesOfTotals(facts),
    ])
  }

  /**
   * @param names the rows that the sentence names
   * @param text the sentence, which may name others as “the top three” or “the rest”
   */
  of(number: RoundedNumber, { names, text }: { names: readonly NamedRows[]; text: string }): Meaning[] {
    const named = this.#facts.numbers.flatMap((column) => namedIn(column, names))
    switch (number.kind) {
      case 'value':
      case 'bound':
        return [
          ...near(this.#values, number),
          ...near(named.flatMap(derivedOf), number),
          ...near(
            this.#facts.numbers.flatMap((column) => sumsOfNames(column, names)),
            number,
          ),
          ...near(partSums(this.#facts, { text, names, isPercent: false }), number),
          ...near(columnSums(this.#facts, { text, names }), number),
          ...near(countsOfNames(this.#facts, names), number),
          ...near(movesSince(this.#facts, { names, text }), number),
          ...near(named.filter(({ column }) => column.isFraction).flatMap(pointsOf), number),
        ].slice(0, mostMeanings)
      case 'percent':
        return [
          ...near(this.#percents, number),
          ...near(named.flatMap(namedPercentsOf), number),
          ...near(
            this.#facts.numbers.flatMap((column) => sharesWithin(column, names)),
            number,
          ),
          ...near(partSums(this.#facts, { text, names, isPercent: true }), number),
          ...near(named.filter(({ column }) => column.isPercent).flatMap(derivedOf), number),
        ].slice(0, mostMeanings)
      case 'ratio':
        return near(named.flatMap(ratiosOf), number, ratioSlack)
      case 'rank':
      case 'day':
      case 'magnitude':
      case 'never':
        return []
    }
  }
}

function sorted(entries: Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.value - b.value)
}

/** The entries that a number may be, whatever its sign; the sign is compared with the words later. */
function near(
  entries: readonly Entry[],
  { readings, isNegative, isRough = false }: RoundedNumber,
  slack = 0,
): Meaning[] {
  const found: Meaning[] = []
  for (const { value, tolerance } of readings) {
    const room = Math.max(tolerance * (1 + 1e-9), value * slack) + 1e-9
    for (const wanted of isNegative ? [-value] : [value, -value]) {
      const isSorted = entries.length > mostMeanings
      for (let at = isSorted ? firstAtLeast(entries, wanted - room) : 0; at < entries.length; at++) {
        const entry = entries[at]
        if (!entry || found.length >= mostMeanings) break
        if (isSorted && entry.value > wanted + room) break
        if (Math.abs(entry.value - wanted) <= roomOf(entry, { room, isRough })) found.push(entry.meaning)
      }
    }
  }
  return found
}

/** A figure of two columns may be rounded, but not to a number that hardly resembles it. */
function roomOf({ value, meaning }: Entry, { room, isRough }: { room: number; isRough: boolean }): number {
  return meaning.op === 'derived' ? Math.min(room, Math.abs(value) * (isRough ? mostRoughly : mostRounding)) : room
}

/** The relative difference between a figure of two columns and how it is written. */
const mostRounding = 0.05
/** The same after “nearly” and “about”. */
const mostRoughly = 0.1

function firstAtLeast(entries: readonly Entry[], wanted: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.value ?? Infinity) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function cellsOf(column: FactColumn): Entry[] {
  return column.numbers.flatMap((value, row) =>
    value === null
      ? []
      : [
          entry('cell', column, [row], value),
          ...(column.scale === 1 ? [] : [{ value, meaning: { op: 'cell' as const, column, rows: [row], value } }]),
        ],
  )
}

function totalsOf(column: FactColumn): Entry[] {
  const known = column.numbers.filter((one) => one !== null)
  if (!column.isComplete || known.length < 2) return []
  const sum = known.reduce((total, one) => total + one, 0)
  const descending = known.toSorted((a, b) => b - a)
  const [largest = 0, second = 0] = descending
  const smallest = descending.at(-1) ?? 0
  const nextSmallest = descending.at(-2) ?? 0
  const rowsWith = (...values: number[]): number[] =>
    column.numbers.flatMap((one, at) => (one !== null && values.includes(one) ? [at] : []))
  return [
    entry('sum', column, null, sum),
    entry('avg', column, null, sum / known.length),
    entry('median', column, null, medianOf(descending)),
    entry('diff', column, rowsWith(largest, second), largest - second),
    entry('diff', column, rowsWith(nextSmallest, smallest), nextSmallest - smallest),
    entry('diff', column, rowsWith(largest, smallest), largest - smallest),
    entry('diff', column, [0, column.numbers.length - 1], (known.at(-1) ?? 0) - (known[0] ?? 0)),
  ]
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The number of rows; of different names in a column, too. */
function countsOf({ steps, columns }: Facts): Entry[] {
  return steps.flatMap((step) => {
    const { rows, truncated } = step.result
    if (step.isUnpivoted || truncated || rows.length > mostRowsCompared) return []
    const all = [
      { value: rows.length, meaning: { op: 'count' as const, column: null, rows: null, value: rows.length } },
    ]
    if (rows.length < 2) return rows.length === 0 ? all : []
    const distinct = columns
      .filter((one) => one.step === step && (one.role === 'name' || one.role === 'time'))
      .map((column) => {
        const value = new Set(rows.map((row) => row[column.index] ?? null)).size
        return { value, meaning: { op: 'count' as const, column, rows: null, value } }
      })
    return [...all, ...distinct]
  })
}

function percentCellsOf(column: FactColumn): Entry[] {
  return column.numbers.flatMap((value, row) => {
    if (value === null) return []
    const cell = (own: number): Entry => ({ value: own, meaning: { op: 'cell', column, rows: [row], value: own } })
    if (column.isFraction) return [cell(value * 100)]
    const isPercent = column.isPercent || /\b100(?:\.0*)?\b/.test(column.step.sql)
    return isPercent ? [cell(value)] : []
  })
}

/** The average and the median of percentages. */
function percentMeansOf(column: FactColumn): Entry[] {
  if (!column.isPercent && !column.isFraction) return []
  const factor = column.isFraction ? 100 : 1
  return totalsOf({ ...column, scale: 1 }).flatMap(({ value, meaning }) =>
    meaning.op === 'avg' || meaning.op === 'median'
      ? [{ value: value * factor, meaning: { ...meaning, column, value: value * factor } }]
      : [],
  )
}

function derivedCellsOf(from: DerivedColumn): Entry[] {
  const [column] = from.of
  const cells = from.numbers.flatMap((value, row) =>
    value === null
      ? []
      : [...new Set([value, value * from.scale])].map((own) => ({
          value: own,
          meaning: { op: 'derived' as const, column, rows: [row], value, from },
        })),
  )
  const { total } = from
  return total === null || from.numbers.length < 2
    ? cells
    : [
        ...cells,
        ...[...new Set([total, total * from.scale])].map((value) => ({
          value,
          meaning: { op: 'derived' as const, column, rows: null, value: total, from },
        })),
      ]
}

function sharesOf(column: FactColumn): Entry[] {
  const known = column.numbers.filter((one) => one !== null)
  const sum = known.reduce((total, one) => total + one, 0)
  if (!column.isComplete || known.length < 2 || known.length > mostShared || sum === 0) return []
  const shares = column.numbers.flatMap((value, row) =>
    value === null ? [] : [entry('share', column, [row], (value / sum) * 100)],
  )
  if (!isInOrderOfTime(column)) return shares
  const changes = column.numbers.flatMap((value, row) => {
    const before = column.numbers[row - 1]
    return value === null || !before ? [] : [entry('change', column, [row, row - 1], (value / before - 1) * 100)]
  })
  const [first, last] = [known[0] ?? 0, known.at(-1) ?? 0]
  return [...shares, ...changes, ...(first === 0 ? [] : [entry('change', column, null, (last / first - 1) * 100)])]
}

/** Whether the rows are periods, so that one may be compared with the one before it. */
function isInOrderOfTime({ step }: FactColumn): boolean {
  return step.result.rows.every((row) => row.some((cell) => periodCell.test(String(cell ?? ''))))
}

const periodCell =
  /^(?:\d{4}(?:-|$)|[QW]\d|(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|mon|tue|wed|thu|fri|sat|sun)|(?:week|month|year|quarter|day|stage|step|round|v)[\s.]?\d)/i

interface NamedNumbers {
  column: FactColumn
  rows: number[]
  values: number[]
  sum: number
}

/** The numbers of the rows that a sentence names. */
function namedIn(column: FactColumn, names: readonly NamedRows[]): NamedNumbers[] {
  const places = names.flatMap((name) =>
    name.step === column.step.id && name.rows.length <= mostNamed ? name.rows : [],
  )
  const rows = [...new Set(places)].filter((row) => (column.numbers[row] ?? null) !== null).slice(0, mostNamed)
  if (rows.length === 0) return []
  const all = column.isComplete ? column.numbers.reduce<number>((total, one) => total + (one ?? 0), 0) : Number.NaN
  return [{ column, rows, values: rows.map((row) => column.numbers[row] ?? 0), sum: all }]
}

function derivedOf({ column, rows, values }: NamedNumbers): Entry[] {
  const others = column.isComplete
    ? changesBefore(column, rows).map(({ row, before, value, earlier }) =>
        entry('diff', column, [row, before], value - earlier),
      )
    : []
  if (values.length < 2) return others
  const total = values.reduce((sum, one) => sum + one, 0)
  return [
    ...others,
    entry('sum', column, rows, total),
    entry('avg', column, rows, total / values.length),
    ...pairsOf(rows, values).flatMap(({ one, other, from }) => [
      entry('sum', column, from, one + other),
      entry('diff', column, from, one - other),
    ]),
  ]
}

/** Differences of fractions in percentage points. */
function pointsOf(named: NamedNumbers): Entry[] {
  return derivedOf(named).flatMap(({ value, meaning }) =>
    meaning.op === 'diff' ? [{ value: value * 100, meaning: { ...meaning, value: value * 100 } }] : [],
  )
}

function namedPercentsOf({ column, rows, values, sum }: NamedNumbers): Entry[] {
  const total = values.reduce((all, one) => all + one, 0)
  const shares = Number.isNaN(sum) || sum === 0 ? [] : [entry('share', column, rows, (total / sum) * 100)]
  return [
    ...shares,
    ...pairsOf(rows, values).flatMap(({ one, other, from }) =>
      other === 0
        ? []
        : [entry('change', column, from, (one / other - 1) * 100), shareInOther(column, from, (one / other) * 100)],
    ),
  ]
}

function shareInOther(column: FactColumn, rows: readonly number[], value: number): Entry {
  const { meaning } = entry('share', column, rows, value)
  return { value, meaning: { ...meaning, isOfOther: true } }
}

/** Of two named rows; or, if only one is named, of it and the best, the worst, the next, and the one before. */
function ratiosOf({ column, rows, values }: NamedNumbers): Entry[] {
  if (values.length > 1) {
    return pairsOf(rows, values).flatMap(({ one, other, from }) =>
      other === 0 ? [] : [entry('ratio', column, from, one / other)],
    )
  }
  const [row = 0] = rows
  const [own = 0] = values
  return column.numbers
    .flatMap((other, at) =>
      other === null || other === 0 || at === row
        ? []
        : [
            entry('ratio', column, [row, at], own / other),
            ...(own === 0 ? [] : [entry('ratio', column, [row, at], other / own)]),
          ],
    )
    .slice(0, mostMeanings)
}

function changesBefore(column: FactColumn, rows: readonly number[]) {
  return rows.flatMap((row) => {
    const [value, earlier] = [column.numbers[row], column.numbers[row - 1]]
    return value === null || value === undefined || earlier === null || earlier === undefined
      ? []
      : [{ row, before: row - 1, value, earlier }]
  })
}

function pairsOf(rows: readonly number[], values: readonly number[]): { one: number; other: number; from: number[] }[] {
  return values.flatMap((one, at) =>
    values.flatMap((other, place) => (at === place ? [] : [{ one, other, from: [rows[at] ?? 0, rows[place] ?? 0] }])),
  )
}
