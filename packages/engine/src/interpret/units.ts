import { message } from '@parlance/contract'
import { formatNumber } from '../answer/numbers.ts'
import type { ColumnModel } from '../schema/model.ts'
import { note, type Scope } from './scope.ts'
import { Decline } from '../decline.ts'

const milliseconds: Record<string, number> = {
  millisecond: 1,
  ms: 1,
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

/**
 * A length of time in the unit that a column's name gives. If the name has no unit, minutes or days are assumed if the
 * question uses them; otherwise it declines.
 */
export function inUnitOf(scope: Scope, column: ColumnModel, value: number, unit: string): number | Decline {
  const kept = column.words.find((word) => milliseconds[word] !== undefined) ?? null
  const asked = milliseconds[unit]
  if (asked === undefined) return inOtherUnit(scope, column, value, unit)
  if (kept === null) {
    if (unit !== 'minute' && unit !== 'day')
      return new Decline(message('{column} has no known unit.', { column: `${column.table.name}.${column.name}` }), [
        unit,
      ])
    note(
      scope,
      message(
        '{unit, select, minute {{column} is assumed to be in minutes} other {{column} is assumed to be in days}}',
        { unit, column: column.name },
      ),
    )
    return value
  }
  const converted = (value * asked) / (milliseconds[kept] ?? asked)
  if (kept !== unit)
    note(
      scope,
      message(
        '{unit, select, millisecond {{n} milliseconds are {converted} in {column}} second {{n} seconds are {converted} in {column}} minute {{n} minutes are {converted} in {column}} hour {{n} hours are {converted} in {column}} day {{n} days are {converted} in {column}} other {{n} {unit}s are {converted} in {column}}}',
        { unit, n: formatNumber(value), converted: formatNumber(converted), column: column.name },
      ),
    )
  return converted
}

const measured = new Set('meter metre kg pound mile km inch cm ton feet foot mm'.split(' '))
const percentWords = ['percent', 'percentage', 'pct']

const otherSpellings: Record<string, string> = { metre: 'meter', foot: 'feet' }

/**
 * Amounts, ages, and lengths as the question states them; percentages as the column stores them. Declines another unit
 * than that of the column.
 */
function inOtherUnit(scope: Scope, column: ColumnModel, value: number, unit: string): number | Decline {
  if (unit === 'percent') return inPercentOf(scope, column, value)
  const kept = measured.has(unit) ? column.words.find((word) => measured.has(word)) : undefined
  if (kept !== undefined && spelling(kept) !== spelling(unit))
    return new Decline(
      message('{column} is in the unit “{kept}”, not “{unit}”. Ask for the amount in that unit.', {
        column: `${column.table.name}.${column.name}`,
        kept,
        unit,
      }),
      [unit],
    )
  if (measured.has(unit) && kept === undefined)
    note(scope, message('{column} is assumed to be in the unit “{unit}”', { column: column.name, unit }))
  return value
}

function spelling(unit: string): string {
  return otherSpellings[unit] ?? unit
}

/** A discount is read as a fraction, as in revenue; any other column as a percentage, unless its name says so. */
function inPercentOf(scope: Scope, column: ColumnModel, value: number): number {
  if (column.words.some((word) => percentWords.includes(word))) return value
  if (column.words.includes('discount')) {
    note(scope, message('{column} is read as a fraction', { column: column.name }))
    return value / wholePercent
  }
  note(scope, message('{column} is assumed to be in percent', { column: column.name }))
  return value
}

const wholePercent = 100
