import {
  definedColumnSchema,
  dimensionSchema,
  metricSchema,
  namedFilterSchema,
  namesOf,
  valueSynonymSchema,
  type CheckAreaRequest,
  type Definitions,
} from '@parlance/contract'
import type { z } from 'zod'

/** What one definition of each list must be. */
export const definitionSchemas: Record<keyof Definitions, z.ZodType> = {
  metrics: metricSchema,
  dimensions: dimensionSchema,
  filters: namedFilterSchema,
  time_columns: definedColumnSchema,
  value_synonyms: valueSynonymSchema,
}

/** The complete definitions; null if there are none. */
export function wholeDefinitions(definitions: CheckAreaRequest['definitions']): CheckAreaRequest['definitions'] | null {
  if (definitions === undefined) return null
  const whole = Object.fromEntries(
    namesOf(definitionSchemas).map((list) => [
      list,
      (definitions[list] ?? []).filter((item) => definitionSchemas[list].safeParse(item).success),
    ]),
  )
  return Object.values(whole).some((items) => items.length > 0) ? whole : null
}
