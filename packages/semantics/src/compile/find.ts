import { message, type DefinitionKind, type Dimension, type Metric, type NamedFilter } from '@parlance/contract'
import { Refusal, type SemanticModel, type SemanticTable } from '../contract.ts'

/** Whether two names of definitions, tables, or columns mean the same. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** What each kind of definition is. */
export interface DefinitionOf {
  metric: Metric
  dimension: Dimension
  filter: NamedFilter
}

const unknown = {
  metric: (name: string) => message('There is no metric {name}.', { name }),
  dimension: (name: string) => message('There is no dimension {name}.', { name }),
  filter: (name: string) => message('There is no filter {name}.', { name }),
} satisfies Record<DefinitionKind, unknown>

function listOf(model: SemanticModel): { [Kind in DefinitionKind]: DefinitionOf[Kind][] } {
  const { metrics, dimensions, filters } = model.definitions
  return { metric: metrics, dimension: dimensions, filter: filters }
}

/** Finds a definition by its name, whatever its case. */
export function findDefinition<Kind extends DefinitionKind>(
  model: SemanticModel,
  kind: Kind,
  name: string,
): DefinitionOf[Kind] | Refusal {
  const found = listOf(model)[kind].find((one) => isSameName(one.name, name))
  return found ?? new Refusal('unknown_name', unknown[kind](name))
}

/** Finds a table as the area spells it. */
export function findTable(model: SemanticModel, name: string): SemanticTable | Refusal {
  const found = model.tables.find((table) => isSameName(table.name, name))
  return found ?? new Refusal('missing_table', message('The table {table} is not available.', { table: name }))
}

/** The spelling of a column in the catalog. */
export function findColumn(table: SemanticTable, name: string): string | Refusal {
  const { columns } = table.entry
  const found = columns.find((column) => column.name === name) ?? columns.find((one) => isSameName(one.name, name))
  const reason = message('The column {column} of {table} is not available.', { column: name, table: table.name })
  return found?.name ?? new Refusal('missing_column', reason)
}
