import type { PortableItem } from '@parlance/contract'
import type { AreaContent } from './area-content.ts'

/** Everything that an area says, item by item. */
export function itemsOf(content: AreaContent): PortableItem[] {
  const { description, instructions, synonyms, tables, relationships, definitions } = content
  const items: PortableItem[] = []
  if (description !== null && description.trim() !== '') items.push({ kind: 'description', value: description })
  if (instructions !== null && instructions.trim() !== '') items.push({ kind: 'instructions', value: instructions })
  if (synonyms.length > 0) items.push({ kind: 'synonyms', value: synonyms })
  for (const table of tables) {
    const { table_name } = table
    if (isDescribed(table)) {
      items.push({ kind: 'table', value: { table_name, description: table.description, synonyms: table.synonyms } })
    }
    for (const column of table.columns) {
      if (isDescribed(column)) items.push({ kind: 'column', value: { table_name, ...column } })
    }
  }
  for (const value of relationships) items.push({ kind: 'relationship', value })
  for (const value of definitions.metrics) items.push({ kind: 'metric', value })
  for (const value of definitions.dimensions) items.push({ kind: 'dimension', value })
  for (const value of definitions.filters) items.push({ kind: 'filter', value })
  for (const value of definitions.time_columns) items.push({ kind: 'time_column', value })
  for (const value of definitions.value_synonyms) items.push({ kind: 'value_synonym', value })
  return items
}

function isDescribed({ description, synonyms }: { description: string | null; synonyms: string[] }): boolean {
  return description !== null || synonyms.length > 0
}
