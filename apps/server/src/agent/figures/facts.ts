import { isNamingNumber, type Cell } from '@parlance/contract'
import { isMonth } from '../dates-in-text.ts'
import { monthColumns } from '../month-numbers.ts'
import { clarityOf } from './columns-named.ts'
import { matchesIn } from '../../lib/matches-in.ts'
import { conceptsOf, rootOf, stemOf, type SentenceWord } from './concepts.ts'
import type { ColumnRole, FactColumn } from './fact-column.ts'
import { unitOfName } from './measures.ts'
import { periodOfName, unpivoted } from './unpivot.ts'
import { relatedColumns, type DerivedColumn } from './related-columns.ts'
import { numberOf } from './resolve.ts'
import type { Step } from './step.ts'

export type { FactColumn } from './fact-column.ts'

/** A larger result is compared only by its cells. */
export const mostRowsCompared = 1_000
const mostColumns = 60
const longestText = 4_000
/** A year, but not one before which a period ends. */
const yearPattern = /(?<!\d)(?<!<\s?')(?:19|20)\d\d(?!\d)/g

const percentName =
  /(?<![a-z])(?:percent(?:age)?|pct|shares?|(?<!(?:rental|hourly|daily|room|day|exchange|average|avg)_?)rates?|ratio|margins?|discounts?|growth|change|prozent|anteil|quote)(?![a-z])|(?:quote|anteil)(?![a-z])/i
const priceName = /(?:rental|hourly|daily|room|day|average|avg)_?rate|fee|fare\b/i
const punctualName = /on[_\s]?time|punctual/i
const countName =
  /(?:^|_)(?:count|number|qty|quantity|orders|customers|rows|n|num|items|units|tracks|stock|films|rentals|tickets|members|employees|invoices|shipments)$|^(?:num|count|number|cnt)_/i
const scales = [
  [/billion|(?:^|_)bn(?:$|_)|milliard/i, 1e9],
  [/million|(?:^|_)(?:mio|mln)(?:$|_)|(?:^|_)m_?(?:usd|eur|gbp|chf)(?:$|_)|(?:usd|eur|gbp|chf)_m(?:$|_)/i, 1e6],
  [/thousand|tausend|(?:^|_)k(?:$|_|usd|eur|gbp|chf)/i, 1e3],
] as const
/** Words of a column's name that say nothing about what it holds. */
const emptyWords = new Set(
  'in of the a an by per for and to from with or as total sum number num no count cnt name id value amount avg average mean minimum maximum pct percent is has all billion million thousand bn mio k'
    .split(' ')
    .map(stemOf),
)

/** Words that names of columns shorten. */
const shortForms = new Map([
  ['avg', 'average'],
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['temp', 'temperature'],
  ['qty', 'quantity'],
  ['amt', 'amount'],
  ['rev', 'revenue'],
  ['mrr', 'revenue'],
  ['arr', 'revenue'],
  ['dept', 'department'],
  ['dist', 'distance'],
  ['emp', 'employees'],
  ['cust', 'customer'],
  ['prod', 'product'],
  ['hrs', 'hours'],
  ['mins', 'minutes'],
  ...'january february march april june july august september october november december'
    .split(' ')
    .map((month): [string, string] => [month.slice(0, 3), month]),
])

/** The columns of all results of a turn. */
export class Facts {
  /** The results, also those with columns for periods as rows. */
  readonly steps: readonly Step[]
  readonly columns: readonly FactColumn[]
  /** What follows from two columns of a row. */
  readonly derived: readonly DerivedColumn[]
  /** Whether a result has months as numbers. Here they have their names. */
  readonly hasNumberedMonths: boolean
  readonly #question: string
  #years: ReadonlySet<string> | null = null

  /** @param question may say that numbers are in millions */
  constructor(steps: readonly Step[], question = '') {
    const own = steps.map(withMonths)
    this.hasNumberedMonths = own.some((step, at) => step !== steps[at])
    this.steps = [...own, ...own.flatMap((step) => unpivoted(step) ?? [])]
    this.columns = this.steps.flatMap((step) =>
      step.result.columns.slice(0, mostColumns).map((_, index) => columnOf(step, index, question)),
    )
    this.derived = relatedColumns(this.columns)
    this.#question = question
  }

  /** The year of the question and the SQL, if it is only one. */
  get onlyYear(): string | null {
    this.#years ??= new Set(
      [this.#question, ...this.steps.map(({ sql }) => sql)].flatMap((one) =>
        matchesIn(one.slice(0, longestText), yearPattern).map(([year]) => year),
      ),
    )
    const [year = null, ...others] = this.#years
    return others.length === 0 ? year : null
  }

  get numbers(): FactColumn[] {
    return this.columns.filter(({ role }) => role === 'number')
  }

  /** The days between two dates of each row. */
  get days(): DerivedColumn[] {
    return this.derived.filter(({ relation }) => relation === 'days')
  }

  columnAt(step: string, index: number | null): FactColumn | null {
    return this.columns.find((one) => one.step.id === step && one.index === index) ?? null
  }

  /** The columns that one of these words speaks of. */
  spokenOf(words: readonly SentenceWord[], among: readonly FactColumn[]): FactColumn[] {
    return among.filter((column) => words.some((word) => speaksOf(word, column)))
  }
}

/** A result whose months are numbers, with their names instead. */
function withMonths(step: Step): Step {
  const months = monthColumns(step.result).filter(({ index }) => !step.masked.has(index))
  if (months.length === 0) return step
  const rows = step.result.rows.map((row, at) =>
    row.map((cell, index) => months.find((one) => one.index === index)?.names[at] ?? cell),
  )
  return { ...step, result: { ...step.result, rows } }
}

export function speaksOf(word: Pick<SentenceWord, 'stem'>, column: FactColumn): boolean {
  return clarityOf(word, column) > 0
}

/** Whether the name of a column says that it has averages. */
export function isAverage({ name }: Pick<FactColumn, 'name'>): boolean {
  return /avg|average|mean|per_/i.test(name)
}

/** A number never says when something began, even if it is of open cases. */
function conceptsFor(role: ColumnRole, concepts: readonly string[]): ReadonlySet<string> {
  return new Set(role === 'number' ? concepts.filter((concept) => concept !== 'start') : concepts)
}

function columnOf(step: Step, index: number, question: string): FactColumn {
  const name = step.result.columns[index]?.name ?? ''
  const rows = step.result.rows.slice(0, mostRowsCompared)
  const cells = rows.map((row) => row[index] ?? null)
  const read = roleOf(name, cells)
  const own = read === 'number' && index === 0 && isLabel(name, cells) ? 'id' : read
  const role = step.masked.has(index) ? 'masked' : own
  const numbers = role === 'number' || role === 'id' ? cells.map((cell) => numberOf(cell)?.toNumber() ?? null) : []
  const words = name
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}]+/u)
    // “Q3” is read as a date.
    .filter((word) => word !== '' && !/^q$/i.test(word))
    .map((word) => shortForms.get(word.toLowerCase()) ?? word)
  const stems = words.map(stemOf)
  const full = stems.filter((stem) => !emptyWords.has(stem))
  // “in May” says when, and not what.
  const lasting = full.filter((stem) => !isMonth(stem))
  const spoken = lasting.length > 0 ? lasting : full
  const known = numbers.filter((one) => one !== null)
  return {
    step,
    index,
    name,
    role,
    numbers,
    isComplete: !step.result.truncated && step.result.rows.length <= mostRowsCompared && role !== 'masked',
    stems: new Set(spoken),
    roots: new Set(spoken.filter((stem) => stem.length > 2).map(rootOf)),
    allStems: new Set(stems),
    concepts: conceptsFor(role, [
      ...(spoken.length > 0 ? spoken : stems).flatMap((stem) => [...conceptsOf(stem)]),
      ...(priceName.test(name) ? ['price'] : []),
      ...(unitOfName(name, 'time') ? ['duration'] : []),
      ...(punctualName.test(name) ? ['punctuality'] : []),
    ]),
    scale: scaleOf(name, { sql: step.sql, question, numbers: known }),
    // A discount of 18,659 is an amount.
    isPercent:
      percentName.test(name) && !(/discount|rabatt/i.test(name) && numbers.some((one) => Math.abs(one ?? 0) > 100)),
    isFraction:
      known.length > 0 && known.every((one) => Math.abs(one) <= 1) && known.some((one) => !Number.isInteger(one)),
    period: periodOfName(name),
    isCount: countName.test(name) || isCounted(name, stems, known),
  }
}

/** Numbers in millions say so in their column's name, in the question, or by a division in the query. */
function scaleOf(
  name: string,
  { sql, question, numbers }: { sql: string; question: string; numbers: readonly number[] },
): number {
  const named = scales.find(([pattern]) => pattern.test(name))?.[1]
  if (named !== undefined) return named
  if (numbers.every((one) => Number.isInteger(one))) return 1
  const [, asked = ''] = /\bin (thousand|million|billion)s?\b/i.exec(question) ?? []
  const [, divisor = ''] = /\/\s{0,3}(1(?:000){1,3}|1e[369])(?:\.0{1,3})?\b/i.exec(sql) ?? []
  return Number(divisor) || (scales.find(([pattern]) => asked !== '' && pattern.test(asked))?.[1] ?? 1)
}

const money = [
  'revenue',
  'price',
  'profit',
  'salary',
  'budget',
  'payments',
  'sales',
  'freight',
  'bonus',
  'assets',
  'margin',
]

/** Whole numbers of a column like “platforms”, whose name is a plural of things and not of money. */
function isCounted(name: string, stems: readonly string[], numbers: readonly number[]): boolean {
  const isPlural = /[^s]s(?:$|_(?:sold|\p{L}+ed|19\d\d|20\d\d)$)/iu.test(name) && !/_(?:eur|usd|chf|gbp)$/i.test(name)
  return (
    isPlural &&
    numbers.length > 0 &&
    numbers.every((one) => Number.isInteger(one)) &&
    !stems.some((stem) => money.some((one) => conceptsOf(stem).has(one)))
  )
}

const measureName =
  /month|day|hour|week|quarter|minute|second|year|age|score|rating|size|level|distance|price|amount|count|total|sum|stars|rank|place|position|[^s]s$|people|units|_/i

/** Whether the first column numbers the rows, such as `line`, `room`, or `version`. */
function isLabel(name: string, cells: readonly Cell[]): boolean {
  return (
    cells.length > 1 &&
    !measureName.test(name) &&
    new Set(cells).size === cells.length &&
    cells.every((cell) => /^\d{1,6}(?:\.\d{1,3}){0,2}$/.test(String(cell)))
  )
}

function roleOf(name: string, cells: readonly Cell[]): ColumnRole {
  const known = cells.filter((cell) => cell !== null)
  if (known.length === 0) return 'name'
  const numbers = known.map((cell) => numberOf(cell))
  if (numbers.every((one) => one !== null)) {
    const isYear = known.every((cell) => /^(?:1[89]|20|21)\d\d$/.test(String(cell)))
    if (isYear && (typeof known[0] === 'string' || !countName.test(name))) return 'time'
    return isNamingNumber(name) ? 'id' : 'number'
  }
  return known.every(
    (cell) => typeof cell === 'string' && /^\d{4}(?:-\d{1,2}){0,2}(?:[T ].*)?$|^\d{4}-[QqWw]\d/.test(cell),
  )
    ? 'time'
    : 'name'
}

/** The rows with a number, best first: with the largest, or with the smallest. */
export function rankOf(column: FactColumn, row: number, direction: 'high' | 'low'): number | null {
  const own = column.numbers[row]
  if (own === null || own === undefined) return null
  return 1 + column.numbers.filter((one) => one !== null && (direction === 'high' ? one > own : one < own)).length
}
