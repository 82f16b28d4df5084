import { timeColumnKind, valueSynonymKind } from './column-kinds.tsx'
import { dimensionKind } from './dimension-fields.tsx'
import { filterKind } from './filter-fields.tsx'
import type { ListName } from './definition-place.ts'
import type { ItemOf, ListKind } from './list-kind.ts'
import { metricKind } from './metric-fields.tsx'

/** How each list of definitions is shown and edited. */
export const listKinds: { [L in ListName]: ListKind<ItemOf<L>> } = {
  metrics: metricKind,
  dimensions: dimensionKind,
  filters: filterKind,
  time_columns: timeColumnKind,
  value_synonyms: valueSynonymKind,
}
