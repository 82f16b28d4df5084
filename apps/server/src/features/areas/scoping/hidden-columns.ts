import { allTablesKey, type DefinedColumn, type Definitions } from '@parlance/contract'
import { isWritten } from './is-written.ts'
import type { AreaDraft } from '../store/area-record.ts'

type Shown = Pick<AreaDraft, 'tables' | 'joins' | 'definitions'>

/**
 * Removes hidden columns from tables and joins, and definitions that mention one. Names are compared without schema and case, because hiding too much is
 * safer than hiding too little.
 */
export function withoutHidden({
  tables,
  joins,
  definitions,
  columnRules,
}: Shown & Pick<AreaDraft, 'columnRules'>): Shown {
  const columns = (columnRules?.rules ?? []).flatMap((rule) =>
    Object.entries(rule.tables).flatMap(([table, masked]) =>
      Object.entries(masked).flatMap(([column, { mask_type }]) =>
        mask_type === 'disallow' ? [{ table, column }] : [],
      ),
    ),
  )
  const hidden = new Set(columns.map(({ table, column }) => keyOf(table, column)))
  if (hidden.size === 0) return { tables, joins, definitions }
  const isShown = (table = '', column = ''): boolean =>
    !hidden.has(keyOf(table, column)) && !hidden.has(keyOf(allTablesKey, column))
  return {
    tables: tables.map((table) => ({
      ...table,
      columns: table.columns.filter((column) => isShown(table.name, column.name)),
    })),
    joins: joins.filter(
      ({ left_table, left_column, right_table, right_column, join_condition }) =>
        isShown(left_table, left_column) && isShown(right_table, right_column) && join_condition === undefined,
    ),
    definitions: shownDefinitions(definitions, (table, text) => {
      const own = columns.filter((one) => one.table === allTablesKey || bare(one.table) === bare(table))
      return !own.some(({ column }) => isWritten(column, text))
    }),
  }
}

/** @param isShown whether a text about a table mentions none of its hidden columns */
function shownDefinitions(
  { metrics, dimensions, filters, time_columns, value_synonyms }: Definitions,
  isShown: (table: string, text: string) => boolean,
): Definitions {
  const isColumnShown = ({ table, column }: DefinedColumn) => isShown(table, column)
  return {
    metrics: metrics.filter(({ computation: made }) => {
      if (made.kind === 'formula') return true
      const { table, expression, condition, time_column: time } = made
      return isShown(table, `${expression} ${condition ?? ''}`) && (time === null || isColumnShown(time))
    }),
    dimensions: dimensions.filter(({ table, expression }) => isShown(table, expression)),
    filters: filters.filter(({ table, condition }) => isShown(table, condition)),
    time_columns: time_columns.filter(isColumnShown),
    value_synonyms: value_synonyms.filter(isColumnShown),
  }
}

function keyOf(table: string, column: string): string {
  return JSON.stringify([bare(table), column.toLowerCase()])
}

function bare(table: string): string {
  return table.slice(table.lastIndexOf('.') + 1).toLowerCase()
}
