import type { Row } from '@parlance/contract'
import { monthOf } from '../dates-in-text.ts'
import type { Step } from './step.ts'

/** The period that a column's name gives, and the rest of the name: `sales_jan`, `q3_sales`, `visits_2024`. */
export interface NamedPeriod {
  rest: string
  kind: 'month' | 'quarter' | 'year'
  /** The month, the quarter, or the year. */
  number: number
}

const parts = /[_\s-]+/
const quarter = /^q([1-4])$/i
const year = /^(?:19|20)\d\d$/
/** Fewer columns don't show how something went on, and more cells take long to compare. */
const fewestPeriods = 3
const mostCells = 1_000

/** Column names of months and quarters say them in short forms. */
export function periodOfName(name: string): NamedPeriod | null {
  const words = name.split(parts)
  const at = words.findIndex((word) => quarter.test(word) || monthOf(word) !== null)
  const place = at < 0 ? words.findIndex((word) => year.test(word)) : at
  const word = words[place]
  if (word === undefined) return null
  const rest = words
    .filter((_, index) => index !== place)
    .join('_')
    .toLowerCase()
  const ofQuarter = quarter.exec(word)?.[1]
  if (ofQuarter !== undefined) return { rest, kind: 'quarter', number: Number(ofQuarter) }
  const month = monthOf(word)
  return month === null ? { rest, kind: 'year', number: Number(word) } : { rest, kind: 'month', number: month }
}

/** Whether a column's name gives a month or a quarter. */
export function isPartOfYear({ period }: { period: NamedPeriod | null }): boolean {
  return period !== null && period.kind !== 'year'
}

interface PeriodColumn extends NamedPeriod {
  index: number
  /** Sorts and reads like a cell with a date. */
  time: string
}

/**
 * A result with a column for each period, as one with a row for each of them, so that what a sentence says about the
 * periods can be compared with rows.
 * @returns null if a result has no such columns
 */
export function unpivoted(step: Step): Step | null {
  const { columns, rows, truncated } = step.result
  const periods = timed(
    columns.flatMap(({ name }, index) => {
      const found = step.masked.has(index) ? null : periodOfName(name)
      const isNumber = found !== null && rows.some((row) => row[index] !== null && !Number.isNaN(Number(row[index])))
      return found !== null && isNumber ? [{ ...found, index }] : []
    }),
  )
  const times = [...new Set(periods.map(({ time }) => time))]
  const rests = [...new Set(periods.map(({ rest }) => rest))]
  const kinds = new Set(periods.map(({ kind }) => kind))
  const [kind, ...otherKinds] = kinds
  if (!kind || otherKinds.length > 0 || times.length < fewestPeriods) return null
  if (rows.length * times.length * rests.length > mostCells) return null
  const labels = columns
    .keys()
    .filter(
      (index) => rows.some((row) => typeof row[index] === 'string') && !periods.some((one) => one.index === index),
    )
    .toArray()
  const cellsOf = (row: Row, time: string): Row => [
    ...labels.map((index) => row[index] ?? null),
    time,
    ...rests.map((rest) => row[periods.find((one) => one.rest === rest && one.time === time)?.index ?? -1] ?? null),
  ]
  return {
    ...step,
    id: `${step.id} by ${kind}`,
    isUnpivoted: true,
    masked: new Set(labels.flatMap((index, at) => (step.masked.has(index) ? [at] : []))),
    result: {
      columns: [
        ...labels.flatMap((index) => columns[index] ?? []),
        { name: kind, dataType: '', kind: 'text' },
        ...rests.map((name) => ({ name: name === '' ? 'value' : name, dataType: '', kind: 'number' as const })),
      ],
      rows: rows.flatMap((row) => times.map((time) => cellsOf(row, time))),
      truncated,
    },
  }
}

/** The columns in their order, each with a time; a month that is before the last one is in the next year. */
function timed(columns: readonly (NamedPeriod & { index: number })[]): PeriodColumn[] {
  const last = new Map<string, { number: number; turns: number }>()
  return columns.map((column) => {
    const before = last.get(column.rest)
    const turns = (before?.turns ?? 0) + (before && column.number < before.number ? 1 : 0)
    last.set(column.rest, { number: column.number, turns })
    const of = String(turns).padStart(4, '0')
    const times = {
      month: `${of}-${String(column.number).padStart(2, '0')}`,
      quarter: `${of}-Q${column.number}`,
      year: String(column.number),
    }
    return { ...column, time: times[column.kind] }
  })
}
