import { message } from '@parlance/contract'
import { Decline } from '../decline.ts'
import { contradicts } from '../plan/plan.ts'
import { filterTables, type Filter } from '../query.ts'
import { ancestors } from '../schema/graph.ts'
import { columnOf } from '../schema/model.ts'
import { keyedBy } from './groups.ts'
import type { Named } from './items.ts'
import type { Scope } from './scope.ts'

/**
 * Conditions that no single row can match are about several rows that share the requested value: 'countries with both
 * large and small stadiums'.
 */
export function separated(scope: Scope, filters: Filter[], selected: readonly Named[]): Filter[] | Decline {
  const flat = filters.flatMap((one) => (one.kind === 'every' ? one.filters : [one]))
  const clash = flat.findIndex((one, at) => flat.slice(0, at).some((other) => contradicts(one, other)))
  const [first] = flat
  const second = flat[clash]
  if (clash < 1 || first === undefined || second === undefined) return filters
  const own = new Set(ancestors(scope.schema, scope.subject).map((one) => one.key))
  if (filterTables(second).some((key) => !own.has(key))) return filters
  const [only, more] = selected
  const shared = only?.expression
  if (
    shared === undefined ||
    more !== undefined ||
    shared.kind !== 'column' ||
    keyedBy(columnOf(scope.schema, shared.ref)) !== null
  )
    return new Decline(message('No single row can meet all of these conditions. Remove one of them.'))
  return [...flat.slice(0, clash), { kind: 'also', left: shared, filters: flat.slice(clash) }]
}
