import { stem } from '@parlance/retrieval'
import { column as columnExpression, type Filter, type Literal, type Operator } from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { shortestPaths } from '../schema/graph.ts'
import { dateColumns, isNumeric, isTemporal, mainDate } from '../schema/roles.ts'
import type { DateRange } from '../match/dates.ts'
import { farness, note, type Scope } from './scope.ts'
import { Unclear } from './unclear.ts'

export const opposites = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

export function openBy(range: DateRange, operator: Operator): DateRange {
  if (operator === '>') return { ...range, from: range.before, before: null, label: `after ${range.label}` }
  if (operator === '>=') return { ...range, before: null, label: `since ${range.label}` }
  if (operator === '<') return { ...range, from: null, before: range.from, label: `before ${range.label}` }
  if (operator === '<=') return { ...range, from: null, label: `until ${range.label}` }
  return range
}

/** A range of dates on a column: a temporal one, or one that keeps years as numbers. */
export function dated(column: ColumnModel, range: DateRange, negated: boolean): Filter {
  if (isTemporal(column))
    return { kind: 'period', ref: column.ref, from: range.from, before: range.before, label: range.label, negated }
  const from = range.from === null ? null : Number(range.from.slice(0, 4))
  const before = range.before === null ? null : Number(range.before.slice(0, 4))
  const left = columnExpression(column.ref)
  const asStored = (year: number): Literal => (isNumeric(column) ? year : String(year))
  if (from !== null && before !== null && before - from === 1)
    return { kind: 'compare', left, operator: negated ? '<>' : '=', value: asStored(from) }
  if (from !== null && before !== null)
    return negate({ kind: 'between', left, from: asStored(from), to: asStored(before - 1) }, negated)
  if (from !== null) return { kind: 'compare', left, operator: negated ? '<' : '>=', value: asStored(from) }
  return { kind: 'compare', left, operator: negated ? '>=' : '<', value: asStored(before ?? 0) }
}

export function negate(filter: Filter, negated: boolean): Filter {
  return negated ? { kind: 'not', filter } : filter
}

function isYearColumn(column: ColumnModel): boolean {
  return (
    (column.words.includes('year') || column.words.at(-1) === 'yr') &&
    !isTemporal(column) &&
    (isNumeric(column) || column.kind === 'text') &&
    !column.isForeignKey
  )
}

export function wholeYears(range: DateRange): boolean {
  const isStart = (day: string | null) => day === null || day.endsWith('-01-01')
  return isStart(range.from) && isStart(range.before)
}

/** The column that a date in the question speaks of, by the verb before it, else the one that dates the rows. */
export function dateColumn(scope: Scope, verb: string | null, range: DateRange, prefersYear: boolean): ColumnModel {
  const tables = [...new Set([...scope.mentioned.map((one) => one.table), scope.subject])].toSorted(
    (left, right) => farness(scope, left) - farness(scope, right),
  )
  const usable = (table: TableModel) => [
    ...dateColumns(table),
    ...(wholeYears(range) ? table.columns.filter(isYearColumn) : []),
  ]
  const word = verb === null ? null : stem(verb)
  if (prefersYear && wholeYears(range)) {
    for (const table of tables) {
      const years = table.columns.filter(isYearColumn)
      const said =
        years.find((one) => word !== null && one.words.some((own) => stem(own) === word)) ??
        (years.length === 1 ? years[0] : undefined)
      if (said !== undefined) return said
    }
  }
  if (word !== null) {
    for (const table of tables) {
      const found = [
        ...usable(table),
        ...(wholeYears(range) ? table.columns.filter((one) => isNumeric(one) && !one.isKey && !one.isForeignKey) : []),
      ].find((one) => one.words.some((own) => own.length > 3 && stem(own) === word))
      if (found !== undefined) return found
    }
  }
  const event = eventDate(scope)
  if (event !== null) {
    note(scope, `Dates are those of ${event.name} of ${event.table.name}`)
    return event
  }
  const measured = scope.measured === null ? null : mainDate(scope.schema, scope.measured)
  if (measured !== null && (usable(scope.subject).length === 0 || scope.measured !== scope.subject)) {
    note(scope, `Dates are those of ${measured.name} of ${measured.table.name}`)
    return measured
  }
  for (const table of tables) {
    const [own, second] = usable(table)
    const plainYear = table.columns.filter(isYearColumn)
    const [onlyYear, otherYear] = plainYear
    if (
      onlyYear !== undefined &&
      otherYear === undefined &&
      wholeYears(range) &&
      (own === undefined || own === onlyYear || onlyYear.words.length === 1)
    )
      return onlyYear
    if (own !== undefined) {
      if (second !== undefined) note(scope, `Dates are those of ${own.name} of ${own.table.name}`)
      return own
    }
  }
  const main = mainDate(scope.schema, scope.subject)
  if (main === null || !Number.isFinite(farness(scope, main.table)))
    throw new Unclear(`${scope.subject.name} has no date to compare with ${range.label}.`, [range.label])
  note(scope, `Dates are those of ${main.name} of ${main.table.name}`)
  return main
}

/** The date of the event by which the subject is tied to what an earlier condition speaks of. */
function eventDate(scope: Scope): ColumnModel | null {
  for (const table of scope.related.toReversed()) {
    const [path] = shortestPaths(scope.schema, scope.subject.key, table.key)
    const first = path?.findIndex((step) => step.toMany) ?? -1
    const events = first < 0 || path === undefined ? [] : path.slice(first).map((step) => step.to)
    const found = events.flatMap((one) => dateColumns(one).slice(0, 1))[0]
    if (found !== undefined) return found
  }
  return null
}
