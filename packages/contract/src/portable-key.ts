import type { AreaJoin } from './areas.ts'
import type { PortableItem } from './definition-files.ts'

/** @returns what identifies an item among all of an area: items with the same key replace each other */
export function portableKey(item: PortableItem): string {
  return JSON.stringify([item.kind, ...partsOf(item)]).toLowerCase()
}

function partsOf(item: PortableItem): string[] {
  switch (item.kind) {
    case 'metric':
    case 'dimension':
    case 'filter':
      return [item.value.name]
    case 'time_column':
      return [item.value.table]
    case 'value_synonym':
      return [item.value.table, item.value.column, item.value.value]
    case 'relationship':
      return sidesOf(item.value)
    case 'table':
      return [item.value.table_name]
    case 'column':
      return [item.value.table_name, item.value.name]
    case 'description':
    case 'instructions':
    case 'synonyms':
      return []
  }
}

/** The same for a relationship that is written from the other side. */
function sidesOf(join: AreaJoin): string[] {
  const left = JSON.stringify([join.left_table ?? '', join.left_column ?? ''])
  const right = JSON.stringify([join.right_table ?? '', join.right_column ?? ''])
  const isStructured = join.left_table !== undefined || join.right_table !== undefined
  const rest = isStructured ? (join.join_condition ?? '') : (join.description ?? '')
  return [...[left, right].toSorted(), rest]
}
