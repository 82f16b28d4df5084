import type { PortableItem } from '@parlance/contract'
import type { DefinitionPlace, ListName } from '../definitions/definition-place.ts'

/** The lists of the editor, by the kind of what they contain. */
const listOf: Partial<Record<string, ListName>> = {
  metric: 'metrics',
  dimension: 'dimensions',
  filter: 'filters',
  time_column: 'time_columns',
}

/** Where the editor shows an item; null for what is in another tab. */
export function placeOf({ kind, value }: PortableItem): DefinitionPlace | null {
  const list = listOf[kind]
  const name = typeof value === 'object' && 'name' in value ? value.name : null
  return list === undefined ? null : { list, name }
}
