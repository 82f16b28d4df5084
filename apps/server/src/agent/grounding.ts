import type { Cell } from '@parlance/contract'
import type { CollectedResult } from '../door/contract.ts'
import { KnownDates } from './known-dates.ts'
import { monthColumns } from './month-numbers.ts'
import { numbersIn, type WrittenNumber } from './numbers.ts'
import { asRead } from './plain-text.ts'
import { Quotes } from './quotes.ts'
import { matchesIn } from '../lib/matches-in.ts'

/**
 * Decides which numbers a text may state. A number is grounded if it appears in a cell or the question, or if it is the
 * number of rows, a rank among them, a column's sum, mean, minimum, or maximum, the difference of its two largest or of
 * its first and last values, a value's share of the sum, the change between two values, or their ratio. Dates may come
 * from cells, the question, and the SQL. Rounding and the units thousand, million, and billion are allowed.
 */
export interface Grounding {
  /** Numbers of the text, as written, that the rule rejects, and false claims that nothing was found. */
  ungrounded(text: string): string[]
  /** The same, with the numbers apart from dates and claims of nothing. */
  check(text: string): { numbers: WrittenNumber[]; others: string[] }
  /** Whether a number of a text may be stated, or is part of a name. */
  statesIn(text: string): (number: WrittenNumber) => boolean
}

export interface GroundingSources {
  results: readonly CollectedResult[]
  /** Texts whose numbers may be repeated: the questions. */
  texts: string[]
  /** The text may repeat the dates of these queries; their other numbers are not findings. */
  sql?: readonly string[]
  /** Whether the text may state numbers of the rows; defaults to true. It may always state how many rows there are. */
  allowsCells?: boolean
  /** yyyy-mm-dd. */
  today?: string
}

/** Larger results are checked only by cells and counts, because pairs and shares would allow almost any number. */
const derivedRowLimit = 200
const ratioRowLimit = 30
const longestCell = 200
const columnLimit = 200
/** Limits on the cells and characters that are read. Numbers that only appear later may not be stated. */
const cellLimit = 20_000
const cellCharacterLimit = 500_000
/** Characters of the question and the earlier conversation. */
const textLimit = 60_000

export function createGrounding(sources: GroundingSources): Grounding {
  const { results, texts: allTexts, sql = [], today, allowsCells = true } = sources
  const known = new Known()
  const texts = takeWithin(allTexts, textLimit)
  const cells = cellsOf(results)
  const percents = percentsOf(results, sql)
  const names = results.flatMap(({ columns }) => columns.map(({ name }) => name.replaceAll('_', ' ')))
  const dates = new KnownDates([...texts, ...sql, ...names.slice(0, columnLimit), today ?? ''])
  for (const text of texts) for (const found of numbersIn(asRead(text))) known.addStated(found)
  for (const cell of cells) addCell(cell, { known, dates, allowsCells })
  for (const name of results.flatMap(monthColumns).flatMap((one) => one.names)) dates.add(name)
  if (allowsCells) for (const value of percents) known.addPercent(value)
  for (const result of results) addResult(result, { known, allowsCells })
  const quotes = quotesOf(cells, results, texts)
  const hasRows = results.length > 0 && results.every(({ rows }) => rows.length > 0)
  const check: Grounding['check'] = (text) => {
    const { rest, wrong } = dates.takeOut(quotes.takeOut(asRead(text)))
    const numbers = numbersIn(rest).filter((found) => !known.has(found, dates))
    return { numbers, others: [...wrong, ...(hasRows && allowsCells ? emptinessIn(rest, known) : [])] }
  }
  return {
    check,
    statesIn: (text) => {
      const { rest } = dates.takeOut(quotes.takeOut(text))
      return (number) =>
        known.has(number, dates) || rest.slice(number.index, number.index + number.written.length).trim() === ''
    },
    ungrounded: (text) => {
      const { numbers, others } = check(text)
      return [...numbers.map(({ written }) => written), ...others]
    },
  }
}

/** The numbers that a text may state, grouped by what they claim. */
class Known {
  readonly #values = new SortedNumbers()
  readonly #percents = new SortedNumbers()
  readonly #ratios = new SortedNumbers()
  /** Numbers of the question, which may be repeated in any meaning. */
  readonly #stated = new SortedNumbers()
  /** Number of delivered rows; the total may be larger. */
  ranks = 0

  addStated({ readings, isNegative }: WrittenNumber): void {
    for (const { value } of readings) {
      this.addValue(isNegative ? -value : value)
      this.#stated.add(value)
    }
  }

  addValue(value: number): void {
    this.#values.add(value)
    this.#values.add(Math.abs(value))
    if (Math.abs(value) <= 1) this.#percents.add(Math.abs(value) * 100)
  }

  addPercent(value: number): void {
    this.#percents.add(Math.abs(value))
  }

  addRatio(value: number): void {
    this.#ratios.add(value)
  }

  get hasZero(): boolean {
    return this.#values.hasNear(0, 0)
  }

  has({ kind, readings, isNegative, written }: WrittenNumber, dates: KnownDates): boolean {
    return readings.some(({ value, tolerance }) => {
      const slack = tolerance * (1 + 1e-9) + Number.EPSILON
      const signed = isNegative ? -value : value
      if (!isNegative && this.#stated.hasNear(value, Number.EPSILON)) return true
      const isRank = Number.isInteger(value) && value >= 1 && value <= this.ranks
      switch (kind) {
        case 'value':
          return this.#values.hasNear(signed, slack) || (/^\d{4}$/.test(written) && dates.hasYear(value))
        case 'bound':
          return isRank || this.#values.hasNear(signed, slack)
        case 'percent':
          return this.#percents.hasNear(value, slack)
        case 'rank':
          return isRank
        case 'day':
          return dates.hasDay(value)
        case 'ratio':
          return this.#ratios.hasNear(value, Math.max(slack, value * 0.05))
        case 'magnitude':
          return this.#values.hasBetween(value, value * 1000)
        case 'never':
          return false
      }
    })
  }
}

class SortedNumbers {
  readonly #set = new Set<number>()
  #sorted: Float64Array | null = null

  add(value: number): void {
    this.#set.add(value)
    this.#sorted = null
  }

  hasNear(value: number, slack: number): boolean {
    return this.hasBetween(value - slack, value + slack)
  }

  hasBetween(least: number, most: number): boolean {
    this.#sorted ??= Float64Array.from(this.#set).sort()
    const found = this.#sorted[firstAtLeast(this.#sorted, least)]
    return found !== undefined && found <= most
  }
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

function takeWithin(texts: string[], limit: number): string[] {
  let left = limit
  return texts.map((text) => {
    const taken = text.slice(0, left)
    left -= taken.length
    return taken
  })
}

/** The distinct cells of all results, up to the limits. */
function cellsOf(results: readonly CollectedResult[]): Set<Cell> {
  const cells = new Set<Cell>()
  let characters = 0
  for (const row of results.flatMap(({ rows }) => rows)) {
    for (const cell of row) {
      if (cells.size >= cellLimit || characters >= cellCharacterLimit) return cells
      if (typeof cell === 'string' && (cell.length > longestCell || cells.has(cell))) continue
      cells.add(cell)
      if (typeof cell === 'string') characters += cell.length
    }
  }
  return cells
}

const percentName = /percent|pct|%|share|rate|ratio|margin|discount|growth|change|proportion|prozent|anteil/i

/** Numbers of columns that are percentages, by their name or because the query multiplies by 100. */
function percentsOf(results: readonly CollectedResult[], sql: readonly string[]): Set<number> {
  const isComputed = sql.some((one) => /\b100(?:\.0*)?\b/.test(one))
  const columns = results.flatMap(({ columns: named, rows }) =>
    named.flatMap(({ name }, index) => (isComputed || percentName.test(name) ? [{ rows, index }] : [])),
  )
  const values = columns.flatMap(({ rows, index }) =>
    rows.slice(0, cellLimit).map((row) => toNumber(row[index] ?? null)),
  )
  return new Set(values.filter((value) => value !== null))
}

interface Sink {
  known: Known
  allowsCells: boolean
}

function addResult(result: CollectedResult, { known, allowsCells }: Sink): void {
  const { rows } = result
  // The single row of a total is not a finding, and the rows of a cut result are not the total.
  if (allowsCells && rows.length > 1 && !result.truncated) known.addValue(rows.length)
  known.ranks = Math.max(known.ranks, rows.length > 1 ? rows.length : 0)
  if (!allowsCells || rows.length > derivedRowLimit || result.truncated) return
  for (const column of result.columns.slice(0, columnLimit).keys()) {
    const cells = rows.map((row) => row[column] ?? null)
    addDerived(cells, known)
  }
}

function addCell(cell: Cell, { known, dates, allowsCells }: Sink & { dates: KnownDates }): void {
  const value = toNumber(typeof cell === 'string' ? asRead(cell) : cell)
  if (value !== null && allowsCells) known.addValue(value)
  if (typeof cell === 'string') dates.add(cell)
  // A year or a month can be a number in its own column.
  if (value !== null && Number.isInteger(value) && value >= 1900 && value <= 2100) dates.add(String(value))
}

function addDerived(cells: Cell[], known: Known): void {
  const values = cells.map(toNumber).filter((value) => value !== null)
  if (values.length < 2 || values.length < cells.filter((cell) => cell !== null).length) return
  const sum = values.reduce((total, value) => total + value, 0)
  known.addValue(sum)
  known.addValue(sum / values.length)
  const descending = values.toSorted((a, b) => b - a)
  const [largest = 0, second = 0] = descending
  const [first = 0] = values
  const last = values.at(-1) ?? 0
  known.addValue(largest - second)
  known.addValue(largest - (descending.at(-1) ?? 0))
  known.addValue(last - first)
  known.addValue(first - last)
  if (sum !== 0) for (const value of values) known.addPercent((value / sum) * 100)
  if (first !== 0) known.addPercent((last / first - 1) * 100)
  if (last !== 0) known.addPercent((first / last - 1) * 100)
  if (values.length > ratioRowLimit) return
  for (const one of values) for (const other of values) if (other !== 0 && one !== other) known.addRatio(one / other)
}

function toNumber(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell) ? Number(cell) : null
}

/** Cells and words that contain digits but aren't numbers, so a text may quote them verbatim. */
function quotesOf(cells: Iterable<Cell>, results: readonly CollectedResult[], texts: string[]): Quotes {
  const quotes = new Quotes()
  for (const cell of cells) if (typeof cell === 'string' && isQuotable(cell)) quotes.add(asRead(cell))
  const columns = results.flatMap((result) => result.columns.slice(0, columnLimit))
  for (const { name } of columns) if (isQuotable(name)) quotes.add(name)
  for (const text of texts) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}_-]+/gu)) if (isQuotable(word)) quotes.add(word)
  }
  return quotes
}

const numberWord =
  /\b(?:hundred|thousand|million|dozen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|two|three|four|five|six|seven|eight|nine|ten)\b/i

function isQuotable(text: string): boolean {
  if (text.length < 2 || text.length > longestCell || toNumber(text) !== null) return false
  return (/\p{N}/u.test(text) && /\p{L}/u.test(text)) || numberWord.test(text)
}

const emptiness =
  /\b(?:there (?:is|are|was|were) (?:no|none|nothing)|nothing (?:was |is )?(?:found|matches)|no (?:matching )?(?:rows?|records?|results?|data|entries|matches)\b|(?:returned|found|has|have|had) (?:no|nothing)\b|could not find any|^[\s*]{0,4}no \p{L}+ (?:was|were|is|are|has been|have been) (?!more|less|above|below|over|under|out|profitable|negative)\p{L}+)/giu

/** Whether a text says that there is nothing. */
export function statedEmptiness(text: string): boolean {
  return text.search(emptiness) >= 0
}

/** Finds claims that there is nothing although the result has rows. */
function emptinessIn(text: string, known: Known): string[] {
  return known.hasZero ? [] : matchesIn(text, emptiness).map(([written]) => written)
}
