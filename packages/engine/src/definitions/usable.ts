import { noDefinitions, type Definitions } from '@parlance/contract'
import type { SemanticModel } from '@parlance/semantics'
import { addDefinitions } from '../schema/definitions.ts'
import { modelSchema } from '../schema/model-schema.ts'

/**
 * The definitions that read only tables and columns of the model, and name only each other. Anyone who sees only
 * these learns nothing about what else there is.
 */
export function usableDefinitions(model: SemanticModel): Definitions {
  const { dialect, tables, definitions } = model
  const schema = modelSchema({ dialect, defaultSchema: null, tables: tables.map(({ entry }) => entry) }, [])
  addDefinitions(schema, model)
  const { vocabulary } = schema
  if (vocabulary === undefined) return noDefinitions
  const names = {
    metrics: new Set(vocabulary.metrics.keys()),
    dimensions: new Set(vocabulary.dimensions.map(({ dimension }) => dimension.name.toLowerCase())),
    filters: new Set(vocabulary.filters.keys()),
  }
  const shown = <One extends Named>(all: readonly One[], known: ReadonlySet<string>): One[] =>
    all.filter(({ name }) => known.has(name.toLowerCase())).map((one) => withReplacement(one, known))
  const hasColumn = (table: string, column: string) =>
    tables.some(
      ({ name, entry }) =>
        name.toLowerCase() === table.toLowerCase() &&
        entry.columns.some((one) => one.name.toLowerCase() === column.toLowerCase()),
    )
  return {
    metrics: shown(definitions.metrics, names.metrics).map((one) => ({
      ...one,
      dimensions: one.dimensions?.filter((name) => names.dimensions.has(name.toLowerCase())) ?? null,
    })),
    dimensions: shown(definitions.dimensions, names.dimensions).map((one) => ({
      ...one,
      parent: one.parent !== null && names.dimensions.has(one.parent.toLowerCase()) ? one.parent : null,
    })),
    filters: shown(definitions.filters, names.filters),
    time_columns: definitions.time_columns.filter(({ table, column }) => hasColumn(table, column)),
    value_synonyms: definitions.value_synonyms.filter(({ table, column }) => hasColumn(table, column)),
  }
}

interface Named {
  name: string
  deprecated: { reason: string; use_instead: string | null } | null
}

function withReplacement<One extends Named>(one: One, known: ReadonlySet<string>): One {
  const other = one.deprecated?.use_instead ?? null
  if (one.deprecated === null || other === null || known.has(other.toLowerCase())) return one
  return { ...one, deprecated: { ...one.deprecated, use_instead: null } }
}
