import type { DateRange } from '../match/dates.ts'
import { unitOf } from '../match/dates.ts'
import type { Literal } from './literals.ts'
import { areAlike, type Slot } from './slots.ts'

/** A replaced literal, and how the new text follows from the slot. */
export interface Replacement {
  value: string
  /** For a date: its first day, the day after it, its last day, or its name. */
  bound: 'from' | 'end' | 'whole' | null
}

const wholeDate = /^(\d{4}-\d\d-\d\d)([T ]\d\d:.*)?$/
const interval = /^([-+]?)(\d+)( ?(?:second|minute|hour|day|week|month|quarter|year)s?)$/i
const year = /^(19|20)\d\d$/
const month = /^(19|20)\d\d-\d\d$/

/** Whether a literal is a date, or may be a year that something is compared with. */
export function isTemporal({ kind, value, role }: Literal): boolean {
  if (kind === 'number') return year.test(value) && (role === 'equal' || role === 'compared')
  return wholeDate.test(value) || year.test(value) || month.test(value)
}

/** The literal for the new value of a slot; null if the slot doesn't explain the literal. */
export function replacementOf(literal: Literal, slot: Slot): Replacement | null {
  const { part, number, range } = slot
  if (part.kind === 'date') return range === null ? null : dateReplacement(literal, part.range, range)
  if (part.kind === 'number') return number === null ? null : numberReplacement(literal, part.value, number)
  return literal.kind === 'text' && literal.value === part.literal ? { value: slot.text, bound: null } : null
}

function numberReplacement({ kind, value, role }: Literal, old: number, wanted: number): Replacement | null {
  const written = String(wanted)
  if (!/^-?\d+(\.\d+)?$/.test(written)) return null
  if (kind === 'text') {
    const [, sign, count, unit] = interval.exec(value) ?? []
    if (Number(count) !== old || !Number.isInteger(wanted) || wanted < 1) return null
    return { value: `${sign}${written}${unit}`, bound: null }
  }
  if (Number(value) !== old || role === 'other') return null
  if (role === 'limit' && (!Number.isInteger(wanted) || wanted < 1)) return null
  return wanted < 0 ? null : { value: written, bound: null }
}

function dateReplacement(literal: Literal, old: DateRange, wanted: DateRange): Replacement | null {
  if (!isTemporal(literal)) return null
  const { value } = literal
  if (year.test(value)) return namedReplacement(value, 'year', { old, wanted })
  if (month.test(value)) return namedReplacement(value, 'month', { old, wanted })
  const [, day = '', clock = ''] = wholeDate.exec(value) ?? []
  const isOneDay = unitOf(old.from, old.before) === 'day' && areAlike(old, wanted)
  const bounds = [
    { is: old.from, to: wanted.from, bound: isOneDay ? ('whole' as const) : ('from' as const) },
    { is: old.before, to: wanted.before, bound: 'end' as const },
    { is: lastDay(old), to: lastDay(wanted), bound: 'end' as const },
  ]
  const found = bounds.find(({ is, to }) => is === day && to !== null)
  return found === undefined ? null : { value: `${found.to}${clock}`, bound: found.bound }
}

/** A year or month by its name, which only another one can replace. */
function namedReplacement(
  value: string,
  unit: 'year' | 'month',
  { old, wanted }: { old: DateRange; wanted: DateRange },
): Replacement | null {
  const isNamed = unitOf(old.from, old.before) === unit && old.from?.startsWith(value) === true
  if (!isNamed || !areAlike(old, wanted) || wanted.from === null) return null
  return { value: wanted.from.slice(0, value.length), bound: 'whole' }
}

function lastDay({ before }: DateRange): string | null {
  if (before === null) return null
  const day = new Date(before)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}
