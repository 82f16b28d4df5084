import type { MetricQuery, NamedFilter } from '@parlance/contract'
import { expressionPieces } from '@parlance/sql/text'
import type { SemanticModel, SemanticTable } from '../contract.ts'
import { isSameName } from './find.ts'

/** A default filter of a table, with the columns that its condition reads. */
export interface DefaultFilter {
  filter: NamedFilter
  columns: ReadonlySet<string>
}

/** The default filters of a table. One that reads a column that the user may not use doesn't apply. */
export function defaultFiltersOf(model: SemanticModel, table: SemanticTable): DefaultFilter[] {
  return model.definitions.filters.flatMap((filter) => {
    if (!filter.applies_by_default || !isSameName(filter.table, table.name)) return []
    const columns = columnsRead(model, table, filter.condition)
    return columns === null ? [] : [{ filter, columns }]
  })
}

/**
 * The default filters that apply to the rows of a table in a query. One doesn't apply if the query names it, or if it
 * filters or groups by a column that the condition reads: the query then says itself which of these rows it is about.
 */
export function appliedByDefault(model: SemanticModel, table: SemanticTable, query: MetricQuery): NamedFilter[] {
  const { dimensions, filters } = model.definitions
  const isNamed = (names: readonly string[], name: string) => names.some((one) => isSameName(one, name))
  const said = [
    ...dimensions
      .filter(({ name }) => isNamed([...query.group_by, ...query.where.map((one) => one.dimension)], name))
      .map((one) => ({ table: one.table, sql: one.expression })),
    ...filters
      .filter(({ name }) => isNamed(query.filters, name))
      .map((one) => ({ table: one.table, sql: one.condition })),
  ].filter((one) => isSameName(one.table, table.name))
  const saidColumns = new Set(said.flatMap(({ sql }) => [...(columnsRead(model, table, sql) ?? [])]))
  return defaultFiltersOf(model, table)
    .filter(({ filter }) => !isNamed([...query.filters, ...query.without_filters], filter.name))
    .filter(({ columns }) => [...columns].every((column) => !saidColumns.has(column)))
    .map(({ filter }) => filter)
}

/** The columns of a table that an expression reads; null if it names anything else. */
function columnsRead({ dialect }: SemanticModel, { entry }: SemanticTable, sql: string): Set<string> | null {
  const pieces = expressionPieces(sql, dialect, entry)
  if (pieces === null) return null
  return new Set(pieces.flatMap((one) => (typeof one === 'string' ? [] : [one.column.toLowerCase()])))
}
