import { message, type Cardinality, type Message, type PortableItem } from '@parlance/contract'

type Kind = PortableItem['kind']

/** The headings of the kinds, in the order on screen. */
export const kindTitles: Record<Kind, Message> = {
  metric: message('Metrics'),
  dimension: message('Dimensions'),
  filter: message('Filters'),
  time_column: message('Default time columns'),
  value_synonym: message('Synonyms of values'),
  relationship: message('Relationships'),
  table: message('Tables'),
  column: message('Columns'),
  description: message('Description of the area'),
  instructions: message('Instructions for the model'),
  synonyms: message('Synonyms of the area'),
}

const cardinalityTexts: Record<Cardinality, string> = {
  many_to_one: 'N : 1',
  one_to_one: '1 : 1',
  one_to_many: '1 : N',
  many_to_many: 'N : M',
}

/** The name of an item. Empty for the area's own texts. */
export function nameOf(item: PortableItem): string {
  switch (item.kind) {
    case 'metric':
    case 'dimension':
    case 'filter':
      return item.value.name
    case 'time_column':
      return item.value.table
    case 'value_synonym':
      return item.value.value
    case 'relationship':
      return [item.value.left_table, item.value.right_table].filter((name) => name !== undefined).join(' – ')
    case 'table':
      return item.value.table_name
    case 'column':
      return `${item.value.table_name}.${item.value.name}`
    case 'description':
    case 'instructions':
    case 'synonyms':
      return ''
  }
}

/** What an item says, in SQL where it is SQL, with its description and synonyms below. */
export function linesOf(item: PortableItem): { code: string | null; lines: string[] } {
  switch (item.kind) {
    case 'metric': {
      const { computation, unit } = item.value
      const code = computation.kind === 'formula' ? computation.formula : sqlOf(computation)
      return { code, lines: [...described(item.value), ...(unit === null ? [] : [unit])] }
    }
    case 'dimension':
      return { code: `${item.value.table}: ${item.value.expression}`, lines: described(item.value) }
    case 'filter':
      return {
        code: `${item.value.table}: ${item.value.condition}`,
        lines: [...described(item.value), ...(item.value.applies_by_default ? ['applies by default'] : [])],
      }
    case 'time_column':
      return { code: item.value.column, lines: [] }
    case 'value_synonym':
      return { code: `${item.value.table}.${item.value.column}`, lines: [item.value.synonyms.join(', ')] }
    case 'relationship': {
      const { left_table, left_column, right_table, right_column, join_condition, cardinality, description } =
        item.value
      const sides = left_table === undefined ? null : `${left_table}.${left_column} = ${right_table}.${right_column}`
      const stated = cardinality === undefined ? [] : [cardinalityTexts[cardinality]]
      return { code: join_condition ?? sides, lines: [...stated, ...(description === undefined ? [] : [description])] }
    }
    case 'table':
    case 'column':
      return { code: null, lines: described(item.value) }
    case 'description':
    case 'instructions':
      return { code: null, lines: [item.value] }
    case 'synonyms':
      return { code: null, lines: [item.value.join(', ')] }
  }
}

function sqlOf({
  table,
  expression,
  condition,
}: {
  table: string
  expression: string
  condition: string | null
}): string {
  return condition === null ? `${table}: ${expression}` : `${table}: ${expression} WHERE ${condition}`
}

function described(value: { description?: string | null | undefined; synonyms?: string[] | undefined }): string[] {
  const { description = null, synonyms = [] } = value
  return [...(description === null ? [] : [description]), ...(synonyms.length === 0 ? [] : [synonyms.join(', ')])]
}
