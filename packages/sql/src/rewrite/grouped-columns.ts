import type { ExpressionNode } from '../parse/model.ts'
import type { IndexedColumn } from '../prove/catalogue-index.ts'
import { quoteName } from '../prove/names.ts'
import type { GroupedKey } from '../prove/grouped-keys.ts'
import type { Edit } from './splice.ts'

/** What GROUP BY gets behind the primary key of a guarded table. */
export interface GroupedColumns {
  edits: Edit[]
  /** Each changed GROUP BY, and what it is to be. */
  changed: Map<ExpressionNode[], ExpressionNode[]>
}

/** Types that cannot be grouped by. */
const ungroupable = /^(?:json|xml|point|line|lseg|box|path|polygon|circle)\b/i

/**
 * Groups by the columns that depend on a primary key as well: once its table is a subquery, the engine no longer knows
 * that they do. The groups stay the same.
 * @param isGuarded whether the table became a subquery that still shows the key
 * @param isShown whether a column is in that subquery
 */
export function groupDependentColumns(
  keys: GroupedKey[],
  isGuarded: (key: GroupedKey) => boolean,
  isShown: (column: IndexedColumn) => boolean,
): GroupedColumns {
  const result: GroupedColumns = { edits: [], changed: new Map() }
  for (const key of keys.toSorted((left, right) => right.at - left.at)) {
    if (!isGuarded(key)) continue
    const names = dependentColumns(key, isShown)
    if (names.length === 0) continue
    const { node } = key.reference
    const table = node.alias?.name.text ?? node.name.at(-1)?.text ?? ''
    const quoted = names.map((name) => `${quoteName(table, 'postgresql')}.${quoteName(name, 'postgresql')}`)
    result.edits.push({ start: key.end, end: key.end, pieces: [`, ${quoted.join(', ')}`] })
    const { groupBy } = key.select
    const columns = names.map((name) => column(table, name))
    result.changed.set(groupBy, (result.changed.get(groupBy) ?? groupBy).toSpliced(key.at + 1, 0, ...columns))
  }
  return result
}

function dependentColumns({ reference }: GroupedKey, isShown: (column: IndexedColumn) => boolean): string[] {
  const { table, columns, wholeRow } = reference
  return [...table.columns.values()]
    .filter((column) => (wholeRow || columns.has(column)) && isShown(column))
    .filter(({ name, column }) => !table.entry.primaryKey.includes(name) && !ungroupable.test(column.dataType))
    .map(({ name }) => name)
}

function column(table: string, name: string): ExpressionNode {
  const part = (text: string) => ({ text, quote: '"' as const, start: -1, end: -1 })
  return { type: 'column', parts: [part(table), part(name)] }
}
