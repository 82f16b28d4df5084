import { message } from '@parlance/contract'
import type { ColumnMention, HintMention, Left } from '../parse/draft.ts'
import type { Filter, Operator } from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { dateColumns } from '../schema/roles.ts'
import type { NamedScalar } from './elapsed.ts'
import { isPeople } from '../schema/people.ts'
import { farness, note, type Scope } from './scope.ts'

const birthWords = new Set(['birth', 'birthday', 'birthdate', 'born', 'dob'])

/** A larger number is never an age. */
const highestAge = 120

/** Whether a comparison is about an age: by its words, or because people have no other amount ('members over 65'). */
export function isAge(scope: Scope, left: Left, value: number, isBare: boolean): left is HintMention {
  if (left?.kind !== 'hint') return false
  return left.words.includes('age') || (isBare && isPeople(rowsBefore(scope, left.at)) && value <= highestAge)
}

/** The rows that a condition without its own noun is about. */
export function rowsBefore(scope: Scope, at: number): TableModel {
  const before = scope.mentioned.filter((one) => one.at < at).toSorted((left, right) => right.at - left.at)
  return before[0]?.table ?? scope.subject
}

/** The column with the date of birth of the nearest mentioned rows, if no column has their age; null if there is none. */
export function birthDate(scope: Scope): ColumnModel | null {
  const tables = [...new Set([scope.subject, ...scope.mentioned.map((one) => one.table)])]
    .filter((one) => farness(scope, one) <= 1)
    .toSorted((left, right) => farness(scope, left) - farness(scope, right))
  if (tables.some((table) => table.columns.some((one) => one.words.includes('age')))) return null
  for (const table of tables) {
    const [only, other] = dateColumns(table).filter((one) => one.words.some((word) => birthWords.has(word)))
    if (only !== undefined) return other === undefined ? only : null
  }
  return null
}

/** The age from a date of birth; null if a column of these rows has it, or no one's birth is stored. */
export function ageOf(scope: Scope, item: HintMention | ColumnMention): NamedScalar | null {
  const isSaid = item.kind === 'hint' ? item.words.includes('age') : /^ages?$/i.test(item.text)
  const column = isSaid ? birthDate(scope) : null
  if (column === null) return null
  noteAges(scope, column)
  scope.shown.push(column.table)
  return { expression: { kind: 'age', ref: column.ref, on: scope.today }, alias: 'age' }
}

function noteAges(scope: Scope, column: ColumnModel): void {
  note(scope, message('Ages are in full years on {today}, from {column}', { today: scope.today, column: column.name }))
}

/** The day after which someone is younger than `years`. */
function birthdayLimit(today: string, years: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const limit = new Date(Date.UTC(year - years, month - 1, day + 1))
  return limit.toISOString().slice(0, 10)
}

/** Dates of birth of an age in full years: from `least`, below `limit`; null is open. */
export function bornForAge(scope: Scope, column: ColumnModel, least: number | null, limit: number | null): Filter {
  const { today } = scope
  noteAges(scope, column)
  const before = least === null ? null : birthdayLimit(today, least)
  const from = limit === null ? null : birthdayLimit(today, limit)
  const label = labelOf(from, before)
  return { kind: 'period', ref: column.ref, from, before, label, negated: false }
}

function labelOf(from: string | null, before: string | null): string {
  if (from === null) return `before ${before ?? ''}`
  return before === null ? `since ${from}` : `${from} to ${dayBefore(before)}`
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** The ages in full years that a comparison allows. */
export function agesBy(operator: Operator, years: number): { least: number | null; limit: number | null } | null {
  const [floor, ceiling] = [Math.floor(years), Math.ceil(years)]
  switch (operator) {
    case '>':
      return { least: floor + 1, limit: null }
    case '>=':
      return { least: ceiling, limit: null }
    case '<':
      return { least: null, limit: ceiling }
    case '<=':
      return { least: null, limit: floor + 1 }
    case '=':
      return { least: years, limit: years + 1 }
    case '<>':
      return null
  }
}
