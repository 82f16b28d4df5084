import type { Cell } from '@parlance/contract'
import { type ColumnRef, type Filter, type Query } from '../query.ts'
import { columnOf, type ColumnModel, type Schema } from '../schema/model.ts'
import { isTemporal } from '../schema/roles.ts'

/** The columns whose values a query treats as dates: in periods, and in orders by time. */
export function datesOf(schema: Schema, query: Query): ColumnModel[] {
  const refs = [
    ...query.filters.flatMap(periodsIn),
    ...query.groups.flatMap((one) => (one.kind === 'period' ? [one.ref] : [])),
    ...query.order.flatMap(({ expression }) => {
      if (expression.kind === 'column') return [expression.ref]
      return expression.kind === 'aggregate' && expression.of.kind === 'column' && expression.fn !== 'count'
        ? [expression.of.ref]
        : []
    }),
  ]
  return [...new Set(refs.map((ref) => columnOf(schema, ref)))].filter(isTemporal)
}

function periodsIn(filter: Filter): ColumnRef[] {
  if (filter.kind === 'period') return [filter.ref]
  if (filter.kind === 'not') return periodsIn(filter.filter)
  return 'filters' in filter ? filter.filters.flatMap(periodsIn) : []
}

const sortable = /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ].*)?)?)?$/

/**
 * A stored value that the engine can't compare as a date (year, month, and day in this order); null if there is none.
 */
export function foreignDate(values: readonly Cell[] | null): string | null {
  const texts = (values ?? []).filter((one) => one !== null && one !== '')
  const foreign = texts.filter((one) => !sortable.test(String(one)))
  return foreign.length * 2 > texts.length ? String(foreign[0]) : null
}
