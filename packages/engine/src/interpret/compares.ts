import { sameExpression, type Filter, type PeriodUnit, type Scalar } from '../query.ts'
import { columnOf } from '../schema/model.ts'
import { keyedBy, type Grouped } from './orders.ts'
import type { Scope } from './scope.ts'
import { Unclear } from './unclear.ts'

/** 'compare 2024 and 2025', 'France vs Spain': the alternatives of a condition are groups. Throws `Unclear` for none. */
export function comparedGroups(scope: Scope, filters: readonly Filter[]): { filters: Filter[]; groups: Grouped[] } {
  const groups: Grouped[] = []
  const kept = filters.map((one) => {
    const found = alternativesOf(one)
    if (found === null) return one
    groups.push(groupOf(scope, found.scalar))
    return found.filter
  })
  if (groups.length === 0) throw new Unclear('It is not clear what is to be compared.', ['compare'])
  return { filters: kept, groups }
}

function alternativesOf(filter: Filter): { scalar: Scalar; filter: Filter } | null {
  if (filter.kind === 'in' && !filter.negated) return { scalar: filter.left, filter }
  if (filter.kind === 'period' && !filter.negated) return yearsOf(filter)
  if (filter.kind !== 'any' && filter.kind !== 'every') return null
  const [first] = filter.filters
  if (first === undefined || filter.filters.length < 2) return null
  if (first.kind === 'compare' && first.operator === '=') {
    const same = filter.filters.flatMap((one) =>
      one.kind === 'compare' && one.operator === '=' && sameExpression(one.left, first.left) ? [one.value] : [],
    )
    if (same.length !== filter.filters.length) return null
    return { scalar: first.left, filter: { kind: 'in', left: first.left, values: same, negated: false } }
  }
  const periods = filter.filters.flatMap((one) => (one.kind === 'period' && !one.negated ? [one] : []))
  const units = new Set(periods.map((one) => unitOf(one.from, one.before)))
  const [unit, other] = [...units]
  const [period] = periods
  if (periods.length !== filter.filters.length || period === undefined || unit === undefined || unit === null)
    return null
  if (other !== undefined) throw new Unclear('Periods of different lengths cannot be compared here.', ['compare'])
  return { scalar: { kind: 'period', unit, ref: period.ref }, filter: { kind: 'any', filters: filter.filters } }
}

/** 'between 2024 and 2025': several whole years are compared year by year. */
function yearsOf(filter: Extract<Filter, { kind: 'period' }>): { scalar: Scalar; filter: Filter } | null {
  const { from, before } = filter
  if (from === null || before === null || !from.endsWith('-01-01') || !before.endsWith('-01-01')) return null
  if (Number(before.slice(0, 4)) - Number(from.slice(0, 4)) < 2) return null
  return { scalar: { kind: 'period', unit: 'year', ref: filter.ref }, filter }
}

function unitOf(from: string | null, before: string | null): PeriodUnit | null {
  if (from === null || before === null) return null
  const days = (Date.parse(before) - Date.parse(from)) / 86_400_000
  if (days === 1) return 'day'
  if (!from.endsWith('-01') || !before.endsWith('-01')) return days === 7 ? 'week' : null
  if (days <= 31) return 'month'
  if (days <= 92) return 'quarter'
  return days === 365 || days === 366 ? 'year' : null
}

function groupOf(scope: Scope, scalar: Scalar): Grouped {
  if (scalar.kind === 'period') return { scalar, alias: scalar.unit, key: null }
  if (scalar.kind === 'formula') throw new Unclear('It is not clear what is to be compared.', ['compare'])
  const found = columnOf(scope.schema, scalar.ref)
  return { scalar, alias: found.name, key: keyedBy(found) }
}
