import { quoteName } from '@parlance/contract'
import type { SqlDialect } from '@parlance/contract'
import type { ExpressionNode } from '../parse/model.ts'
import type { IndexedColumn } from '../prove/catalogue-index.ts'
import type { GroupedKey } from '../prove/scope.ts'
import type { Edit } from './splice.ts'

/** What to add to GROUP BY after the primary key of a guarded table. */
export interface GroupedColumns {
  edits: Edit[]
  /** Each changed GROUP BY, and its new items. */
  changed: Map<ExpressionNode[], ExpressionNode[]>
}

/** Types that GROUP BY doesn't accept. */
const ungroupable = /^(?:json|xml|point|line|lseg|box|path|polygon|circle)\b/i

/**
 * Adds the columns that depend on a primary key to GROUP BY. Once its table is a subquery, the engine no longer knows
 * the dependency. The groups stay the same.
 * @param isGuarded whether the table became a subquery that still shows the key
 * @param isShown whether a column is in that subquery
 */
export function groupDependentColumns(
  keys: GroupedKey[],
  dialect: SqlDialect,
  isGuarded: (key: GroupedKey) => boolean,
  isShown: (column: IndexedColumn) => boolean,
): GroupedColumns {
  const result: GroupedColumns = { edits: [], changed: new Map() }
  const placed = Map.groupBy(keys.filter(isGuarded), ({ select }) => select.groupBy)
  for (const [groupBy, own] of placed) {
    const byPlace = Map.groupBy(own, ({ at }) => at)
    for (const [at, here] of [...byPlace].toSorted(([left], [right]) => right - left)) {
      const names = here.flatMap((key) => dependentColumns(key, isShown))
      const [first] = here
      if (names.length === 0 || !first) continue
      const quoted = names.map((path) => path.map((part) => quoteName(part, dialect)).join('.'))
      result.edits.push({ start: first.end, end: first.end, pieces: [`, ${quoted.join(', ')}`] })
      const before = result.changed.get(groupBy) ?? groupBy
      result.changed.set(groupBy, before.toSpliced(at + 1, 0, ...names.map(column)))
    }
  }
  return result
}

/** The prefix as written: the table or the join. */
function dependentColumns(
  { reference, through }: GroupedKey,
  isShown: (column: IndexedColumn) => boolean,
): [string, string][] {
  const { table, columns, wholeRow, node } = reference
  const isDependent = (source: IndexedColumn) =>
    isShown(source) && !table.entry.primaryKey.includes(source.name) && !ungroupable.test(source.column.dataType)
  if (through === null) {
    const name = node.alias?.name.text ?? node.name.at(-1)?.text ?? ''
    return [...table.columns.values()]
      .filter((source) => (wholeRow || columns.has(source)) && isDependent(source))
      .map((source) => [name, source.name])
  }
  return [...(through.joined?.read ?? [])].flatMap(({ key, sources }): [string, string][] => {
    const [source, other] = sources
    const isOwn = source !== undefined && other === undefined && source.table === table && isDependent(source)
    return isOwn ? [[through.key ?? '', key]] : []
  })
}

function column([table, name]: [string, string]): ExpressionNode {
  const part = (text: string) => ({ text, quote: '"' as const, start: -1, end: -1 })
  return { type: 'column', parts: [part(table), part(name)] }
}
