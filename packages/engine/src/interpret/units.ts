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
  if (asked === undefined) return value
  if (kept === null) {
    if (unit !== 'minute' && unit !== 'day')
      return new Decline(`${column.table.name}.${column.name} has no known unit.`, [unit])
    note(scope, `${column.name} is assumed to be in ${unit}s`)
    return value
  }
  const converted = (value * asked) / (milliseconds[kept] ?? asked)
  if (kept !== unit) note(scope, `${value} ${unit}s are ${converted} in ${column.name}`)
  return converted
}
