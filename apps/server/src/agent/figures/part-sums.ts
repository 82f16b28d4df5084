import { rankOf, type FactColumn, type Facts } from './facts.ts'
import type { Meaning } from './meaning.ts'
import type { NamedRows } from './named-rows.ts'
import { isMoney } from './related-columns.ts'

/** A number that follows from several rows, with what it means. */
export interface PartSum {
  value: number
  meaning: Meaning
}

const counts = 'two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}'
const countWords = 'two three four five six seven eight nine ten'.split(' ')
/** “the top three”, “the two largest”. */
const top =
  // oxlint-disable-next-line no-restricted-globals -- made of our own words
  new RegExp(
    String.raw`(?<!\p{L})(?:top|first|best|leading|largest|biggest) (${counts})(?!\p{L})|(?<!\p{L})(${counts}) (?:largest|biggest|highest|best|leading|strongest|busiest|fastest|longest|richest|most \p{L}+)(?!\p{L})`,
    'iu',
  )
const bottom =
  // oxlint-disable-next-line no-restricted-globals -- made of our own words
  new RegExp(
    String.raw`(?<!\p{L})(?:bottom|last|smallest|lowest) (${counts})(?!\p{L})|(?<!\p{L})(${counts}) (?:smallest|lowest|weakest|worst)(?!\p{L})`,
    'iu',
  )
/** “the other three”, “the rest”. */
const rest =
  // oxlint-disable-next-line no-restricted-globals -- made of our own words
  new RegExp(
    String.raw`(?<!\p{L})(?:(?:others?|remaining|rest|übrigen|anderen|restantes|demás|autres)(?: (${counts}))?)(?!\p{L})`,
    'iu',
  )
/** Rows of a result whose parts are summed. */
const mostRows = 200

/** The sums, or shares in percent, of the rows that a text names as a group: the top three, the rest. */
export function partSums(
  facts: Facts,
  { text, names, isPercent }: { text: string; names: readonly NamedRows[]; isPercent: boolean },
): PartSum[] {
  return facts.numbers.flatMap((column) => {
    if (!column.isComplete || column.numbers.length > mostRows) return []
    const groups = groupsOf(column, { text, names })
    const total = sumOf(column, column.numbers.keys().toArray())
    const own = groups.map((rows) => ({ rows, sum: sumOf(column, rows) }))
    const outside = rest.test(text) && !isPercent ? restOfTotals(facts, column) : []
    return [
      ...own.flatMap(({ rows, sum }): PartSum[] => {
        if (isPercent)
          return total > 0
            ? [{ value: (sum / total) * 100, meaning: { op: 'share', column, rows: null, value: (sum / total) * 100 } }]
            : []
        return [{ value: sum, meaning: { op: 'sum', column, rows, value: sum } }]
      }),
      ...outside,
    ]
  })
}

function groupsOf(
  column: FactColumn,
  { text, names }: { text: string; names: readonly NamedRows[] },
): (readonly number[])[] {
  const rows = column.numbers.flatMap((value, row) => (value === null ? [] : [row]))
  const named = new Set(names.filter(({ step }) => step === column.step.id).flatMap((name) => name.rows))
  const others = rest.exec(text)
  const size = sizeOf(others?.[1])
  const unnamed = named.size > 0 ? rows.filter((row) => !named.has(row)) : []
  return [
    ...extremesOf(column, { rows, size: sizeOf(top.exec(text)?.slice(1).find(Boolean)), direction: 'high' }),
    ...extremesOf(column, { rows, size: sizeOf(bottom.exec(text)?.slice(1).find(Boolean)), direction: 'low' }),
    ...(others ? extremesOf(column, { rows, size, direction: 'low' }) : []),
    ...(others && size > 0 ? [rows.slice(-size)] : []),
    ...(others && unnamed.length > 0 && (size === 0 || size === unnamed.length) ? [unnamed] : []),
  ]
}

function extremesOf(
  column: FactColumn,
  { rows, size, direction }: { rows: readonly number[]; size: number; direction: 'high' | 'low' },
): number[][] {
  if (size === 0 || size > rows.length) return []
  const placeOf = (row: number): number => rankOf(column, row, direction) ?? Infinity
  // Of rows that share the last place, any adds the same.
  return [rows.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, size)]
}

function sizeOf(written: string | undefined): number {
  if (written === undefined) return 0
  return /^\d/.test(written) ? Number(written) : countWords.indexOf(written.toLowerCase()) + 2
}

function sumOf({ numbers }: FactColumn, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + (numbers[row] ?? 0), 0)
}

/** What a total of another result has more than the rows. */
function restOfTotals(facts: Facts, column: FactColumn): PartSum[] {
  return totalsFor(facts, column).map((total) => {
    const value = total - sumOf(column, column.numbers.keys().toArray())
    return { value, meaning: { op: 'sum', column, rows: null, value } }
  })
}

/** The single values of other results that may be the total of a column. */
function totalsFor({ numbers }: Facts, column: FactColumn): number[] {
  const sum = sumOf(column, column.numbers.keys().toArray())
  if (column.numbers.length < 2 || column.isPercent || column.isFraction) return []
  return numbers.flatMap((other) => {
    const [value] = other.numbers
    const isTotal = other.step !== column.step && other.numbers.length === 1 && isMoney(other) === isMoney(column)
    return isTotal && typeof value === 'number' && value >= sum && sum > 0 ? [value] : []
  })
}

/** The shares of rows, and of all rows together, in totals of other results. */
export function sharesOfTotals(facts: Facts): PartSum[] {
  return facts.numbers.flatMap((column) =>
    totalsFor(facts, column).flatMap((total) => {
      const share = (value: number, rows: readonly number[] | null): PartSum => ({
        value: (value / total) * 100,
        meaning: { op: 'share', column, rows, value: (value / total) * 100 },
      })
      const all = column.numbers.keys().toArray()
      return [
        share(sumOf(column, all), null),
        ...all
          .slice(0, mostRows)
          .flatMap((row) => (column.numbers[row] ? [share(column.numbers[row] ?? 0, [row])] : [])),
      ]
    }),
  )
}
