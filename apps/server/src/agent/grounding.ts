import type { Cell } from '@parlance/contract'
import type { CollectedResult } from '../features/query/present.ts'

/**
 * Decides which numbers a text may state. Stated rule: a number is grounded when it stands in a cell, the question or
 * the SQL; when it is the number of rows, a rank among them, or a column's sum, mean, minimum, maximum, the difference
 * of its two largest or of its first and last values, or a value's share of the sum in percent. Rounding and the units
 * thousand, million and billion are allowed.
 */
export interface Grounding {
  /** Numbers of the text, as written, that the rule does not allow. */
  ungrounded(text: string): string[]
}

export interface GroundingSources {
  result: CollectedResult | null
  /** Texts whose numbers may be repeated: the question and the SQL. */
  texts: string[]
}

/** Results beyond this size are checked by their cells and counts alone: pairs and shares would allow almost anything. */
const derivedRowLimit = 200
/** Ranks that a text may name: 'the third largest'. */
const rankLimit = 10

export function createGrounding({ result, texts }: GroundingSources): Grounding {
  const known = new Set<number>([0, 1, 100])
  for (const text of texts)
    for (const found of numbersIn(text)) for (const reading of found.readings) known.add(reading.value)
  if (result) addResult(result, known)
  const sorted = Float64Array.from(known).sort()
  return {
    ungrounded: (text) =>
      numbersIn(text)
        .filter((found) => !isKnown(found, sorted))
        .map((found) => found.written),
  }
}

interface WrittenNumber {
  written: string
  /** What it may mean. */
  readings: Reading[]
}

interface Reading {
  value: number
  /** Half of the last written digit's worth: what rounding may have changed. */
  tolerance: number
}

const units: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
}

const numberPattern =
  /(?<![\p{L}\p{N}_.,])(\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?(thousand|million|billion|mn|bn|[kmb])(?!\p{L}))?/giu

/** Every number in a text, whatever its grouping and unit. Digits inside words and names do not count. */
export function numbersIn(text: string): WrittenNumber[] {
  return [...text.matchAll(numberPattern)].map(([written, digits = '', unit]) => {
    const factor = unit ? (units[unit.toLowerCase()] ?? 1) : 1
    return { written: written.trim(), readings: readingsOf(digits).map((plain) => toReading(plain, factor)) }
  })
}

function toReading(plain: string, factor: number): Reading {
  const decimals = plain.split('.')[1]?.length ?? 0
  return { value: Number(plain) * factor, tolerance: (0.5 * factor) / 10 ** decimals }
}

/** '1.234,5' and '1,234.5' have one reading; '1,234' and '1.234' may be grouped or have decimals, by the language. */
function readingsOf(digits: string): string[] {
  const marks = digits.replaceAll(/\d/g, '')
  if (marks === '') return [digits]
  const last = marks.at(-1) ?? ''
  const ungrouped = digits.replaceAll(/[^\d]/g, '')
  const isDecimal = (last === '.' || last === ',') && !marks.slice(0, -1).includes(last)
  const place = digits.lastIndexOf(last)
  const decimal = `${digits.slice(0, place).replaceAll(/[^\d]/g, '')}.${digits.slice(place + 1)}`
  const isGrouped = digits.length - place === 4
  if (isDecimal && isGrouped && marks.length === 1) return [ungrouped, decimal]
  return [isDecimal ? decimal : ungrouped]
}

function isKnown(found: WrittenNumber, sorted: Float64Array): boolean {
  return found.readings.some(({ value, tolerance }) => {
    const slack = tolerance * (1 + 1e-9) + Number.EPSILON
    const near = sorted[firstAtLeast(sorted, value - slack)]
    return near !== undefined && near <= value + slack
  })
}

function firstAtLeast(sorted: Float64Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Infinity) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function addResult(result: CollectedResult, known: Set<number>): void {
  const { rows } = result
  known.add(rows.length)
  known.add(result.columns.length)
  for (let rank = 1; rank <= Math.min(rows.length, rankLimit); rank++) known.add(rank)
  for (const row of rows) for (const cell of row) addCell(cell, known)
  if (rows.length > derivedRowLimit || result.truncated) return
  for (const column of result.columns.keys())
    addDerived(
      rows.map((row) => row[column] ?? null),
      known,
    )
}

function addCell(cell: Cell, known: Set<number>): void {
  if (typeof cell === 'number') known.add(Math.abs(cell))
  if (typeof cell !== 'string') return
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) known.add(Math.abs(Number(cell)))
  // Dates and texts lend their parts: the year, month and day of '2025-03-01', the 7 of 'Version 7'.
  else if (cell.length <= 200) for (const part of cell.matchAll(/\d+(\.\d+)?/g)) known.add(Number(part[0]))
}

function addDerived(cells: Cell[], known: Set<number>): void {
  const values = cells.map(toNumber).filter((value) => value !== null)
  if (values.length < 2 || values.length < cells.filter((cell) => cell !== null).length) return
  const sum = values.reduce((total, value) => total + value, 0)
  known.add(Math.abs(sum))
  known.add(Math.abs(sum / values.length))
  const descending = values.toSorted((a, b) => b - a)
  known.add(Math.abs((descending[0] ?? 0) - (descending[1] ?? 0)))
  known.add(Math.abs((descending[0] ?? 0) - (descending.at(-1) ?? 0)))
  known.add(Math.abs((values.at(-1) ?? 0) - (values[0] ?? 0)))
  if (sum !== 0) for (const value of values) known.add(Math.abs((value / sum) * 100))
}

function toNumber(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null
}
