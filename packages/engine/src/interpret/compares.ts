import { message } from '@parlance/contract'
import {
  column,
  isAggregate,
  sameExpression,
  tableKeyOf,
  type Expression,
  type Filter,
  type Scalar,
  type Selected,
} from '../query.ts'
import { columnOf, tableOf } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import { keyedBy, type Grouped } from './groups.ts'
import type { Scope } from './scope.ts'
import { unitOf } from '../match/dates.ts'
import { Decline, readAll } from '../decline.ts'

/** What a filter compares, and the remaining filter. */
interface Alternatives {
  scalar: Scalar
  filter: Filter
}

/**
 * 'compare 2024 and 2025', 'France vs Spain': the alternatives of a condition become groups. Declines if there are
 * none.
 */
export function comparedGroups(
  scope: Scope,
  filters: readonly Filter[],
): { filters: Filter[]; groups: Grouped[] } | Decline {
  const groups: Grouped[] = []
  const kept = readAll(withJoinedAlternatives(filters), (one) => {
    const found = alternativesOf(one)
    if (found === null || found instanceof Decline) return found ?? one
    const group = groupOf(scope, found.scalar)
    if (group instanceof Decline) return group
    groups.push(group)
    return found.filter
  })
  if (kept instanceof Decline) return kept
  return groups.length === 0
    ? new Decline(message('It is not clear what to compare.'), ['compare'])
    : { filters: kept, groups }
}

/**
 * 'compare the price of Kettle with Toaster': the rows by their names, and what to show beside; null if numbers over
 * several rows are compared. Declines if each alternative may have several rows.
 */
export function comparedRows(
  scope: Scope,
  filters: readonly Filter[],
  measured: readonly Expression[],
): { filters: Filter[]; names: Selected[] } | Decline | null {
  if (!scope.draft.compares || measured.some(isAggregate)) return null
  const found = readAll(filters, (one) => alternativesOf(one) ?? { scalar: null, filter: one })
  if (found instanceof Decline) return found
  const scalars = found.flatMap(({ scalar }) => (scalar === null ? [] : [scalar]))
  if (scalars.length === 0) return new Decline(message('It is not clear what to compare.'), ['compare'])
  const names = [...new Set(measured.map((one) => tableKeyOf(one)))].flatMap((key) =>
    displayColumns(tableOf(scope.schema, key)).map((one) => ({ expression: column(one.ref), alias: one.name })),
  )
  const isNamed = scalars.every((one) => names.some(({ expression }) => sameExpression(expression, one)))
  return isNamed ? { filters: found.map(({ filter }) => filter), names } : whichNumber(scope)
}

/** 'the price of Kettle, Toaster, and Spade': which price is whose; null unless several rows are named. */
export function namedRows(
  { schema, subject }: Scope,
  filters: readonly Filter[],
  shown: readonly Expression[],
): { filters: Filter[]; names: Selected[] } | null {
  const [name, other] = displayColumns(subject)
  if (name === undefined || other !== undefined || shown.length === 0) return null
  const isOwn = (one: Expression) =>
    one.kind === 'column' && one.ref.table === subject.key && columnOf(schema, one.ref) !== name
  const expression = column(name.ref)
  const isNamed = filters.some(
    (one) => one.kind === 'in' && !one.negated && one.values.length > 1 && sameExpression(one.left, expression),
  )
  return isNamed && shown.every(isOwn) ? { filters: [...filters], names: [{ expression, alias: name.name }] } : null
}

/** Several rows of each alternative have a number, so it must be an average, for example. */
function whichNumber({ draft }: Scope): Decline {
  const [only, other] = draft.items
  const { text } = only?.kind === 'column' && other === undefined ? only : { text: '' }
  const choices =
    text === ''
      ? null
      : {
          text,
          replacements: [
            { label: message('the average {column}', { column: text }), words: `average ${text}` },
            { label: message('the highest {column}', { column: text }), words: `highest ${text}` },
            { label: message('the lowest {column}', { column: text }), words: `lowest ${text}` },
          ],
        }
  return new Decline(
    message('It is not clear which number to compare. Ask for a total, an average, or a count.'),
    ['compare'],
    choices,
  )
}

/** '2023, 2024 and 2025', 'France with Spain': conditions on a column that no row meets together are alternatives. */
export function withJoinedAlternatives(filters: readonly Filter[]): Filter[] {
  const together = Map.groupBy(filters, alternativeTo)
  return filters.flatMap((one): Filter[] => {
    const key = alternativeTo(one)
    const alternatives = key === null ? [] : (together.get(key) ?? [])
    if (alternatives.length < 2) return [one]
    return one === alternatives[0] ? [{ kind: 'any', filters: alternatives.flatMap(alternativesIn) }] : []
  })
}

function alternativesIn(filter: Filter): Filter[] {
  return filter.kind === 'any' ? filter.filters : [filter]
}

/** What a filter names one or several values or periods of; null for any other filter. */
function alternativeTo(filter: Filter): string | null {
  const [key, other] = new Set(alternativesIn(filter).map(namedBy))
  return other === undefined ? (key ?? null) : null
}

function namedBy(filter: Filter): string | null {
  if (filter.kind === 'period' && !filter.negated) return JSON.stringify(['period', filter.ref])
  return filter.kind === 'compare' && filter.operator === '=' ? JSON.stringify(filter.left) : null
}

function alternativesOf(filter: Filter): Alternatives | Decline | null {
  if (filter.kind === 'in' && !filter.negated) return { scalar: filter.left, filter }
  if (filter.kind === 'period' && !filter.negated) return yearsOf(filter)
  if (filter.kind !== 'any' && filter.kind !== 'every') return null
  const { filters } = filter
  const [first] = filters
  if (first === undefined || filters.length < 2) return null
  return first.kind === 'compare' && first.operator === '=' ? valuesOf(filters, first.left) : periodsOf(filters)
}

/** Values of one column. */
function valuesOf(filters: readonly Filter[], left: Scalar): Alternatives | null {
  const values = filters.flatMap((one) =>
    one.kind === 'compare' && one.operator === '=' && sameExpression(one.left, left) ? [one.value] : [],
  )
  return values.length === filters.length
    ? { scalar: left, filter: { kind: 'in', left, values, negated: false } }
    : null
}

/** Periods of one length. */
function periodsOf(filters: Filter[]): Alternatives | Decline | null {
  const periods = filters.flatMap((one) => (one.kind === 'period' && !one.negated ? [one] : []))
  const [unit, other] = new Set(periods.map((one) => unitOf(one.from, one.before)))
  const [period] = periods
  if (periods.length !== filters.length || period === undefined || unit === undefined || unit === null) return null
  if (other !== undefined)
    return new Decline(
      message('Periods of different lengths cannot be compared. Ask about periods of the same length.'),
      ['compare'],
    )
  return { scalar: { kind: 'period', unit, ref: period.ref }, filter: { kind: 'any', filters } }
}

/** 'between 2024 and 2025': several whole years are compared year by year. */
function yearsOf(filter: Extract<Filter, { kind: 'period' }>): Alternatives | null {
  const { from, before } = filter
  if (from === null || before === null || !from.endsWith('-01-01') || !before.endsWith('-01-01')) return null
  if (Number(before.slice(0, 4)) - Number(from.slice(0, 4)) < 2) return null
  return { scalar: { kind: 'period', unit: 'year', ref: filter.ref }, filter }
}

function groupOf(scope: Scope, scalar: Scalar): Grouped | Decline {
  if (scalar.kind === 'period') return { scalar, alias: scalar.unit, key: null }
  if (!('ref' in scalar)) return new Decline(message('It is not clear what to compare.'), ['compare'])
  const found = columnOf(scope.schema, scalar.ref)
  return { scalar, alias: found.name, key: keyedBy(found) }
}
