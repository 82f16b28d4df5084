import type { Definitions } from '@parlance/contract'

/** The lists of an area's definitions, in the order of the tab. */
export const listNames = [
  'metrics',
  'dimensions',
  'filters',
  'time_columns',
  'value_synonyms',
] as const satisfies (keyof Definitions)[]
export type ListName = (typeof listNames)[number]

/** The list that is shown, and the name of the definition that is open in it. */
export interface DefinitionPlace {
  list: ListName
  name: string | null
}
