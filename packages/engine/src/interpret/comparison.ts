import { message, type Message } from '@parlance/contract'
import { periodWords } from '../answer/periods.ts'
import { Decline } from '../decline.ts'
import { daysOf, unitOf } from '../match/dates.ts'
import {
  comparedPeriods,
  isAggregate,
  isMeasure,
  isNamedUnit,
  isPartial,
  sameColumn,
  sameExpression,
  sameFilter,
  withoutPeriods,
  type Expression,
  type Filter,
  type Period,
  type Query,
  type Scalar,
  type Selected,
} from '../query.ts'

function slug(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}

/** Shows each measure of a query in both periods, with the change in percent. Declines if that says nothing. */
export function compared(prior: Query, one: Period, other: Period): Query | Decline {
  const [from, to] = (one.from ?? '') <= (other.from ?? '') ? [one, other] : [other, one]
  const query = { ...prior, groups: prior.groups.map((group) => inBoth(group, { from, to })) }
  const doubt = unlike(query, from, to)
  if (doubt !== null) return doubt
  const measures = query.select.filter(({ expression }) => isAggregate(expression))
  const select = query.select.flatMap((shown): Selected[] => {
    const of = shown.expression
    if (of.kind === 'period') return [{ ...shown, expression: inBoth(of, { from, to }) }]
    if (!isMeasure(of)) return [shown]
    const change = measures.length === 1 ? 'change_percent' : `${shown.alias}_change_percent`
    return [
      { expression: { kind: 'part', of, when: from }, alias: `${shown.alias}_${slug(from.label)}` },
      { expression: { kind: 'part', of, when: to }, alias: `${shown.alias}_${slug(to.label)}` },
      { expression: { kind: 'change', of, from, to }, alias: change },
    ]
  })
  const later = (expression: Expression): Expression => {
    if (expression.kind === 'period') return inBoth(expression, { from, to })
    return isMeasure(expression) ? { kind: 'part', of: expression, when: to } : expression
  }
  return {
    ...query,
    select,
    filters: [...withoutPeriods(query.filters, from), { kind: 'any', filters: [from, to] }],
    order: query.order.map((order) => ({ ...order, expression: later(order.expression) })),
    having: query.having.map((having) => ({ ...having, expression: later(having.expression) })),
  }
}

/** Each month is in one of two years, but each year has a May: months of compared years are grouped by their names. */
export function inBoth(group: Scalar, { from, to }: { from: Period; to: Period }): Scalar {
  const isMonth = group.kind === 'period' && group.unit === 'month' && sameColumn(group.ref, from.ref)
  const areYears = [from, to].every((one) => unitOf(one.from, one.before) === 'year')
  return isMonth && areYears ? { ...group, unit: 'calendar month' } : group
}

/** The same days of two months or years differ by this much at most, because of February. */
const calendarDrift = 3

/** Why two periods can't be compared; null if they can. */
function unlike(query: Query, from: Period, to: Period): Decline | null {
  const measures = query.select.filter(({ expression }) => isAggregate(expression))
  if (!measures.every(({ expression }) => isMeasure(expression)))
    return new Decline(message('Shares and changes cannot be compared between periods. Ask for the totals first.'))
  if (query.groups.some((one) => one.kind === 'period' && !isNamedUnit(one.unit) && sameColumn(one.ref, from.ref)))
    return new Decline(
      message(
        'The previous answer is split by time, so each row is in only one of the two periods. Ask for the total first.',
      ),
    )
  const [start, middle, next, end] = [from.from, from.before, to.from, to.before]
  if (start === null || middle === null || next === null || end === null || middle > next)
    return new Decline(
      message('{first} and {second} cannot be compared, because they overlap or have no start or end.', {
        first: periodWords(from.label),
        second: periodWords(to.label),
      }),
    )
  const [unit, other] = [unitOf(start, middle), unitOf(next, end)]
  const isSame =
    unit === other && (unit !== null || Math.abs(daysOf(start, middle) - daysOf(next, end)) <= calendarDrift)
  return isSame
    ? null
    : new Decline(message('Periods of different lengths cannot be compared. Ask about periods of the same length.'))
}

/** What to know about a comparison whose later period still runs; empty for any other query. */
export function unfinished(query: Query, today: string): Message[] {
  const { from, to } = comparedPeriods(query) ?? {}
  if (from === undefined || to === undefined || to.from === null || to.before === null) return []
  if (to.from > today || daysOf(today, to.before) <= 1) return []
  return [
    message('The later period ({later}) is not over. Its days until {today} are compared with all of {earlier}', {
      later: periodWords(to.label),
      today,
      earlier: periodWords(from.label),
    }),
  ]
}

/** The query without the other part that it is compared with: of the later period, or of the rows that a share is of. */
export function uncompared(query: Query): Query {
  const later = comparedPeriods(query)?.to
  const parts = later === undefined ? percentagePart(query) : [later]
  if (parts === null) return query
  const plain = (expression: Expression): Expression =>
    isPartial(expression) || expression.kind === 'percentage' ? expression.of : expression
  const isOther = (expression: Expression) => expression.kind === 'part' && !isOneOf(expression.when, parts)
  const suffix = later === undefined ? '' : `_${slug(later.label)}`
  const select = query.select
    .filter(({ expression }) => expression.kind !== 'change' && !isOther(expression))
    .map(({ expression, alias }) => ({
      expression: plain(expression),
      alias: suffix !== '' && alias.endsWith(suffix) ? alias.slice(0, -suffix.length) : alias,
    }))
  const isRepeated = (one: Selected, at: number) =>
    select.findIndex((other) => sameExpression(other.expression, one.expression)) < at
  return {
    ...query,
    select: select.filter((one, at) => !isRepeated(one, at)),
    filters: [...(later === undefined ? query.filters : withoutPeriods(query.filters, later)), ...parts],
    order: query.order.map((one) => ({ ...one, expression: plain(one.expression) })),
    having: query.having.map((one) => ({ ...one, expression: plain(one.expression) })),
  }
}

function percentagePart(query: Query): Filter[] | null {
  for (const { expression } of query.select) if (expression.kind === 'percentage') return expression.filters
  return null
}

function isOneOf(filter: Filter, filters: readonly Filter[]): boolean {
  return filters.some((one) => sameFilter(filter, one))
}

/** Two periods that a question compares, and the remaining conditions; null unless there are exactly two. */
export function comparedPair(filters: readonly Filter[]): { pair: [Period, Period]; rest: Filter[] } | null {
  const pair = filters.map(pairOf).find((one) => one !== null)
  if (pair === undefined) return null
  const rest = filters.filter((filter) => pairOf(filter) === null)
  return withoutPeriods(rest, pair[0]).length < rest.length ? null : { pair, rest }
}

const yearsCompared = 2

function pairOf(filter: Filter): [Period, Period] | null {
  if (filter.kind === 'period') return yearsOf(filter)
  if (filter.kind !== 'any') return null
  const periods = filter.filters.flatMap((one) => (one.kind === 'period' && !one.negated ? [one] : []))
  const [one, other] = periods
  if (one === undefined || other === undefined || filter.filters.length !== yearsCompared) return null
  return sameColumn(one.ref, other.ref) ? [one, other] : null
}

/** 'between 2024 and 2025' is one span of two years. */
function yearsOf(filter: Period): [Period, Period] | null {
  const [from, middle, before] = [filter.from, filter.label.split(' to ')[1], filter.before]
  if (from === null || before === null || middle === undefined || filter.negated) return null
  const turn = `${middle}-01-01`
  if (unitOf(from, turn) !== 'year' || unitOf(turn, before) !== 'year') return null
  return [
    { ...filter, before: turn, label: from.slice(0, 4) },
    { ...filter, from: turn, label: middle },
  ]
}
