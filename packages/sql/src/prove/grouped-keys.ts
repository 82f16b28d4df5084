import type { ExpressionNode, Identifier, SelectNode } from '../parse/model.ts'
import { nameKey } from './names.ts'
import type { Proof, Relation, Scope, TableReference } from './scope.ts'

/** A GROUP BY that holds the whole primary key of a table, by which the engine knows the table's other columns. */
export interface GroupedKey {
  select: SelectNode
  reference: TableReference
  /** Position in GROUP BY of the key's last column, and where that ends in the text. */
  at: number
  end: number
}

/** Finds the tables of FROM whose primary key a plain GROUP BY holds; PostgreSQL alone lets that be told from a table. */
export function findGroupedKeys(select: SelectNode, scope: Scope, proof: Proof): void {
  if (select.groupBy.length === 0 || proof.index.dialect !== 'postgresql') return
  if (select.groupBy.some((item) => item.type === 'operation' && item.operator.startsWith('GROUPING_SET'))) return
  const held = new Map<TableReference, { names: Set<string>; at: number; end: number }>()
  for (const [at, item] of select.groupBy.entries()) {
    const column = groupedColumn(item, select, scope, proof)
    const end = endOf(item)
    if (!column || end === null) continue
    const found = held.get(column.reference) ?? { names: new Set(), at, end }
    found.names.add(column.name)
    held.set(column.reference, { names: found.names, at, end })
  }
  for (const [reference, { names, at, end }] of held) {
    const { primaryKey } = reference.table.entry
    const whole = primaryKey.length > 0 && primaryKey.every((name) => names.has(name))
    if (whole && !reference.node.alias?.columns.length) proof.groupedKeys.push({ select, reference, at, end })
  }
}

/** The table column that an item of GROUP BY is: by itself, by its place among the result columns or by their name. */
function groupedColumn(item: ExpressionNode, select: SelectNode, scope: Scope, proof: Proof) {
  if (item.type === 'column') {
    const own = columnOf(item.parts, scope, proof)
    if (own || item.parts.length > 1) return own
  }
  const named = select.items.find((candidate, index) => {
    if (candidate.type !== 'item') return false
    if (item.type === 'literal') return item.kind === 'number' && item.value === String(index + 1)
    return item.type === 'column' && candidate.alias?.text === item.parts[0]?.text
  })
  if (named?.type !== 'item' || named.expression.type !== 'column') return null
  const hasStarBefore = select.items.slice(0, select.items.indexOf(named)).some((other) => other.type === 'star')
  return item.type === 'literal' && hasStarBefore ? null : columnOf(named.expression.parts, scope, proof)
}

function columnOf(parts: Identifier[], scope: Scope, proof: Proof): { reference: TableReference; name: string } | null {
  const last = parts.at(-1)
  const qualifier = parts.at(-2)
  if (!last || parts.length > 2) return null
  const key = nameKey(last, proof.index.dialect)
  const holds = (candidate: Relation) =>
    candidate.byKey.has(key) && (!qualifier || candidate.key === nameKey(qualifier, proof.index.dialect))
  const [relation, other] = scope.relations.filter(holds)
  if (!relation?.reference || other) return null
  return { reference: relation.reference, name: relation.byKey.get(key)?.name ?? '' }
}

function endOf(item: ExpressionNode): number | null {
  if (item.type === 'column') return item.parts.at(-1)?.end ?? null
  return item.type === 'literal' ? item.end : null
}
