import type Big from 'big.js'
import { numbersIn, type WrittenNumber } from '../numbers.ts'
import { textBefore } from '../plain-text.ts'
import type { Mention } from './claims.ts'
import type { NamedRows } from './names.ts'
import { numberOf } from './resolve.ts'
import type { Step } from './step.ts'

/** A sentence whose figures the model typed, with the rows that it names. */
export interface TypedSentence {
  text: string
  names: readonly NamedRows[]
  steps: readonly Step[]
}

/** Named rows whose sums, differences, and ratios are compared with a number. */
const mostNamed = 6
/** The relative difference between a ratio as people say it and as it is. */
const ratioSlack = 0.05

const boundBelow = /\b(?:under|below|less than|fewer than|at most|up to|no more than)\s[$€£]?$/i
const boundAbove = /\b(?:over|above|more than|at least|exceed(?:s|ed|ing)?|no less than)\s[$€£]?$/i

/**
 * Whether a number is the sum, the difference, the share, or the ratio of the rows that its sentence names, or a bound
 * that they keep.
 */
export function followsFromNamedRows(number: WrittenNumber, { text, names, steps }: TypedSentence): boolean {
  const bound = boundOf(number, text)
  const columns = columnsOf(names, steps)
  if (bound !== null) return keepsBound(number, { isBelow: bound === 'below', columns })
  return columns.some(({ named, all }) =>
    number.readings.some(({ value: amount, tolerance }) => {
      const value = number.isNegative ? -amount : amount
      const isNear = (other: number): boolean => Math.abs(other - value) <= tolerance + 1e-9
      const total = sumOf(all)
      switch (number.kind) {
        case 'value':
          return derived(named).some(isNear)
        case 'percent': {
          const parts = [...named, sumOf(named)].map((one) => (one / total) * 100)
          return [
            ...parts,
            ...pairs(named).flatMap(([one, other]) => [(one / other - 1) * 100, (one / other) * 100]),
          ].some((one) => Math.abs(Math.abs(one) - value) <= tolerance + 1e-9)
        }
        case 'ratio':
          return pairs(named).some(
            ([one, other]) => Math.abs(one / other - value) <= Math.max(tolerance, value * ratioSlack),
          )
        case 'bound':
        case 'rank':
        case 'day':
        case 'magnitude':
        case 'never':
          return false
      }
    }),
  )
}

/** Whether a sentence says that the rows it names are below or above a number, and they are not. */
export function isBrokenBound(number: WrittenNumber, sentence: TypedSentence): boolean {
  return boundOf(number, sentence.text) !== null && sentence.names.length > 0 && !followsFromNamedRows(number, sentence)
}

function boundOf({ index }: WrittenNumber, text: string): 'below' | 'above' | null {
  const before = textBefore(text, index)
  if (boundBelow.test(before)) return 'below'
  return boundAbove.test(before) ? 'above' : null
}

/** The bound is for the column whose numbers are nearest to it: revenue is under 1,000, not the number of orders. */
function keepsBound(
  { readings }: WrittenNumber,
  { isBelow, columns }: { isBelow: boolean; columns: NumericColumn[] },
): boolean {
  const compared = columns
    .map(({ named, all }) => (named.length > 0 ? named : all))
    .filter((values) => values.length > 0)
  return readings.some(({ value }) => {
    const [nearest = []] = compared.toSorted((one, other) => distanceOf(one, value) - distanceOf(other, value))
    return nearest.length > 0 && nearest.every((one) => (isBelow ? one < value : one > value))
  })
}

/** How many times larger or smaller than a number the largest of the values is, as a logarithm. */
function distanceOf(values: readonly number[], number: number): number {
  return Math.abs(Math.log(Math.max(...values.map(Math.abs), Number.MIN_VALUE) / Math.max(number, Number.MIN_VALUE)))
}

/**
 * The typed numbers that are cells, with all rows that have them, so that claims can be checked. Numbers that follow from
 * the named rows in another way aren't cells, even if another row has the same number.
 */
export function typedMentions(sentence: TypedSentence, isStated: (number: WrittenNumber) => boolean): Mention[] {
  return numbersIn(sentence.text).flatMap((number) => {
    if (number.kind !== 'value' || isStated(number)) return []
    const named = columnsOf(sentence.names, sentence.steps).flatMap((column) => derived(column.named))
    return sentence.steps.flatMap((step) => {
      const cells = cellsWith(number, step)
      const [first] = cells
      const isDerived = number.readings.some(({ value, tolerance }) =>
        named.some((one) => Math.abs(one - value) <= tolerance),
      )
      if (!first || isDerived) return []
      const columns = new Set(cells.map(({ column }) => column))
      const value = cells.length === 1 ? first.value : null
      return [
        {
          start: number.index,
          end: number.index + number.written.length,
          kind: 'cell' as const,
          value,
          step: step.id,
          column: columns.size === 1 ? first.column : null,
          rows: [...new Set(cells.map(({ row }) => row))],
          isSigned: false,
        },
      ]
    })
  })
}

interface NumericColumn {
  /** The numbers of the rows that the sentence names. */
  named: number[]
  /** All numbers of the column; empty if the result was cut. */
  all: number[]
}

function columnsOf(names: readonly NamedRows[], steps: readonly Step[]): NumericColumn[] {
  return steps.flatMap((step) => {
    const { columns, rows, truncated } = step.result
    const places = new Set(names.flatMap((name) => (name.step === step.id && name.rows.length === 1 ? name.rows : [])))
    const namedRows = [...places].slice(0, mostNamed)
    return columns.flatMap((_, index) => {
      if (step.masked.has(index)) return []
      const numberAt = (row: number): number | null => numberOf(rows[row]?.[index] ?? null)?.toNumber() ?? null
      const named = namedRows.map(numberAt).filter((one) => one !== null)
      const all = truncated ? [] : rows.map((_row, at) => numberAt(at)).filter((one) => one !== null)
      return named.length + all.length === 0 ? [] : [{ named, all }]
    })
  })
}

/** The sum of all named rows, and the sums and differences of two of them. */
function derived(named: readonly number[]): number[] {
  if (named.length < 2) return []
  return [sumOf(named), ...pairs(named).flatMap(([one, other]) => [one + other, one - other])]
}

function pairs(values: readonly number[]): [number, number][] {
  return values.flatMap((one, at) =>
    values.flatMap((other, place) => (at === place ? [] : [[one, other] as [number, number]])),
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0)
}

interface FoundCell {
  row: number
  column: number
  value: Big
}

function cellsWith({ readings, isNegative }: WrittenNumber, { result, masked }: Step): FoundCell[] {
  return result.rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => {
      const value = masked.has(column) ? null : numberOf(cell)
      if (value === null) return []
      const isWritten = readings.some(({ value: amount, tolerance }) => {
        const signed = isNegative ? -amount : amount
        return (
          Math.abs(value.toNumber() - signed) <= tolerance || Math.abs(Math.abs(value.toNumber()) - amount) <= tolerance
        )
      })
      return isWritten ? [{ row, column, value }] : []
    }),
  )
}
