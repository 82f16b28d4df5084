import { datesIn } from '../dates-in-text.ts'
import { conceptsOf, rootOf, type SentenceWord } from './concepts.ts'
import type { FactColumn } from './fact-column.ts'
import type { NamedPeriod } from './unpivot.ts'

/** How clearly a word speaks of a column: it is in the column's name, another form of it is, or it only means the same. */
export const clarity = { name: 3, form: 2, meaning: 1, none: 0 }

type Word = Pick<SentenceWord, 'stem'>

/** How clearly a word speaks of a column; 0 if it doesn't. */
export function clarityOf({ stem }: Word, { stems, roots, allStems, concepts }: FactColumn): number {
  if (stems.has(stem) || (stems.size === 0 && allStems.has(stem))) return clarity.name
  if (roots.has(rootOf(stem)) || isCompound(stem, stems) || isCompound(rootOf(stem), stems)) return clarity.form
  return [...conceptsOf(stem)].some((one) => concepts.has(one)) ? clarity.meaning : clarity.none
}

const shortestPart = 4

/** “rainfall” is of `rain`, and “rain” of `rainy_days`. */
function isCompound(stem: string, stems: ReadonlySet<string>): boolean {
  if (stem.length < shortestPart) return false
  return [...stems].some((own) => own.length >= shortestPart && (own.startsWith(stem) || stem.startsWith(own)))
}

const yearPattern = /(?:19|20)\d\d/g

/** “more than in 2025”: what a figure is compared with, and not its own year. */
const baseYear = /(?<!\p{L})(?:than|compared (?:to|with)|versus|vs\.?) (?:in |the )?(?:19|20)\d\d/giu

/** “members in 2026” are `members_2026`: of columns of several periods, those of the periods that a text names. */
export function columnsOfPeriods(columns: readonly FactColumn[], text: string): readonly FactColumn[] {
  return columnsOfLabels(columnsOfMonths(columnsOfYears(columns, text), text), text)
}

/** “rentals in store 1” are `rentals_store_1`, and not `rentals_store_2`. */
function columnsOfLabels(columns: readonly FactColumn[], text: string): readonly FactColumn[] {
  const labeled = columns.filter(({ name }) => labelOf(name) !== null)
  if (labeled.length < 2) return columns
  const lower = text.toLowerCase()
  const fitting = labeled.filter(({ name }) => hasLabel(lower, labelOf(name)))
  return fitting.length === 0 ? columns : columns.filter((one) => fitting.includes(one) || !labeled.includes(one))
}

interface Label {
  word: string
  number: string
}

/** `store 1` of `rentals_store_1`. */
function labelOf(name: string): Label | null {
  const [, word, number] = /(?<!\p{L})(\p{L}{2,30})_?(\d{1,3})(?!\d)/u.exec(name) ?? []
  return word === undefined || number === undefined ? null : { word: word.toLowerCase(), number }
}

function hasLabel(text: string, label: Label | null): boolean {
  if (label === null) return false
  return [' ', ''].some((space) => {
    const written = `${label.word}${space}${label.number}`
    const at = text.indexOf(written)
    return at >= 0 && !/^\d/.test(text.slice(at + written.length))
  })
}

/** Whether a number after these words is only a part of a column's label. */
export function isOfLabel(before: string, written: string, columns: readonly FactColumn[]): boolean {
  const [, word] = /(?<!\p{L})(\p{L}{2,30})\s?$/u.exec(before) ?? []
  if (word === undefined) return false
  return columns.some(({ name }) => {
    const label = labelOf(name)
    return label !== null && label.number === written && label.word === word.toLowerCase()
  })
}

function columnsOfYears(columns: readonly FactColumn[], text: string): readonly FactColumn[] {
  const years = text.replaceAll(baseYear, '').match(yearPattern) ?? []
  if (years.length === 0) return columns
  const fitting = columns.filter(({ name }) => years.some((year) => name.includes(year)))
  return fitting.length === 0 ? columns : columns.filter((one) => fitting.includes(one) || !yearOf(one.name))
}

function yearOf(name: string): string | undefined {
  return name.match(yearPattern)?.[0]
}

/** The same for columns of months and quarters. */
function columnsOfMonths(columns: readonly FactColumn[], text: string): readonly FactColumn[] {
  const periods = new Map(
    columns.flatMap((column) => {
      const { period } = column
      return period === null || period.kind === 'year' ? [] : [[column, period] as const]
    }),
  )
  const dates = periods.size < 2 ? [] : datesIn(text)
  const isNamed = ({ kind, number }: NamedPeriod): boolean =>
    dates.some(({ month, quarter }) => (kind === 'month' ? month : quarter) === number)
  if (![...periods.values()].some(isNamed)) return columns
  return columns.filter((column) => {
    const period = periods.get(column)
    return period === undefined || isNamed(period)
  })
}

/**
 * The columns that words speak of. “Sold 90 loaves” is about `loaves_sold`: not about `loaves_wasted`, which fewer of the
 * words name, and not about `revenue`, which the words don't name.
 */
export function columnsNamed(words: readonly Word[], among: readonly FactColumn[]): FactColumn[] {
  const found = among.flatMap((column) => {
    const named = words.map((word) => clarityOf(word, column))
    return named.some((one) => one > 0) ? [{ column, named }] : []
  })
  const clearest = found.map(({ column, named }) => ({
    column,
    parts: [...column.allStems].filter((stem) => words.some((word) => word.stem === stem)).length,
    // A word that one column has in its name isn't said of another one that only means the same.
    named: named.map((one, at) =>
      found.some((other) => other.column.step === column.step && isClearer(other.named[at] ?? 0, one)) ? 0 : one,
    ),
  }))
  return clearest
    .filter(({ named }) => named.some((one) => one > 0))
    .filter((one) => !clearest.some((other) => other.column.step === one.column.step && isMeantInstead(other, one)))
    .map(({ column }) => column)
}

function isClearer(other: number, one: number): boolean {
  return one > 0 && other > one
}

interface Named {
  column: FactColumn
  named: readonly number[]
  /** How many parts of its name the words say, also those that say little. */
  parts: number
}

/** Whether more of the words name a column than another one; or as many, and they say its whole name. */
function isMeantInstead(other: Named, one: Named): boolean {
  if (!one.named.every((value, at) => value === 0 || (other.named[at] ?? 0) > 0)) return false
  const [more, fewer] = [other, one].map(({ named }) => named.filter((value) => value > 0).length)
  if (more !== fewer) return true
  if (other.parts !== one.parts) return other.parts > one.parts
  return isWhole(other) && !isWhole(one)
}

function isWhole({ column, named }: Named): boolean {
  return named.filter((value) => value >= clarity.form).length >= column.allStems.size
}
