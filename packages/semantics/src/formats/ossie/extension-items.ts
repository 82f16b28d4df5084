import { message, type PortableItem } from '@parlance/contract'
import type { Collector } from '../collector.ts'
import type { Place } from '../file-error.ts'
import { isSame } from '../match-tables.ts'
import type { DatasetsOfModel } from './read-datasets.ts'

/** Adds what an export had to put aside, with the names that the tables have in this area. */
export function placeExtensionItems(
  items: readonly PortableItem[],
  datasets: DatasetsOfModel,
  place: Place,
  collector: Collector,
): void {
  for (const item of items) {
    const now = withTablesNow(item, datasets)
    if (now !== null) collector.add(now, place)
    else
      collector.note(place, 'left_out', message('{kind} needs a table that does not come in.', { kind: nameOf(item) }))
  }
}

/** The item with the names that its tables have in this area. Null if a table does not come in. */
export function withTablesNow(item: PortableItem, datasets: DatasetsOfModel): PortableItem | null {
  let isMissing = false
  const now = renamed(item, (name) => {
    const dataset = datasets.all.find(({ exportedTable }) => exportedTable !== null && isSame(exportedTable, name))
    if (dataset === undefined) isMissing = true
    return dataset?.table.name ?? name
  })
  return isMissing ? null : now
}

function nameOf({ value }: PortableItem): string {
  if (typeof value === 'string' || Array.isArray(value)) return ''
  if ('name' in value) return value.name
  return 'table' in value ? `${value.table}.${value.column}` : (value.description ?? '')
}

function renamed(item: PortableItem, rename: (name: string) => string): PortableItem {
  switch (item.kind) {
    case 'metric': {
      const { computation } = item.value
      if (computation.kind === 'formula') return item
      const time = computation.time_column
      const table = rename(computation.table)
      const time_column = time === null ? null : { ...time, table: rename(time.table) }
      return { ...item, value: { ...item.value, computation: { ...computation, table, time_column } } }
    }
    case 'dimension':
      return { ...item, value: { ...item.value, table: rename(item.value.table) } }
    case 'filter':
      return { ...item, value: { ...item.value, table: rename(item.value.table) } }
    case 'time_column':
      return { ...item, value: { ...item.value, table: rename(item.value.table) } }
    case 'value_synonym':
      return { ...item, value: { ...item.value, table: rename(item.value.table) } }
    case 'relationship': {
      const { left_table, right_table } = item.value
      const left = left_table === undefined ? {} : { left_table: rename(left_table) }
      const right = right_table === undefined ? {} : { right_table: rename(right_table) }
      return { ...item, value: { ...item.value, ...left, ...right } }
    }
    case 'table':
      return { ...item, value: { ...item.value, table_name: rename(item.value.table_name) } }
    case 'column':
      return { ...item, value: { ...item.value, table_name: rename(item.value.table_name) } }
    case 'description':
    case 'instructions':
    case 'synonyms':
      return item
  }
}
