import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode, Identifier, SelectNode } from '../parse/model.ts'
import { nameKey } from './names.ts'
import type { Proof, Relation, Scope, TableReference } from './scope.ts'

/** Finds tables in FROM whose primary key is in a plain GROUP BY, if the engine derives their other columns from it. */
export function findGroupedKeys(select: SelectNode, scope: Scope, proof: Proof): void {
  if (select.groupBy.length === 0 || !dialectOf(proof.index.dialect).scoping.groupsKnowKeys) return
  if (select.groupBy.some((item) => item.type === 'operation' && item.operator.startsWith('GROUPING_SET'))) return
  const held = new Map<TableReference, Held>()
  for (const [at, item] of select.groupBy.entries()) {
    const end = endOf(item)
    if (end === null) continue
    for (const { reference, through, name } of groupedColumns(item, select, scope, proof)) {
      const names = held.get(reference)?.names ?? new Set()
      held.set(reference, { names: names.add(name), through, at, end })
    }
  }
  for (const [reference, { names, through, at, end }] of held) {
    const { primaryKey } = reference.table.entry
    const whole = primaryKey.length > 0 && primaryKey.every((name) => names.has(name))
    // A column list renames a table's columns; only an enclosing join makes the new names unique.
    const isNamed = through !== null || !reference.node.alias?.columns.length
    if (whole && isNamed) proof.groupedKeys.push({ select, reference, through, at, end })
  }
}

interface Held {
  names: Set<string>
  through: Relation | null
  at: number
  end: number
}

/** A column of a table in FROM, and the aliased join through which it is written. */
interface GroupedColumn {
  reference: TableReference
  through: Relation | null
  name: string
}

/** The table columns that an item of GROUP BY refers to: directly, or by position or name of a result column. */
function groupedColumns(item: ExpressionNode, select: SelectNode, scope: Scope, proof: Proof): GroupedColumn[] {
  if (item.type === 'column') {
    const own = columnsOf(item.parts, scope, proof)
    if (own.length > 0 || item.parts.length > 1) return own
  }
  const named = select.items.find((candidate, index) => {
    if (candidate.type !== 'item') return false
    if (item.type === 'literal') return item.kind === 'number' && item.value === String(index + 1)
    return item.type === 'column' && candidate.alias?.text === item.parts[0]?.text
  })
  if (named?.type !== 'item' || named.expression.type !== 'column') return []
  const hasStarBefore = select.items.slice(0, select.items.indexOf(named)).some((other) => other.type === 'star')
  return item.type === 'literal' && hasStarBefore ? [] : columnsOf(named.expression.parts, scope, proof)
}

/** More than one if USING merges columns of two tables; the engine refuses an ambiguous name. */
function columnsOf(parts: Identifier[], scope: Scope, proof: Proof): GroupedColumn[] {
  const last = parts.at(-1)
  const qualifier = parts.at(-2)
  if (!last || parts.length > 2) return []
  const key = nameKey(last, proof.index.dialect)
  const isMeant = (candidate: Relation) => !qualifier || candidate.key === nameKey(qualifier, proof.index.dialect)
  return scope.relations.filter(isMeant).flatMap((candidate): GroupedColumn[] => {
    const column = candidate.byKey.get(key)
    if (!column) return []
    if (candidate.reference) return [{ reference: candidate.reference, through: null, name: column.name }]
    const [source, other] = column.sources
    if (!source || other || !candidate.joined) return []
    const holders = candidate.joined.references.filter(({ table }) => table === source.table)
    const [reference] = holders
    return reference && holders.length === 1 ? [{ reference, through: candidate, name: source.name }] : []
  })
}

function endOf(item: ExpressionNode): number | null {
  if (item.type === 'column') return item.parts.at(-1)?.end ?? null
  return item.type === 'literal' ? item.end : null
}
