import { allTablesKey } from '@parlance/contract'
import type { AreaDraft } from '../store/area-record.ts'

type Shown = Pick<AreaDraft, 'tables' | 'joins'>

/**
 * Removes hidden columns from tables and joins. Names are compared without schema and case, because hiding too much is
 * safer than hiding too little.
 */
export function withoutHidden({ tables, joins, columnRules }: Shown & Pick<AreaDraft, 'columnRules'>): Shown {
  const hidden = new Set(
    (columnRules?.rules ?? []).flatMap((rule) =>
      Object.entries(rule.tables).flatMap(([table, columns]) =>
        Object.entries(columns).flatMap(([column, { mask_type }]) =>
          mask_type === 'disallow' ? [keyOf(table, column)] : [],
        ),
      ),
    ),
  )
  if (hidden.size === 0) return { tables, joins }
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
  }
}

function keyOf(table: string, column: string): string {
  return JSON.stringify([table.slice(table.lastIndexOf('.') + 1).toLowerCase(), column.toLowerCase()])
}
